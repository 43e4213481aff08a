"""Model `game`: a full game between two policies (E-66)."""

from collections.abc import Iterable

from simlab.chance.compiled import kernel, rule
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Fault, Model, Question, Setup, category
from simlab.games.vampire.cards import Card, special_bit
from simlab.games.vampire.decks import deck_cards
from simlab.games.vampire.forces import force_rows, unfit
from simlab.games.vampire.narrate_game import game_story, profession_of
from simlab.games.vampire.players import player_rows
from simlab.games.vampire.rules.s1_characters import set_up_game
from simlab.games.vampire.rules.s2_cards import cards_of_colour
from simlab.games.vampire.rules.s3_turns import play_game
from simlab.games.vampire.rules.s8_vampire import mark_castle
from simlab.games.vampire.rules.s9_end import living
from simlab.games.vampire.state import (
    CASTLE,
    CHARACTERS,
    HUMAN,
    KNOWLEDGE,
    RED,
    SCRATCH,
    SECRET,
    SIDES,
    TABLE,
    VAMPIRE,
    VAMPIRES,
    WATER,
    WAYS,
    WINNERS,
    Board,
)
from simlab.rows import in_one_row, row_of

OPTIONS = (
    *("hand_size", "known_humans", "first_player", "reveals_per_turn", "reveal_where", "reveal_bonus_cards"),
    *("support_per_turn", "support_cards", "marker_cap", "pass_discards", "turn_limit", "hide_cards", "water_cards"),
    *("half_cards_pay", "water_attack", "max_rounds", "ties", "carry_over", "second_round", "start_check"),
    *("score_human", "score_vampire"),
)


class GameSetup(Setup):
    """A full game has no setup parameters."""


def columns(case: Case) -> tuple[Column, ...]:
    """E-66 Outcome columns of a game."""
    rules, human, vampire = case.rules, deck_cards(case, "human"), deck_cards(case, "vampire")
    water, red = special_cards(human, "human"), special_cards(vampire, "vampire")
    blocks = sum(card.text == "block" for card in (*human, *vampire))
    return (
        category("winner", "who has won", WINNERS),
        category("way", "how the game ended", WAYS),
        Column("turns", "turns of both players together", 1, rules["turn_limit"]),
        Column("humans_alive", "living humans at the end", 0, CHARACTERS - VAMPIRES),
        Column("vampires_alive", "living vampires at the end", 0, VAMPIRES),
        Column("human_cards_left", "cards left in the human player's deck and hand", 0, len(human)),
        Column("vampire_cards_left", "cards left in the vampire player's deck and hand", 0, len(vampire)),
        Column("holy_water_uses", "uses of holy water that took effect", 0, water // rules["water_cards"]),
        Column("hides", "hides that took effect", 0, red // rules["hide_cards"]),
        Column("fights", "fights that were started", 0, len(human) + len(vampire)),
        Column("blocks", "block cards played by both", 0, blocks),
        Column("reveals", "vampires revealed by their player", 0, VAMPIRES),
        Column("start_castle_vampires", "vampires in the castle at the start", 0, min(CASTLE, VAMPIRES)),
        Column("start_water_cards", "water cards in the human player's first hand", 0, min(water, rules["hand_size"])),
        Column("start_vampire_cards", "red cards in the vampire player's first hand", 0, min(red, rules["hand_size"])),
    )


def special_cards(cards: list[Card], side: str) -> int:
    """How many cards have the side's special colour."""
    return sum(card.colours & special_bit(side) > 0 for card in cards)


def largest_hand(case: Case, side: str) -> int:
    """The most cards that a player may hold: the hand, cards for reveals, and fetched ones."""
    deck = deck_cards(case, side)
    extra = VAMPIRES * case.rules["reveal_bonus_cards"] + sum(card.text == "fetch" for card in deck)
    return min(len(deck), case.rules["hand_size"] + extra)


def faults(case: Case) -> Iterable[Fault]:
    """E-39 Hands of which every play can be weighed."""
    for side in SIDES:
        if why := unfit(deck_cards(case, side), largest_hand(case, side)):
            yield Fault(("data", "decks", side), why, "E-39")


@rule
def write_start(board, row):
    """E-66 What is counted after the set-up."""
    row.start_castle_vampires = mark_castle(board.table, board.secret, VAMPIRE, False, board.scratch.marked)
    row.start_water_cards = cards_of_colour(board.players.of[HUMAN], WATER)
    row.start_vampire_cards = cards_of_colour(board.players.of[VAMPIRE], RED)


@rule
def write_end(board, row):
    """E-66 What a game has come to."""
    table, secret, human, vampire = board.table, board.secret, board.players.of[HUMAN], board.players.of[VAMPIRE]
    row.winner, row.way, row.turns = table.winner, table.way, table.turn
    row.humans_alive, row.vampires_alive = living(table, secret, HUMAN), living(table, secret, VAMPIRE)
    row.human_cards_left, row.vampire_cards_left = human.hand + human.pile, vampire.hand + vampire.pile
    row.holy_water_uses, row.hides, row.fights = table.holy_water_uses, table.hides, table.fights
    row.blocks, row.reveals = table.blocks, table.reveals


@kernel
def game_trials(board, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a full game: one row of `out` each."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        set_up_game(board, rules, stream)
        write_start(board, out[i])
        play_game(board, rules, stream)
        write_end(board, out[i])


def compile_game(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    table, secret, knowledge, scratch = (row_of(dtype) for dtype in (TABLE, SECRET, KNOWLEDGE, SCRATCH))
    table.profession[:] = [1 << profession_of(character) for character in range(CHARACTERS)]
    forces = force_rows([(deck_cards(case, side), largest_hand(case, side)) for side in SIDES])
    board = Board(table, secret, knowledge, in_one_row(player_rows(case)), in_one_row(forces), scratch)
    return Compiled(game_trials, (board, case.rules_row(*OPTIONS)))


GAME_MODEL = Model(
    name="game",
    about="a full game between two policies",
    setup=GameSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("the human player wins", "event", 'winner == "human"'),
        Question("the vampire player wins", "event", 'winner == "vampire"'),
        Question("how games end", "curve", "way"),
        Question("turns", "value", "turns"),
        Question("broken off at the turn limit", "event", 'way == "turn_limit"'),
    ),
    faults=faults,
    compile=compile_game,
    narrate=game_story,
    data=("decks",),
    policies={"human": "inquisitor", "vampire": "lurker"},
    starter="",
)
