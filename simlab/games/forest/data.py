"""What a scenario may replace by its `[data]` tables: the map (F-08) and the set-up (F-05)."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from simlab.contract import Setup, parameter
from simlab.options import Basis

LONGEST_ID = 40


def id_of_map(text: str) -> str:
    """A name for columns and files; raises ValueError."""
    if not re.fullmatch(rf"[A-Za-z0-9_]{{1,{LONGEST_ID}}}", text):
        raise ValueError(f"must be 1..{LONGEST_ID} letters, digits and _")
    return text


def in_words(name: str) -> str:
    """An id for people: `fagaras_mts` is Fagaras Mts."""
    return " ".join(part.capitalize() for part in name.split("_") if part)


Id = Annotated[str, AfterValidator(id_of_map)]
Number = Annotated[int, Field(ge=0)]


class Area(Setup):
    """F-08 One area of the map."""

    id: Id = parameter(about="its name in scenarios and columns", item="F-08")
    name: str | None = parameter(None, about="its name for people; without, made of the id", item="F-08")
    region: Literal["wallachia", "transylvania", "moldavia", "rumelia"] = parameter(about="its region", item="F-08")
    terrain: Literal["clear", "mountain"] = parameter("clear", about="mountains: Christians only", item="F-09")
    towers: int | None = parameter(None, about="towers of its castle; without, no castle", item="F-12", low=1, high=100)
    village: bool = parameter(False, about="has a village, where troops are recruited", item="F-10")
    neighbours: list[str] = parameter(about="the ids of the areas next to it, each of which names it too", item="F-08")
    x: float | None = parameter(None, about="its place in the picture, to the east", item="F-08")
    y: float | None = parameter(None, about="its place in the picture, to the north", item="F-08")
    basis: Basis = parameter("assumed", about="where its name comes from", item="F-08")

    @property
    def shown(self) -> str:
        """Its name for people."""
        return self.name or in_words(self.id)

    @property
    def castle(self) -> bool:
        """F-12 Has it a castle."""
        return self.towers is not None

    @property
    def side_of_loose(self) -> str:
        """F-05 Whose the field troops without a general are that stand here at the start."""
        return "ottoman" if self.region == "rumelia" else "christian"


class Map(Setup):
    """F-08 The map."""

    castles: int = parameter(9, about="how many castles the map has, as a check", item="F-66", low=1, high=250)
    hideout: str = parameter("poenari", about="the id of the area where Dracula recruits as well", item="F-10")
    areas: list[Area] = parameter(about="the areas", item="F-08")


class General(Setup):
    """F-03 One general."""

    id: Id = parameter(about="his name in scenarios", item="F-03")
    name: str | None = parameter(None, about="his name for people; without, made of the id", item="F-03")
    rating: int = parameter(about="his rating", item="F-03", low=1, high=6)
    side: Literal["ottoman", "christian", "by_variant"] = parameter(
        about="his side; by_variant: Ottoman if Radu is Muslim, Christian if loyal", item="F-03"
    )

    @property
    def shown(self) -> str:
        """His name for people."""
        return self.name or in_words(self.id)

    def side_in(self, radu: str) -> str:
        """F-01, F-03 His side in a variant: `ottoman` or `christian`."""
        if self.side == "by_variant":
            return "ottoman" if radu == "muslim" else "christian"
        return self.side


class Camp(Setup):
    """F-05 A general's army at the start."""

    area: str = parameter(about="the id of the area where he stands", item="F-05")
    troops: int = parameter(about="troops that he leads", item="F-06", low=0)


class Forces(Setup):
    """F-05 Where everything stands at the start of a variant."""

    armies: dict[str, Camp] = parameter(about="general = {area, troops}; who is left out takes no part", item="F-05")
    garrisons: dict[str, Number] = parameter(about="area = Christian troops in its castle", item="F-05")
    impalements: dict[str, Number] = parameter(about="area = impalements there, Christian pieces", item="F-05")
    loose: dict[str, Number] = parameter(
        {}, about="area = field troops without a general, Ottoman in Rumelia, else Christian", item="F-05"
    )


class Pieces(Setup):
    """F-02 The pieces in the box."""

    ottoman: int = parameter(72, about="Ottoman troop pieces", item="F-02", low=1, high=250)
    christian: int = parameter(36, about="Christian troop pieces", item="F-02", low=1, high=250)


class Start(Setup):
    """F-05 Pieces, generals and both variants' set-ups."""

    pieces: Pieces = parameter(about="the pieces of each side", item="F-02")
    generals: list[General] = parameter(about="the generals, in the order of jump attempts", item="F-03")
    muslim: Forces = parameter(about="the set-up if Radu is Muslim", item="F-05")
    loyal: Forces = parameter(about="the set-up if Radu is loyal", item="F-05")


class ForestData(Setup):
    """What stands in `[data]`, or by default in scenarios/data/forest."""

    map: Map | None = parameter(
        None, about="the map: castles, hideout and areas, each with id, region and neighbours", item="F-08"
    )
    start: Start | None = parameter(None, about="pieces, generals and the set-up of either variant", item="F-05")
