"""What the rules of a full game tell of, as numbers beside those of story.py.

narrate_game.py makes sentences of them, text_board.py a board. What each tells beside its number:
"""

(
    GAME_BEGINS,  # first seat
    ROUND_BEGINS,  # round, dial
    TURN_BEGINS,  # seat
    ROUND_ENDS,  # round; before it UNIT_STANDS of all units, SEAT_STANDS and SEAT_HOLDS of all seats
    ROUNDS_OVER,  # round: the last has been played, and nobody has won
    UNIT_STANDS,  # unit, where it is, square, life, square of the road, mark of the plague
    SEAT_STANDS,  # seat, in the game, lives of Vlad, crowns, gold
    SEAT_HOLDS,  # seat, potions, impale tokens, magic cards, resurrection tokens, flags as bits
    GAME_ENDS,  # winner, way
    DEATH_MATCH,  # round
    TIED,  # how often so far
    TOWER_COUNT,  # seat, turns
    LEFT_GAME,  # seat, round
    TOKEN_USED,  # unit
    WALKS_ROAD,  # unit
    WAITS_AT_EXIT,  # unit, exit
    CHURCH_FULL,  # unit, exit
    CAME_BACK,  # unit, square
    DRUNK,  # seat, kind, life
    GOAL_SET,  # unit, goal
    MOVED,  # unit, from, to, steps
    STAYED,  # unit
    SPENT,  # seat, gold, gold left
    BOUGHT,  # seat, item
    OUTPOST_FILLS,  # seat, a square of the outpost; at last OUTPOST_PLACED
    OUTPOST_PLACED,  # seat, its first square
    BELL_TOLLED,  # seat
    CARD_TURNED,  # unit, card, cards left
    EFFECT_OVER,  # seat, card, NO_CARD_TURNED for the bell
    NOT_INFECTED,  # unit, its mark
    TITHED,  # who pays, seat, gold, gold that the seat has
    DIAL_TURNED,  # dial
    HEALED,  # unit, life
    CURSED,  # caster, seat
    CURSE_ENDS,  # seat
    OUTPOST_FIRES,  # seat, units inside; then LIFE_LOST of those in range
    CURSE_BITES,  # seat, caster; then LIFE_LOST
    PLAGUE_BITES,  # seat; then LIFE_LOST
    RESTED,  # unit, life
    LIFE_LOST,  # unit, loss, life
    CROSSES_RANGE,  # unit, owner of the outpost, units inside
    REACHED,  # unit, the plagued unit that reaches it, square; then INFECTED
    INFECTED,  # unit
    CURED,  # unit
    TAX_DISCUSSED,  # seat that attacks, seat that pays, is it asked, does it agree, do both
    TAX_PAID,  # seat that attacks, seat that pays, the unit that is most wanted
    JOINS_FIGHT,  # unit; then FIGHT_BEGINS
    FIGHT_BEGINS,  # seat, is it a den, number
    FIGHT_ENDS,  # seat, life of the neutral
    DEN_CLEARED,  # seat, den, coins, gold that the seat has
    FLAG_WON,  # seat, gate
    BATTLE_BEGINS,  # seat, target, its life
    ATTACK_BEGINS,  # unit, target
    STRUCK_DOWN,  # unit, unit that struck the blow, is it rewarded
    DIED,  # unit, seat that is rewarded, impaled
    LIFE_TOKEN_LOST,  # seat, lives left
    STOOD_UP,  # unit, square
    KILL_REWARDED,  # seat, unit; then PAID, CROWNED or NO_CROWN_LEFT
    PAID,  # seat, gold, gold that the seat has
    CROWNED,  # seat, crowns
    NO_CROWN_LEFT,  # seat
) = range(200, 261)
