"""Section K: the six slow models of "I Am Vlad", by name."""

from . import vlad_duel, vlad_game, vlad_hunt, vlad_outpost, vlad_plague, vlad_underworld

MODELS = {
    "underworld": vlad_underworld,
    "hunt": vlad_hunt,
    "duel": vlad_duel,
    "outpost": vlad_outpost,
    "plague": vlad_plague,
    "game": vlad_game,
}
