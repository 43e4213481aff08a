"""Model `game`: the whole game for two to four seats (V-01 to V-74, K-6)."""

from collections import namedtuple
from collections.abc import Iterable, Mapping

from simlab.chance.compiled import kernel, rule
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Caution, Column, Compiled, Fault, Model, Question, Setup, category, flag, parameter
from simlab.games.vlad.board import symmetric
from simlab.games.vlad.board_faults import known_faults
from simlab.games.vlad.game_rows import corners_of, game_rows
from simlab.games.vlad.game_state import BOX_CROWNS, MOST_STEPS, SEATS, WAYS
from simlab.games.vlad.ground_state import CORNERS
from simlab.games.vlad.hands import stock
from simlab.games.vlad.narrate_game import game_story
from simlab.games.vlad.picture import board_picture, square_counts
from simlab.games.vlad.policies import SEAT_NAMES
from simlab.games.vlad.rules.s3_v09_board import flags_of
from simlab.games.vlad.rules.s4_v11_game_start import set_up_game
from simlab.games.vlad.rules.s6_v47_turns import play_game
from simlab.games.vlad.state import UNITS
from simlab.games.vlad.text_board import text_board

KERNEL_OPTIONS = (
    *("dial", "exit_positions", "exit_match", "overshoot", "return_same_turn", "return_acts", "die8", "neutral_life"),
    *("dying_blow", "no_card_hit", "hand_size", "crown_bonus", "crown_bonus_magic", "bare_defence_bonus"),
    *("impale_life", "reward_at", "outpost_damage", "outpost_range", "outpost_heal", "outpost_arms", "outpost_cross"),
    *("outpost_size", "outpost_price", "outpost_shields", "eliminated_outpost", "plague_damage", "plague_spread"),
    *("death_immunises", "curse_damage", "move_squares", "movement", "leave_any_gate", "church_squares"),
    *("effect_clock", "magic_purchase", "dead_hand", "tower_rounds", "tower_check", "tower_win_in_death_match"),
    *("crown_pool", "tie_repeat", "first_seat", "stage_order", "tax_scope", "supply_limits", "max_rounds"),
)
OPTIONS = (
    *KERNEL_OPTIONS,
    *("unit_life", "vlad_lives", "abyss_blocks_line", "corners_2", "corners_3", "corners_4"),
)
FEWEST_PLAYERS = 2
MOST_CUT_SHORT = 0.01  # of all games
#: Columns of every seat (K-6): name, what it is, highest value.
SEAT_COLUMNS = (
    ("crowns", "crowns at the end, or when eliminated", BOX_CROWNS),
    ("gold", "gold at the end, or when eliminated", None),
    ("flags", "flags at the end, or when eliminated", SEATS),
    ("vlad_deaths", "deaths of its Vlad", None),
    ("knight_deaths", "deaths of its knight, impaled ones too", None),
    ("archer_deaths", "deaths of its archer, impaled ones too", None),
    ("impaled", "its units impaled", 2),
    ("kills", "enemy units killed with a reward due", None),
    ("dens", "dens beaten", None),
    ("guards", "guards of gates beaten", None),
    ("hunts", "neutral fights fought", None),
    ("resurrections", "resurrection tokens used", None),
    ("akathist", "Akathist cards bought", None),
    ("magic", "magic cards used", None),
    ("potions", "potions drunk", None),
    ("impales", "impale tokens used", None),
    ("bells", "bells tolled", None),
    ("curses", "curses laid on an opponent", None),
    ("outpost", "its outpost was placed", 1),
    ("tax_paid", "gold paid as vassal tax", None),
    ("tax_got", "gold got as vassal tax", None),
    ("plagued", "infections of its units", None),
    ("tower_turns", "highest count on the cursed tower", None),
    ("out_round", "round of elimination, 0 if never", None),
)
PER_SEAT = len(SEAT_COLUMNS)
#: A seat's values in the order of its columns.
SeatResult = namedtuple("SeatResult", [name for name, _, _ in SEAT_COLUMNS])  # type: ignore[misc]  # mypy wants literals


class GameSetup(Setup):
    """Setup of `game`."""

    players: int = parameter(SEATS, about="how many seats play", item="V-10", low=FEWEST_PLAYERS, high=SEATS)


