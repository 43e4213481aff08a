"""Section 5: who dies, who leaves the castle, who comes up (E-31, E-32, E-37)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s9_end import test_at_once
from simlab.games.vampire.state import CASTLE, CHARACTERS


@rule
def dies(table, secret, character):
    """E-31 A character is dead and leaves; its nature is open; the castle is refilled; the game may be over (E-60)."""
    table.alive[character] = 0
    table.dead_vampires += secret.vampire[character]
    leave_castle(table, character)
    tell(story.DIED, character, secret.vampire[character])
    refill_castle(table, secret)
    test_at_once(table, secret)


@rule
def leave_castle(table, character):
    """E-37 Markers are lost when a character leaves the castle."""
    table.in_castle[character], table.attack_markers[character], table.defence_markers[character] = 0, 0, 0


@rule
def refill_castle(table, secret):
    """E-31, E-32 The top of the city comes into the castle until three are there, while the city lasts."""
    count = 0
    for character in range(CHARACTERS):
        count += table.in_castle[character]
    while count < CASTLE and table.city_count > 0:
        table.in_castle[secret.city[0]] = 1
        tell(story.CAME_UP, secret.city[0])
        table.city_count -= 1
        count += 1
        for place in range(table.city_count):
            secret.city[place] = secret.city[place + 1]
