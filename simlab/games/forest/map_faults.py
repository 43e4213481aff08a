"""What is wrong with a map (F-08 to F-12), all of it at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from simlab.contract import Fault
from simlab.games.forest.campaign_state import MOST_NEIGHBOURS
from simlab.games.forest.data import Area, Map

AREAS = ("data", "map", "areas")
MOST_AREAS = 250
CHRISTIAN_HOME = ("wallachia", "transylvania")


def map_faults(board: Map) -> Iterable[Fault]:
    """F-08 Everything that keeps a map from being played on."""
    if len(board.areas) > MOST_AREAS:
        yield Fault(AREAS, f"{len(board.areas)} areas, more than {MOST_AREAS}", "F-08")
        return
    places: dict[str, int] = {}
    for place, area in enumerate(board.areas):
        if area.id in places:
            yield Fault((*AREAS, place, "id"), f"area {places[area.id] + 1} of the list has this id as well", "F-08")
        places.setdefault(area.id, place)
    for place, area in enumerate(board.areas):
        yield from _faults_of_links(area, place, board.areas, places)
        yield from _faults_of_castle(area, place)
        if (area.x is None) != (area.y is None):
            yield Fault((*AREAS, place), f"{area.id}: give both x and y, or neither", "F-08")
    yield from _faults_of_counts(board)
    yield from _fault_of_hideout(board, places)
    yield from _faults_of_islands(board.areas)


def no_such(what: str, word: str, names: Iterable[str]) -> str:
    """`no such area` with the nearest name, or with all of them where none is near."""
    names = list(names)
    close = get_close_matches(word, names, 1, 0.6)
    if close:
        return f"no such {what}; did you mean {close[0]}?"
    return f"no such {what}. There are: {', '.join(names)}" if names else f"no such {what}; there is none"


def _faults_of_links(area: Area, place: int, areas: list[Area], places: Mapping[str, int]) -> Iterator[Fault]:
    """F-08 Links lead to other areas of the map, once, and are named at both ends."""
    named = Counter(area.neighbours)
    if len(named) > MOST_NEIGHBOURS:
        message = f"{area.id} has {len(named)} neighbours, more than {MOST_NEIGHBOURS}"
        yield Fault((*AREAS, place, "neighbours"), message, "F-08")
    for other, times in named.items():
        path = (*AREAS, place, "neighbours", area.neighbours.index(other))
        if other not in places:
            yield Fault(path, f"{area.id}: {no_such('area', other, places)}", "F-08")
        elif other == area.id:
            yield Fault(path, f"{area.id} is no neighbour of itself", "F-08")
        elif area.id not in areas[places[other]].neighbours:
            message = f"{area.id} names {other}, but {other} does not name {area.id}; a link is named at both ends"
            yield Fault(path, message, "F-08")
        if times > 1:
            yield Fault(path, f"{area.id} names {other} {times} times", "F-08")


def _faults_of_castle(area: Area, place: int) -> Iterator[Fault]:
    """F-12 Castles stand on clear ground in the regions that decide the game (F-66)."""
    if not area.castle:
        return
    if area.region not in CHRISTIAN_HOME:
        message = f"{area.id}: castles stand in Wallachia or Transylvania, not in {area.region.capitalize()}"
        yield Fault((*AREAS, place, "towers"), message, "F-66")
    if area.terrain == "mountain":
        message = f"{area.id}: no castle in a mountain area, which Ottomans cannot enter"
        yield Fault((*AREAS, place, "towers"), message, "F-09")


def _faults_of_counts(board: Map) -> Iterator[Fault]:
    """F-66 As many castles as the map is meant to have, one of them in Wallachia; somewhere for Ottomans to start."""
    castles = [area.id for area in board.areas if area.castle]
    if len(castles) != board.castles:
        listed = f": {', '.join(castles)}" if castles else ""
        message = f"castles = {board.castles}, but {len(castles)} areas have towers{listed}"
        yield Fault(("data", "map", "castles"), message, "F-66")
    if not any(area.castle and area.region == "wallachia" for area in board.areas):
        yield Fault(AREAS, "no castle in Wallachia; both variants are decided there", "F-66")
    if not any(area.region == "rumelia" and area.terrain == "clear" for area in board.areas):
        yield Fault(AREAS, "no clear area in Rumelia; Ottomans start there", "F-05")


def _fault_of_hideout(board: Map, places: Mapping[str, int]) -> Iterator[Fault]:
    """F-10 The hideout is an area of Dracula's home."""
    path = ("data", "map", "hideout")
    if board.hideout not in places:
        yield Fault(path, no_such("area", board.hideout, places), "F-10")
    elif board.areas[places[board.hideout]].region not in CHRISTIAN_HOME:
        region = board.areas[places[board.hideout]].region.capitalize()
        yield Fault(path, f"must lie in Wallachia or Transylvania; {board.hideout} lies in {region}", "F-10")


def _faults_of_islands(areas: list[Area]) -> Iterator[Fault]:
    """F-08 From every area one gets to every other."""
    parts = sorted(_parts(areas), key=len, reverse=True)
    for part in parts[1:]:
        unreached = ", ".join(area.id for area in areas if area.id in part)
        yield Fault(AREAS, f"no way leads from the other areas to {unreached}", "F-08")


def _parts(areas: list[Area]) -> Iterator[set[str]]:
    """The areas that hang together, each part of the map once."""
    links: dict[str, set[str]] = {area.id: set() for area in areas}
    for area in areas:
        for other in set(area.neighbours) & links.keys():
            links[area.id].add(other)
            links[other].add(area.id)
    while links:
        part: set[str] = set()
        reached = {next(iter(links))}
        while reached:
            part |= reached
            reached = {other for name in reached for other in links[name]} - part
        for name in part:
            del links[name]
        yield part
