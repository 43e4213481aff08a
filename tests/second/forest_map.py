"""Section 10: the default map, generals and set-ups as plain data, and distances over terrain.

A map is {area id: {"region", "terrain", "towers", "village", "neighbours"}}; the order of the areas
is the order of the area table, so "lowest area" is the first one.  A start is, for each side,
{"armies": {general: (area, troops)}, "garrisons", "loose", "impalements": {area: troops}}.
"""

from .forest_shared import need

SIDES = ("ottoman", "christian")
OTHER = {"ottoman": "christian", "christian": "ottoman"}
NOWHERE = 10**6  # more moves than any way has
SECRET_BASE = "poenari"
REGIONS = ("wallachia", "transylvania", "moldavia", "rumelia")

# id, region, terrain, towers (0: no castle), village, neighbours
TABLE = (
    ("vidin", "rumelia", "clear", 0, True, "nicopolis severin craiova"),
    ("nicopolis", "rumelia", "clear", 0, True, "vidin rusciuk craiova slatina"),
    ("rusciuk", "rumelia", "clear", 0, True, "nicopolis silistra giurgiu"),
    ("silistra", "rumelia", "clear", 0, True, "rusciuk dobruja baragan"),
    ("dobruja", "rumelia", "clear", 0, False, "silistra braila"),
    ("severin", "wallachia", "clear", 2, False, "vidin craiova parang hunedoara"),
    ("craiova", "wallachia", "clear", 0, True, "vidin nicopolis severin slatina arges parang"),
    ("slatina", "wallachia", "clear", 0, False, "nicopolis craiova arges pitesti giurgiu"),
    ("arges", "wallachia", "clear", 0, False, "craiova slatina pitesti poenari parang sibiu"),
    ("pitesti", "wallachia", "clear", 0, True, "slatina arges campulung targoviste bucharest poenari"),
    ("campulung", "wallachia", "clear", 0, True, "pitesti targoviste poenari bucegi bran"),
    ("targoviste", "wallachia", "clear", 4, False, "pitesti campulung bucharest buzau bucegi"),
    ("giurgiu", "wallachia", "clear", 2, False, "rusciuk slatina bucharest baragan"),
    ("bucharest", "wallachia", "clear", 3, False, "pitesti targoviste giurgiu baragan buzau"),
    ("baragan", "wallachia", "clear", 0, False, "silistra giurgiu bucharest buzau braila"),
    ("buzau", "wallachia", "clear", 0, True, "targoviste bucharest baragan braila bucegi brasov vrancea_mts focsani"),
    ("braila", "wallachia", "clear", 2, False, "dobruja baragan buzau focsani"),
    ("poenari", "wallachia", "mountain", 0, False, "arges pitesti campulung bucegi fagaras_mts"),
    ("parang", "wallachia", "mountain", 0, False, "severin craiova arges hunedoara sibiu"),
    ("bucegi", "wallachia", "mountain", 0, False, "campulung targoviste buzau poenari bran brasov"),
    ("hunedoara", "transylvania", "clear", 3, False, "severin parang sibiu"),
    ("sibiu", "transylvania", "clear", 3, False, "arges parang hunedoara fagaras sighisoara fagaras_mts"),
    ("fagaras", "transylvania", "clear", 0, True, "sibiu bran brasov sighisoara fagaras_mts"),
    ("bran", "transylvania", "clear", 2, False, "campulung bucegi fagaras brasov fagaras_mts"),
    ("brasov", "transylvania", "clear", 3, False, "buzau bucegi fagaras bran sighisoara vrancea_mts bacau"),
    ("sighisoara", "transylvania", "clear", 0, True, "sibiu fagaras brasov"),
    ("fagaras_mts", "transylvania", "mountain", 0, False, "poenari sibiu fagaras bran"),
    ("vrancea_mts", "transylvania", "mountain", 0, False, "buzau brasov focsani bacau"),
    ("focsani", "moldavia", "clear", 0, True, "buzau braila vrancea_mts bacau"),
    ("bacau", "moldavia", "clear", 0, True, "brasov vrancea_mts focsani"),
)


def area(line):
    """F-08: one line of the table as a dict."""
    _, region, terrain, towers, village, neighbours = line
    names = tuple(neighbours.split())
    return {"region": region, "terrain": terrain, "towers": towers, "village": village, "neighbours": names}


MAP = {line[0]: area(line) for line in TABLE}

# F-03; the order is that of the jump attempts (F-23)
RATINGS = {"dracula": 4, "radu": 3, "sultan": 2, "mahmud": 2, "omer": 2, "ali": 2, "evrenos": 2}
PIECES = {"ottoman": 72, "christian": 36}  # F-02

WALLACHIA = {"severin": 2, "giurgiu": 2, "bucharest": 3, "targoviste": 4, "braila": 2}
START_MUSLIM = {
    "christian": {
        "armies": {"dracula": ("pitesti", 12)},
        "garrisons": WALLACHIA | {"hunedoara": 2, "sibiu": 2, "bran": 1, "brasov": 2},
        "impalements": {"slatina": 2, "arges": 2},
    },
    "ottoman": {
        "armies": {
            "sultan": ("nicopolis", 12),
            "omer": ("nicopolis", 12),
            "mahmud": ("rusciuk", 12),
            "radu": ("silistra", 12),
            "ali": ("vidin", 12),
            "evrenos": ("dobruja", 12),
        },
    },
}
START_LOYAL = {
    "christian": {
        "armies": {"dracula": ("pitesti", 10), "radu": ("brasov", 6)},
        "garrisons": WALLACHIA | {"hunedoara": 1, "sibiu": 1, "bran": 1, "brasov": 1},
        "impalements": {"slatina": 3},
    },
    "ottoman": {
        "armies": {
            "sultan": ("nicopolis", 12),
            "omer": ("nicopolis", 12),
            "mahmud": ("rusciuk", 12),
            "evrenos": ("silistra", 12),
            "ali": ("vidin", 12),
        },
    },
}
STARTS = {"muslim": START_MUSLIM, "loyal": START_LOYAL}


def check_map(areas):
    """F-08: known regions and terrains, neighbours on both sides of every link."""
    for name, here in areas.items():
        need(here["region"] in REGIONS and here["terrain"] in ("clear", "mountain"), "map: " + name)
        for other in here["neighbours"]:
            need(other in areas and name in areas[other]["neighbours"], "map: a link has one end only")


def may_enter(side, here):
    """F-09: the terrain that a side may enter."""
    return side == "christian" or here["terrain"] == "clear"


def moves_from(areas, start, side):
    """Section 12: fewest moves to every area over terrain that the side may enter."""
    far = dict.fromkeys(areas, NOWHERE)
    far[start] = 0
    edge = [start]
    while edge:
        reached = []
        for name in edge:
            for other in areas[name]["neighbours"]:
                if far[other] == NOWHERE and may_enter(side, areas[other]):
                    far[other] = far[name] + 1
                    reached.append(other)
        edge = reached
    return far


def all_moves(areas):
    """Section 12: fewest moves by side, start and end."""
    return {side: {name: moves_from(areas, name, side) for name in areas} for side in SIDES}
