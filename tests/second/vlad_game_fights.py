"""V-34 to V-36, V-55 to V-71: battles between units, neutral fights, the vassal tax."""

from .vlad_game_lives import conclude, die, leaving
from .vlad_game_moves import in_reach

# ------------------------------------------------------------------ who may attack whom, with what


def able(game, unit):
    """V-58, V-65: whether a unit may still attack (means are asked elsewhere)."""
    return (unit.where == "map" and not unit.attacked and not unit.idle and unit.seat.living
            and not game.live(unit.seat, unit.square))


def protected(game, enemy):
    """V-55, A-3 (6): units that nobody may attack now."""
    return game.runs("truce") or enemy in game.safe


def can_impale(game, unit, victim, tokens):
    """V-34, V-35."""
    weak = 0 < victim.life <= game.rules["impale_life"]
    return unit.kind == "vlad" and victim.kind != "vlad" and tokens > 0 and weak


def attack_means(game, unit, enemy):
    """V-58: everything a unit can use against an enemy: (kind, card)."""
    means = [("battle", card) for card in game.matching(unit)]
    if unit.kind == "vlad" and enemy.kind == "vlad":
        means += [("magic", card) for card in unit.seat.magic]
    if can_impale(game, unit, enemy, unit.seat.impales):
        means.append(("impale", None))
    return means


def answer_means(game, attacker, target, kind):
    """V-35, V-36, V-59: everything the target can answer with."""
    if kind == "impale":
        return []
    if kind == "magic":
        return [("magic", card) for card in target.seat.magic]
    means = [("battle", card) for card in game.matching(target)]
    if can_impale(game, target, attacker, target.seat.impales):
        means.append(("impale", None))
    return means


def pairs(game, seat, units):
    """V-58, V-61: all (unit, enemy) that can fight now."""
    found = []
    for unit in units:
        if not able(game, unit):
            continue
        for enemy in game.enemies(seat):
            if enemy in game.battled or protected(game, enemy) or not in_reach(game, unit, enemy):
                continue
            if attack_means(game, unit, enemy):
                found.append((unit, enemy))
    return found


# ------------------------------------------------------------------ battles

class Battle:
    """V-61: what is remembered until the battle is over."""

    def __init__(self, target):
        self.target = target
        self.used = {}  # unit -> battle cards used
        self.dead = []
        self.kills = []  # (victim, killer, was the killer alive after that exchange)

    def over(self, seat):
        """V-61, V-72: the target is dead, or a seat has lost its last Vlad."""
        return self.target in self.dead or seat.fallen or self.target.seat.fallen


def attacks(game, seat, units):
    """V-58, V-61, P-8: battle after battle, as the player wishes."""
    player = game.players[seat.number]
    while seat.living:
        choice = player.opening(game, pairs(game, seat, units))
        if choice is None:
            return
        fight_battle(game, seat, units, choice)


def fight_battle(game, seat, units, choice):
    """V-61 to V-63: one battle, begun with (unit, enemy, means)."""
    unit, enemy, means = choice
    battle = Battle(enemy)
    while True:
        exchange(game, unit, enemy, means, battle)
        if battle.over(seat):
            break
        left = [u for u, e in pairs(game, seat, units) if e is enemy]
        choice = game.players[seat.number].following(game, left, enemy) if left else None
        if choice is None:
            break
        unit, means = choice
    # CHOICE: with "per_unit" each attack is a battle of its own, so a target may be attacked again.
    if game.rules["stage_order"] == "per_turn":
        game.battled.add(enemy)
    refill(game, seat.units + enemy.seat.units, battle.used)
    paid = [kill for kill in battle.kills if lives_on(game, battle, kill[1], kill[2])]
    conclude(game, [(killer.seat, victim) for victim, killer, _ in paid])


def lives_on(game, battle, killer, then):
    """V-03, V-63: whether the killer lives to take the reward."""
    return then if game.rules["reward_at"] == "exchange" else killer not in battle.dead


def exchange(game, unit, enemy, means, battle):
    """V-34, V-35, V-60: one attack and its answer."""
    unit.attacked = True
    kind, card = means
    if kind == "impale":
        impale(game, unit, enemy, battle)
        return
    spend_card(game, unit, means, battle)
    answer = game.players[enemy.seat.number].answer(game, unit, enemy, answer_means(game, unit, enemy, kind))
    if answer is not None and answer[0] == "impale":
        impale(game, enemy, unit, battle)
        return
    if answer is not None:
        spend_card(game, enemy, answer, battle)
    lost, paid = losses(game, unit.seat, enemy.seat, means, answer)
    enemy.life, unit.life = max(0, enemy.life - lost), max(0, unit.life - paid)
    dead = [u for u in (enemy, unit) if u.life == 0]
    if enemy in dead:
        battle.kills.append((enemy, unit, unit not in dead))
    if unit in dead:
        battle.kills.append((unit, enemy, enemy not in dead))
    battle.dead += dead
    die(game, dead)


def impale(game, vlad, victim, battle):
    """V-34, V-35: a token, and the victim is gone for good."""
    vlad.seat.impales -= 1
    game.impales += 1
    vlad.seat.count["impales"] += 1
    battle.kills.append((victim, vlad, True))
    battle.dead.append(victim)
    die(game, [victim], impaled=True)


def spend_card(game, unit, means, battle):
    """V-36, V-39: a used battle card goes to the discards, a magic card out of the game."""
    kind, card = means
    if kind == "magic":
        unit.seat.magic.remove(card)
        unit.seat.count["magic"] += 1
        game.magic_gone.append(card)
    else:
        game.use(unit, card)
        battle.used[unit] = battle.used.get(unit, 0) + 1


