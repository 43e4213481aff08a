"""What the narration of a campaign calls generals, areas and sides, and how its lines are set."""

from simlab.contract import Case
from simlab.games.forest.campaign_rows import generals_of
from simlab.games.forest.campaign_state import CHRISTIAN, OTTOMAN
from simlab.games.forest.chits import SIDES

TURN, CHIT, DEED, DETAIL = 0, 2, 4, 6  # how far lines are indented


def line(indent: int, text: str) -> str:
    """A sentence on a line of its own."""
    return f"{' ' * indent}{text[0].upper()}{text[1:]}"


class Names:
    """The names of a case, by the numbers that its rules work with."""

    def __init__(self, case: Case):
        generals = generals_of(case)
        self.general = [general.shown for general in generals]
        self.rating = [general.rating for general in generals]
        self.side_of = [SIDES.index(general.side_in(case.setup.radu)) for general in generals]
        self.area = [area.shown for area in case.data.map.areas]
        self.region = [area.region.capitalize() for area in case.data.map.areas]
        self.side = {OTTOMAN: "the Ottomans", CHRISTIAN: "the Christians"}
        self.of_side = {OTTOMAN: "Ottoman", CHRISTIAN: "Christian"}
