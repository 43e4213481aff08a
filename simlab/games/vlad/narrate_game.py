"""One full game in plain sentences, turn by turn and card by card (game_story.py, story.py)."""

from collections.abc import Callable, Iterator

from simlab.contract import Case
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_names import DEED, KIND_NAMES, ROUND, TURN, Draft, Names, line
from simlab.games.vlad.game_state import GOALS, KINDS, LONG_NIGHT, NOBODY, UNDECIDED, WAYS
from simlab.games.vlad.ground_state import CORNERS
from simlab.games.vlad.narrate_game_deaths import DeathStory
from simlab.games.vlad.narrate_game_fights import BattleStory, NeutralStory
from simlab.games.vlad.narrate_game_moves import MoveStory, RoadStory
from simlab.games.vlad.narrate_game_position import PositionStory
from simlab.games.vlad.narrate_game_spells import SpellStory
from simlab.games.vlad.policies import SEAT_NAMES
from simlab.options import in_toml
from simlab.telling import Sentence, joined

HOW_WON = {
    "crowns": "with the third crown",
    "last_vlad": "with the last Vlad in the game",
    "tower": "from the cursed tower",
    "tie_break": "with most crowns, as all last Vlads have fallen together",
}


def game_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a game. A line that several events make up is said when the next begins."""
    told = GameStory(case)

    def sentence(what: int, *details: int) -> str | None:
        if what in told.drafting:
            return told.drafting[what](*details)
        said = [text for text in (told.draft.close(), told.sentences[what](*details)) if text]
        return "\n".join(said) or None

    return sentence


class GameStory:
    """Rounds, turns and the end of a game, and the stories of its parts."""

    def __init__(self, case: Case):
        self.case, self.names, self.draft = case, Names(case), Draft()
        self.round = 0
        self.spells = SpellStory(case, self.names, self.draft)
        fights = NeutralStory(self.names, self.draft, self.spells), BattleStory(case, self.names, self.draft)
        moves = RoadStory(self.names, self.draft), MoveStory(self.names, self.draft)
        parts = (*fights, *moves, self.spells, DeathStory(self.names), PositionStory(self.names))
        self.sentences: dict[int, Sentence] = self.course()
        self.drafting: dict[int, Sentence] = {story.GOAL_SET: self.goal}
        for part in parts:
            self.sentences |= part.sentences
            self.drafting |= part.drafting

    def course(self) -> dict[int, Sentence]:
        """The course of the game."""
        return {
            story.GAME_BEGINS: lambda first: "\n".join(opening(self.case, self.names, first)),
            story.ROUND_BEGINS: self.round_begins,
            story.TURN_BEGINS: self.turn_begins,
            story.TOWER_COUNT: self.tower_count,
            story.DEATH_MATCH: lambda number: line(TURN, "the death match begins: nobody can come to three crowns"),
            story.TIED: lambda times: line(
                TURN, "no Vlad is left: those with most crowns come back with one life each"
            ),
            story.GAME_ENDS: self.game_ends,
            story.ROUNDS_OVER: lambda number: f"All {number} rounds are played: nobody has won",
        }

    def round_begins(self, number: int, dial: int) -> str:
        """V-12 A round, and the time of day by which cards are judged."""
        self.round = self.spells.round = number
        time = self.case.rules["dial"][dial - 1]
        judged = f", {time}" if self.spells.card != LONG_NIGHT else f", {time}, but cards are judged as by night"
        return line(ROUND, f"round {number}: dial on {dial}{judged}")

    def turn_begins(self, seat: int) -> str:
        """A turn: from now on this seat's units are called by their kinds."""
        self.names.active = seat
        return line(TURN, f"{self.names.seat(seat)}'s turn")

    def tower_count(self, seat: int, count: int) -> str:
        """V-07 How long Vlad has been on the tower."""
        return line(DEED, f"Vlad is on the cursed tower: turn {count} of {self.case.rules['tower_rounds']}")

    def goal(self, unit: int, goal: int) -> str | None:
        """P-3 What a unit wants, by the names of goals."""
        return self.draft.add("goals", line(DEED, "goals: "), f"{KIND_NAMES[unit % KINDS]} {GOALS[goal]}")

    def game_ends(self, winner: int, way: int) -> str:
        """V-01 Who has won, and how."""
        if winner == NOBODY or way == UNDECIDED:
            return "The game ends: all last Vlads have fallen together again, and nobody wins"
        return f"The game ends in round {self.round}: seat {winner + 1} wins {HOW_WON[WAYS[way]]}"


def opening(case: Case, names: Names, first: int) -> Iterator[str]:
    """Players, options that are not the usual ones, and how squares are written."""
    for seat in range(case.setup.players):
        yield f"{line(ROUND, names.seat(seat))} ({CORNERS[names.corners[seat]]}) is played by {player(case, seat)}"
    changed = [name for name in case.model.options if case.rules[name] != case.game.options[name].value]
    if changed:
        yield f"Options: {joined((f'{name} = {in_toml(case.rules[name])}' for name in changed), '')}"
    yield "Squares are (row, column), counted from 0 at the top left; cards are attack/defence"
    yield f"Seat {first + 1} begins"


def player(case: Case, seat: int) -> str:
    """A policy, and its parameters where they are not its own."""
    played = case.players[SEAT_NAMES[seat]]
    usual = case.game.policies[played.policy].parameters().model_dump()
    own = played.parameters.model_dump().items()
    changed = [f"{name} = {in_toml(value)}" for name, value in own if value != usual[name]]
    return f"{played.policy}{f' ({joined(changed, str())})' if changed else ''}"
