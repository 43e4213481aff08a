"""What is wrong with a set-up (F-05, F-06), all of it at once."""

from collections.abc import Iterable, Iterator, Mapping

from simlab.contract import Case, Fault
from simlab.games.forest.campaign_state import VARIANTS
from simlab.games.forest.chits import MOST_GENERALS
from simlab.games.forest.data import Area, Forces, Start
from simlab.games.forest.map_faults import CHRISTIAN_HOME, no_such

PATH = ("data", "start")


def start_faults(case: Case) -> Iterable[Fault]:
    """F-06 Everything that makes a set-up illegal: names in both variants, numbers and places in the case's own."""
    start, areas = case.data.start, {area.id: area for area in case.data.map.areas}
    yield from _faults_of_generals(start)
    for variant in VARIANTS:
        yield from _unknown_names(variant, getattr(start, variant), start, areas)
    forces, path = getattr(start, case.setup.radu), (*PATH, case.setup.radu)
    if "dracula" not in forces.armies and any(general.id == "dracula" for general in start.generals):
        yield Fault((*path, "armies"), "Dracula takes part in every game; give him an army, if need be of 0", "F-05")
    for table, name, area, side in places_taken(forces, start, areas, case.setup.radu):
        yield from _faults_of_place((*path, table, name), area, side)
    yield from _faults_of_numbers(forces, areas, case.rules, path)
    yield from _faults_of_pieces(case, forces, areas)


def places_taken(
    forces: Forces, start: Start, areas: Mapping[str, Area], radu: str
) -> Iterator[tuple[str, str, Area, str]]:
    """F-05 What stands where at the start, as far as its names are known: (table, key, area, side)."""
    sides = {general.id: general.side_in(radu) for general in start.generals}
    for general, camp in forces.armies.items():
        if general in sides and camp.area in areas:
            yield "armies", general, areas[camp.area], sides[general]
    for table in ("garrisons", "impalements", "loose"):
        for name in (name for name in getattr(forces, table) if name in areas):
            yield table, name, areas[name], areas[name].side_of_loose if table == "loose" else "christian"


def _faults_of_generals(start: Start) -> Iterator[Fault]:
    """F-03 Generals are told apart, and Dracula is one of them."""
    path, seen = (*PATH, "generals"), set()
    for place, general in enumerate(start.generals):
        if general.id in seen:
            yield Fault((*path, place, "id"), "another general has this id", "F-03")
        seen.add(general.id)
        if general.id == "dracula" and general.side != "christian":
            yield Fault((*path, place, "side"), "Dracula is christian", "F-01")
    if len(start.generals) > MOST_GENERALS:
        yield Fault(path, f"{len(start.generals)} generals, more than {MOST_GENERALS}", "F-03")
    if "dracula" not in seen:
        yield Fault(path, "no general has the id dracula", "F-03")


def _unknown_names(variant: str, forces: Forces, start: Start, areas: Mapping[str, Area]) -> Iterator[Fault]:
    """F-05 Names that are neither of the map nor of a general."""
    path, generals = (*PATH, variant), [general.id for general in start.generals]
    for name, camp in forces.armies.items():
        if name not in generals:
            yield Fault((*path, "armies", name), no_such("general", name, generals), "F-03")
        if camp.area not in areas:
            yield Fault((*path, "armies", name, "area"), no_such("area", camp.area, areas), "F-05")
    for table in ("garrisons", "impalements", "loose"):
        for name in getattr(forces, table):
            if name not in areas:
                yield Fault((*path, table, name), no_such("area", name, areas), "F-05")


def _faults_of_place(path: tuple[str, ...], area: Area, side: str) -> Iterator[Fault]:
    """F-05, F-09 Each side sets up at home, and no Ottoman in the mountains."""
    if side == "christian" and area.region not in CHRISTIAN_HOME:
        message = f"Christians set up in Wallachia and Transylvania; {area.id} lies in {area.region.capitalize()}"
        yield Fault(path, message, "F-05")
    if side == "ottoman" and area.region != "rumelia":
        yield Fault(path, f"Ottomans set up in Rumelia; {area.id} lies in {area.region.capitalize()}", "F-05")
    if side == "ottoman" and area.terrain == "mountain":
        yield Fault(path, f"Ottomans do not enter mountain areas, and {area.id} is one", "F-09")


def _faults_of_numbers(
    forces: Forces, areas: Mapping[str, Area], rules: Mapping, path: tuple[str, ...]
) -> Iterator[Fault]:
    """F-06 Armies, garrisons and impalements within their limits."""
    for general, camp in forces.armies.items():
        if camp.troops > rules["army_max"]:
            message = f"{camp.troops} troops; a general leads at most {rules['army_max']} (army_max)"
            yield Fault((*path, "armies", general, "troops"), message, "F-06")
    for name, troops in forces.garrisons.items():
        if name not in areas:
            continue
        towers = areas[name].towers
        if towers is None:
            castles = ", ".join(area.id for area in areas.values() if area.castle)
            yield Fault((*path, "garrisons", name), f"{name} has no castle. Castles: {castles or 'none'}", "F-12")
        elif troops > towers * rules["garrison_per_tower"]:
            most = towers * rules["garrison_per_tower"]
            message = f"{troops} troops; {towers} towers hold at most {most} (garrison_per_tower)"
            yield Fault((*path, "garrisons", name), message, "F-12")
    for name, markers in forces.impalements.items():
        if markers > rules["impalements_max"]:
            message = f"{markers} impalements; at most {rules['impalements_max']} in an area (impalements_max)"
            yield Fault((*path, "impalements", name), message, "F-06")


def pieces_used(forces: Forces, start: Start, areas: Mapping[str, Area], radu: str) -> dict[str, int]:
    """F-02 The pieces that each side has on the map at the start; impalements are Christian ones."""
    used = {"ottoman": 0, "christian": 0}
    for table, name, _, side in places_taken(forces, start, areas, radu):
        used[side] += forces.armies[name].troops if table == "armies" else getattr(forces, table)[name]
    return used


def _faults_of_pieces(case: Case, forces: Forces, areas: Mapping[str, Area]) -> Iterator[Fault]:
    """F-02 No side sets up more pieces than it has."""
    if not case.rules["piece_limit"]:
        return
    start, radu = case.data.start, case.setup.radu
    for side, used in pieces_used(forces, start, areas, radu).items():
        pieces = getattr(start.pieces, side)
        if used > pieces:
            counted = ", impalements counted" if side == "christian" else ""
            message = f"{used} {side.capitalize()} pieces set up{counted}; there are {pieces} (piece_limit)"
            yield Fault((*PATH, radu), message, "F-02")
