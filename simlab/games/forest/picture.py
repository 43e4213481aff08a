"""The campaign's map as a picture: areas, castles, mountains, and the set-up of the case's variant."""

from collections.abc import Iterator

from simlab.contract import Case
from simlab.games.forest.data import Area, Forces, General
from simlab.pictures import BoardPicture, Link, Mark, Place

SIDES = ("christian", "ottoman")
MOUNTAIN = "mountain area"


def campaign_picture(case: Case) -> BoardPicture:
    """F-08 The map with the set-up of the case's variant."""
    board, radu = case.data.map, case.setup.radu
    mountains = {area.id for area in board.areas if area.terrain == "mountain"}
    links = {tuple(sorted((area.id, other))): None for area in board.areas for other in area.neighbours}
    return BoardPicture(
        title="The map of the campaign",
        about=f"Set-up with {'a Muslim' if radu == 'muslim' else 'a loyal'} Radu",
        places=tuple(_place(area, case) for area in board.areas),
        links=tuple(Link((one, two), bool({one, two} & mountains)) for one, two in links),
        dashed="way for Christians only",
        event="each castle falls",
        when="turn",
    )


def _place(area: Area, case: Case) -> Place:
    """One area with all that stands in it."""
    forces: Forces = getattr(case.data.start, case.setup.radu)
    at = None if area.x is None or area.y is None else (area.x, area.y)
    column = f"fell_{area.id}" if area.castle else None
    marks = (
        *_ground(area, case.data.map.hideout),
        *_christian_posts(area, forces),
        *_armies(area, forces, case.data.start.generals, case.setup.radu),
    )
    return Place(area.id, area.shown, area.region.capitalize(), marks, at, column)


def _ground(area: Area, hideout: str) -> Iterator[Mark]:
    """F-08 What is printed on an area of the map."""
    if area.terrain == "mountain":
        yield Mark("peak", MOUNTAIN)
    if area.castle:
        yield Mark("castle", "castle and its towers", area.towers)
    if area.village:
        yield Mark("house", "village")
    if area.id == hideout:
        yield Mark("flag", "Dracula recruits here")


def _christian_posts(area: Area, forces: Forces) -> Iterator[Mark]:
    """F-05 Impalements and the garrison of an area."""
    if forces.impalements.get(area.id):
        yield Mark("stake", "impalements", forces.impalements[area.id])
    if area.id in forces.garrisons:
        yield Mark("troops", "Christian troops", text=f"garrison {forces.garrisons[area.id]}")


def _armies(area: Area, forces: Forces, generals: list[General], radu: str) -> Iterator[Mark]:
    """F-05 The armies and loose troops of an area."""
    for general in generals:
        camp = forces.armies.get(general.id)
        if camp is not None and camp.area == area.id:
            yield _troops(general.side_in(radu), f"{general.shown.removeprefix('the ')} {camp.troops}")
    if forces.loose.get(area.id):
        yield _troops(area.side_of_loose, f"loose {forces.loose[area.id]}")


def _troops(side: str, text: str) -> Mark:
    return Mark("troops", f"{side.capitalize()} troops", text=text, side=SIDES.index(side))