def losses(game, seat, other, means, answer):
    """V-28, V-60: (loss of the attacked, loss of the attacker)."""
    kind, card = means
    mine, yours = game.bonus(seat, kind == "magic"), game.bonus(other, kind == "magic")
    blow = game.attack(card) + mine[0]
    if answer is None:
        # CHOICE: a bare defence bonus counts against magic cards as well, whatever `crown_bonus_magic` says.
        bare = game.bonus(other)[1] if game.rules["bare_defence_bonus"] else 0
        return max(0, blow - bare), 0
    reply = answer[1]
    return max(0, blow - reply[-1] - yours[1]), max(0, game.attack(reply) + yours[0] - card[-1] - mine[1])


def refill(game, units, used):
    """V-62: as many new cards as were used, for hands that are still in the game."""
    out = leaving(game)[0]
    for unit in units:
        gone = unit.where == "removed" or unit.seat in out
        if unit.where in ("beside", "road") and game.rules["dead_hand"] == "discard":
            gone = True
        if unit in used and not gone:
            game.draw(unit, used[unit])


# ------------------------------------------------------------------ neutrals

def neutral_fights(game, seat, units):
    """V-65: all fights with neutrals that these units must fight."""
    fights = []
    for kind, groups in (("den", game.board.dens), ("gate", game.board.gates)):
        for number, squares in enumerate(groups):
            bound = [u for u in units if u.where == "map" and u.square in squares and game.live(seat, u.square)]
            if bound:
                fights.append((min(seat.rank[s] for s in squares), kind, number, bound))
    for _, kind, number, bound in sorted(fights, key=lambda fight: fight[0]):
        if seat.living:
            neutral_fight(game, seat, kind, number, bound)


def neutral_fight(game, seat, kind, number, units):
    """V-66 to V-71: one fight."""
    player, fighting, used = game.players[seat.number], list(units), {}
    seat.count["hunts"] += 1
    for unit in units:
        unit.attacked = True
    plays = [(unit, card) for unit in units for card in game.matching(unit)]
    if not plays:
        bare_blows(game, fighting)
    else:
        plays = in_playing_order(plays, player.order)
        if play_cards(game, seat, plays, fighting, used, player.surrender_below):
            beaten(game, seat, kind, number, bool(fighting) and not seat.fallen)
    refill(game, seat.units, used)
    conclude(game, [])


def in_playing_order(plays, order):
    """V-66: (unit, card) in playing order; a stable sort keeps unit order and place in hand."""
    if order == "attack_desc":
        return sorted(plays, key=lambda play: (-play[1][1], -play[1][2]))
    if order == "defence_desc":
        return sorted(plays, key=lambda play: (-play[1][2], -play[1][1]))
    return plays


def play_cards(game, seat, plays, fighting, used, surrender_below):
    """V-66, V-67: card by card; whether the neutral is beaten."""
    left, bonus = game.rules["neutral_life"], game.bonus(seat)
    for unit, card in plays:
        if unit not in fighting:
            continue
        game.use(unit, card)
        used[unit] = used.get(unit, 0) + 1
        left -= game.attack(card) + bonus[0]
        if left <= 0 and not game.rules["dying_blow"]:
            return True
        blow = game.random.choice(game.rules["die8"]) - card[2] - bonus[1]
        unit.life = max(0, unit.life - max(0, blow))
        if unit.life == 0:
            fighting.remove(unit)
            die(game, [unit])
        # CHOICE: the fight of a seat whose last Vlad has fallen ends there.
        if left <= 0 or not fighting or seat.fallen:
            return left <= 0
        if any(u.life < surrender_below for u in fighting):
            return False
    return False


def bare_blows(game, fighting):
    """V-68: no card at all, the units only take damage."""
    struck = {"each_unit": fighting, "first_unit": fighting[:1], "none": []}[game.rules["no_card_hit"]]
    for unit in struck:
        unit.life = max(0, unit.life - max(0, game.random.choice(game.rules["die8"])))
    # CHOICE: the blows fall one by one but the deaths follow together.
    die(game, [unit for unit in struck if unit.life == 0])


def beaten(game, seat, kind, number, reward):
    """V-70, V-71: coins or flag, if a fighting unit lives to take them."""
    # CHOICE: `dens` and `guards` count beaten neutrals even if nobody lives to take the reward.
    seat.count["dens" if kind == "den" else "guards"] += 1
    if kind == "den":
        game.beaten.add(number)
        coins, game.coins[number] = game.coins[number], 0
        if reward:
            seat.gold += coins
        else:
            game.bank += coins
    elif reward:
        seat.flags.add(number)
        game.pay(seat, 1)


# ------------------------------------------------------------------ vassal tax

def tax(game, seat, units):
    """V-55: asking and offering, opponent by opponent."""
    player = game.players[seat.number]
    for other in game.others(seat):
        if other in game.paid:
            continue
        could = [(unit, enemy) for unit, enemy in pairs(game, seat, units) if enemy.seat is other]
        if not could:
            continue
        payer = game.players[other.number]
        if player.asks(game):
            agreed = other.gold >= 2 and payer.pays(game, other, units)
        else:
            agreed = other.gold >= 2 and payer.offers(game, other, units) and player.accepts(game, could)
        if agreed:
            pay_tax(game, seat, other, could)


def pay_tax(game, seat, other, could):
    """V-55: 2 gold change hands; whom they protect."""
    other.gold -= 2
    seat.gold += 2
    other.count["tax_paid"] += 2
    seat.count["tax_got"] += 2
    game.paid.add(other)
    if game.rules["tax_scope"] == "turn":
        game.safe.update(other.units)
    else:
        game.safe.add(game.players[seat.number].dearest(game, could))
