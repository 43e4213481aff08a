"""Changes of the rules' sources: of one pip, that have to be found, and pure refactorings, that have to leave no trace.

A change is looked for in all files below a game's folder, so that it follows a rule that moves to another file. It must
be found exactly once, and inside the rule that is named, or the test says that the plant has to be renewed.
"""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Plant:
    """In `game`, inside the function `rule` (or the table of numbers.toml): `old`, a regular expression, to `new`."""

    scenario: str
    rule: str
    old: str
    new: str
    everywhere: bool = False  # every place in the rule, as for a new name

    @property
    def id(self) -> str:
        """What pytest calls it."""
        return f"{Path(self.scenario).stem}-{self.rule}"

    def put_into(self, package: Path) -> None:
        """Edit the one place in a copy of the package. Raises AssertionError if it is not there exactly once."""
        game = self.scenario.split("/")[0]
        head = rf"def {self.rule}\(" if "[" not in self.rule else re.escape(self.rule)
        found = []
        for file in sorted((package / "games" / game).rglob("*")):
            if file.suffix in (".py", ".toml"):
                text = file.read_text()
                for block in re.finditer(rf"^{head}.*?(?=\n\n\n|\n\[|\Z)", text, re.MULTILINE | re.DOTALL):
                    found.append((file, text, block))
        assert len(found) == 1, f"{self.id}: the rule stands in {len(found)} places; renew this plant"
        file, text, block = found[0]
        new, times = re.subn(self.old, self.new, block.group())
        assert times >= 1 if self.everywhere else times == 1, f"{self.id}: {self.old!r} found {times} times; renew it"
        file.write_text(text[: block.start()] + new + text[block.end() :])


SIEGE, SUPPLY, STORM = "forest/siege_starving.toml", "forest/supply_two_turns.toml", "forest/storm_four_towers.toml"
MORALE, ORDER = "forest/morale_six_stakes.toml", "forest/turn_order_dracula.toml"
UNDERWORLD, OUTPOST = "vlad/underworld_dead_archer.toml", "vlad/outpost_three_inside.toml"
PLAGUE, HUNT = "vlad/plague_distance_twelve.toml", "vlad/hunt_gate_guards.toml"
UNMASK, COMBAT = "vampire/unmask_all_vampires.toml", "vampire/combat_water_attack.toml"

#: A die, a card, a turn or a number off by one.
ONE_PIP = (
    Plant(SUPPLY, "starves", r"roll <= rules\.starve_max", "roll < rules.starve_max"),
    Plant(SUPPLY, "[starve_max]", r"value = \d", "value = 4"),
    Plant(MORALE, "goes_on", r"roll >= rules\.morale_min", "roll > rules.morale_min"),
    Plant(SIEGE, "castle_falls", r"roll <= count", "roll < count"),
    Plant(SIEGE, "turns_besieged", r"turn - 1", "turn"),
    Plant(STORM, "is_hit", r"roll >= rules\.hit_min", "roll > rules.hit_min"),
    Plant(ORDER, "alters", r"roll < rating", "roll <= rating"),
    Plant(UNDERWORLD, "turns_until_return", r"waited = 0 if", "waited = 1 if"),
    Plant(UNDERWORLD, "road_turn", r"die\(event, 0, FACES\)", "die(event, 0, FACES - 1)"),
    Plant(OUTPOST, "outpost_hit", r"outpost_damage\[inside\]", "outpost_damage[inside] + 1"),
    Plant(PLAGUE, "plague_loss", r"rules\.plague_damage", "rules.plague_damage + 1"),
    Plant(HUNT, "answer_loss", r"roll - defence", "roll + 1 - defence"),
    Plant(UNMASK, "who_is_asked", r"return asked <= new_vampires,", "return asked < new_vampires,"),
    Plant(COMBAT, "beats", r"attack > defence or", "attack >= defence or"),
    Plant(COMBAT, "valid_colours", r"revealed:\n        colours \|= RED", "revealed:\n        colours |= 0"),
)

#: Names, places and forms of the same rule.
REFACTORINGS = (
    Plant(SUPPLY, "starve", r"\bleft\b", "alive", everywhere=True),
    Plant(SUPPLY, "starves", r"return (roll) <= (rules\.starve_max)", r"limit = \2\n    return not \1 > limit"),
    Plant(
        MORALE, "goes_on", r"return roll >= rules\.morale_min", "enough = rules.morale_min\n    return enough <= roll"
    ),
    Plant(MORALE, "face_impalements", r"\bmarkers\b", "stakes", everywhere=True),
    Plant(SIEGE, "castle_falls", r"return roll <= count", "return count >= roll"),
    Plant(SIEGE, "siege_roll", r"(    event = [^\n]*\n)(    number = 0\n)", r"\2\1"),
    Plant(STORM, "pair_losses", r"return (.*), (.*)$", r"first, second = \1, \2\n    return first, second"),
    Plant(STORM, "storm_round", r"(\n +attackers_lost \+= [^\n]*)(\n +defenders_lost \+= [^\n]*)", r"\2\1"),
    Plant(UNDERWORLD, "walk", r"square \+ roll", "roll + square", everywhere=True),
    Plant(OUTPOST, "under_fire", r"\bhits\b", "taken", everywhere=True),
    Plant(PLAGUE, "way_to_church", r"turn, walked = 0, 0", "walked = 0\n    turn = 0"),
    Plant(
        ORDER,
        "alters",
        r"(?s)def alters\((.*?)\):(.*)return roll < rating",
        r"def below(a, b):\n    return a < b\n\n\n@rule\ndef alters(\1):\2return below(roll, rating)",
    ),
    Plant(UNMASK, "unmask", r"(\n +vampires \+= [^\n]*)(\n +humans \+= [^\n]*)", r"\2\1"),
    Plant(COMBAT, "beats", r"attack > defence or (\(.*\))", r"\1 or defence < attack"),
)


def copy_of_the_project(folder: Path) -> Path:
    """A copy of package and scenarios to plant changes in; gives the package."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("simlab", "scenarios"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    return folder / "simlab"
