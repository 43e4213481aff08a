"""A toy game of players: tickets are laid, one is drawn. Who wins is known: everybody by his share of the tickets."""

import numpy as np

from simlab.chance.compiled import kernel, rule
from simlab.chance.dice import FACES, happens
from simlab.chance.streams import at, die, trial_stream
from simlab.chance.witness import tell
from simlab.contract import Column, Compiled, Game, Model, Policy, Question, Setup, category, parameter
from simlab.telling import teller

DRAWN, DRAW, TIE = 0, 1, 2
BEATS = 5  # tickets of a throw that beats the other's, for each of its own
THROWS = ("rock", "paper", "scissors")  # each is beaten by the next


class LotterySetup(Setup):
    """Setup of all models."""

    extra: int = parameter(0, about="tickets that the first seat has besides", item="L-01", low=0, high=100)
    tie: float = parameter(0.0, about="chance that nobody wins", item="L-02", low=0, high=1)


class Tickets(Setup):
    """Parameters of a player who lays tickets."""

    times: int = parameter(1, about="how often the tickets are laid", item="L-03", low=0, high=100)


@rule
def winner_of_draw(tickets, tie, stream):
    """L-01 The seat of the drawn ticket; the number of seats for a tie, or where there is no ticket."""
    total = 0
    for one in range(tickets.size):
        total += tickets[one]
    tied = happens(at(stream, TIE, 0, 0), 0, tie)
    if total == 0 or tied:
        return tickets.size
    drawn, seat = die(at(stream, DRAW, 0, 0), 0, total), 0
    while drawn > tickets[seat]:
        drawn -= tickets[seat]
        seat += 1
    tell(DRAWN, seat)
    return seat


@kernel
def lottery_trials(tickets, tie, rng, seed, first, out):
    """One row of `out` a draw."""
    for i in range(out.shape[0]):
        row = out[i]
        row.winner = winner_of_draw(tickets, tie, trial_stream(rng, seed, first + i))
        row.roll = die(at(trial_stream(rng, seed, first + i), DRAW, 1, 0), 0, FACES)


def tickets(case):
    """The tickets of each seat."""
    names = [player.policy for player in case.players.values()]
    held = [OWN[p.policy] * getattr(p.parameters, "times", 1) for p in case.players.values()]
    for seat, name in enumerate(names):
        if name in THROWS and names[1 - seat] == THROWS[(THROWS.index(name) + 2) % 3]:
            held[seat] *= BEATS
    return np.array(held) + np.array([case.setup.extra] + [0] * (len(held) - 1))


OWN = {"none": 0, "few": 1, "some": 2, "many": 4, "lots": 8, "rock": 1, "paper": 1, "scissors": 1}
ANY, PAIR = ("one", "two", "three", "first", "second"), ("one", "two")
SEATS = {"few": (*ANY, "raider"), "some": (*ANY, "guard"), "many": (*ANY, "raider"), "lots": ("guard",), "none": ANY}
SEATS |= dict.fromkeys(THROWS, ("first", "second"))
POLICIES = {name: Policy(name, f"{n} tickets", "L-03", SEATS[name], Tickets) for name, n in OWN.items()}


def model(name, seats, winner="winner"):
    """A model of these seats and their policies."""
    return Model(
        name=name,
        about="one draw",
        setup=LotterySetup,
        options=(),
        columns=lambda case: (category(winner, "who wins", (*seats, "nobody")), Column("roll", "a die", 1, 6)),
        questions=(Question("nobody wins", "event", f'{winner} == "nobody"'),),
        compile=lambda case: Compiled(lottery_trials, (tickets(case), case.setup.tie)),
        narrate=lambda case: teller({DRAWN: lambda seat: f"A ticket of seat {seat + 1} is drawn."}),
        policies=seats,
        starter="",
    )


GAME = Game(
    "lottery",
    "Lottery",
    {},
    {
        "pair": model("pair", {"one": "few", "two": "few"}),
        "trio": model("trio", {"one": "few", "two": "few", "three": "few"}),
        "raid": model("raid", {"raider": "few", "guard": "some"}),
        "throws": model("throws", {"first": "rock", "second": "rock"}),
    },
    policies=POLICIES,
)
