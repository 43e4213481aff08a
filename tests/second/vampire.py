"""Section 11: the three slow models of "Vampire Empire", by name."""

from . import vampire_combat, vampire_game, vampire_unmask

MODELS = {
    "combat": vampire_combat,
    "unmask": vampire_unmask,
    "game": vampire_game,
}