def seat_column(seat: int, name: str, about: str, most: int | None) -> Column:
    """One column of a seat."""
    return Column(f"{name}_{seat}", f"seat {seat}: {about}", 0, most, flag=name == "outpost", block="seats")


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a game."""
    players, rounds = case.setup.players, case.rules["max_rounds"]
    seats = (
        seat_column(seat, name, about, rounds if name == "out_round" else most)
        for seat in range(1, players + 1)
        for name, about, most in SEAT_COLUMNS
    )
    return (
        Column("winner", "the seat that has won, 0 if none", 0, players),
        category("way", "how the winner has won", WAYS, numbered=True),
        Column("rounds", "the round in which the game ended", 1, rounds),
        flag("death_match", "the death match was declared"),
        Column("first_seat", "the seat that began", 1, players),
        Column("tie_respawns", "how often last Vlads came back who had fallen together"),
        *seats,
    )


def faults(case: Case) -> Iterable[Fault]:
    """What no single field can see: the board, corners, the first seat, too long moves, packs too small to deal."""
    players, corners = case.setup.players, corners_of(case)
    yield from known_faults(tuple(case.data.board), tuple(corners))
    if len(set(corners)) < len(corners):
        yield Fault(("rules", f"corners_{players}"), "every seat has a corner of its own", "V-10")
    if case.rules["first_seat"] > players:
        yield Fault(("rules", "first_seat"), f"0..{players} with {players} players", "V-11")
    if case.rules["move_squares"] > MOST_STEPS:
        yield Fault(("rules", "move_squares"), f"1..{MOST_STEPS} in a whole game", "V-50")
    needed = players * case.rules["hand_size"]
    for pack, unit in enumerate(UNITS):
        if stock(case, pack).total() < needed:
            message = f"{stock(case, pack).total()} cards, {needed} needed for {players} hands (hand_size)"
            yield Fault(("data", "decks", unit), message, "V-37")


def cautions(case: Case) -> tuple[Caution, ...]:
    """V-01 Games that the limit of rounds has cut short are an outcome, and a warning if there are many of them."""
    rounds = case.rules["max_rounds"]
    about = f"ended without a winner in round {rounds}, the last that max_rounds allows (V-01)"
    return (Caution(f'way == "{WAYS[0]}" and rounds == {rounds}', MOST_CUT_SHORT, about),)


def remarks(case: Case) -> tuple[str, ...]:
    """V-09 A board that does not look alike from the corners in use; two opposite ones are alike after a half turn."""
    first, *others = corners_of(case)
    half = [(corner - first) % len(CORNERS) for corner in others] == [2]
    if symmetric(case.data.board, 2 if half else 1):
        return ()
    turn = "half" if half else "quarter"
    return (f"a {turn} turn changes the board, so corners may differ in what they are worth (V-09)",)


@rule
def write_row(play, row):
    """K-6 What a game has come to."""
    table = play.table
    row.winner, row.way = table.winner + 1, table.way
    row.rounds, row.death_match = table.round_now, table.death_match
    row.first_seat, row.tie_respawns = table.first_seat + 1, table.tie_respawns
    for seat in range(table.players):
        values = seat_result(seat, play)
        for place in range(PER_SEAT):
            row.seats[PER_SEAT * seat + place] = values[place]


@rule
def seat_result(seat, play):
    """K-6 What a seat has come to."""
    table, row = play.table, play.seats.of[seat]
    return SeatResult(
        crowns=table.crowns[seat],
        gold=table.gold[seat],
        flags=flags_of(seat, play),
        vlad_deaths=table.vlad_deaths[seat],
        knight_deaths=table.knight_deaths[seat],
        archer_deaths=table.archer_deaths[seat],
        impaled=table.impaled[seat],
        kills=table.kills[seat],
        dens=table.dens[seat],
        guards=table.guards[seat],
        hunts=table.hunts[seat],
        resurrections=table.resurrections[seat],
        akathist=table.akathist[seat],
        magic=row.magic_cards,
        potions=table.potions[seat],
        impales=row.impaled,
        bells=table.bells[seat],
        curses=table.curses[seat],
        outpost=table.outpost[seat],
        tax_paid=table.tax_paid[seat],
        tax_got=table.tax_got[seat],
        plagued=table.plagued[seat],
        tower_turns=table.tower_turns[seat],
        out_round=table.out_round[seat],
    )


@kernel
def game_trials(tables, start, play, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a whole game: one row of `out` each."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        set_up_game(tables, start, play, rules, stream)
        play_game(play, rules, stream)
        write_row(play, out[i])


def compile_game(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    tables, start, play = game_rows(case)
    arguments = tables, start, play, case.rules_row(*KERNEL_OPTIONS)
    return Compiled(game_trials, arguments, square_counts(play.traces, case.data.board))


PLAYERS: Mapping[str, str] = dict.fromkeys(SEAT_NAMES, "balanced")

GAME_MODEL = Model(
    name="game",
    about="the whole game for two to four seats, each with a policy",
    setup=GameSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("who wins", "curve", "winner"),
        Question("how", "curve", "way"),
        Question("rounds", "curve", "rounds"),
        Question("nobody wins", "event", "winner == 0"),
        Question("death match", "event", "death_match"),
    ),
    faults=faults,
    compile=compile_game,
    narrate=game_story,
    fixed_columns=False,
    data=("decks", "magic_cards", "akathist_cards", "board"),
    picture=board_picture,
    text_board=text_board,
    policies=PLAYERS,
    playing=lambda setup: SEAT_NAMES[: setup.players],
    cautions=cautions,
    remarks=remarks,
    starter="players = 4\n",
)
