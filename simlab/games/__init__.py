"""The games of simlab. A new game is a folder here and one entry in GAMES."""

import importlib
from collections import UserDict
from typing import Any

from simlab.contract import Game


class Games(UserDict[str, Any]):
    """Games by name; one that is not there yet is imported when it is asked for, as who plays one needs no other."""

    def __getitem__(self, name: str) -> Game:
        game = self.data[name] or importlib.import_module(f"simlab.games.{name}").GAME
        self.data[name] = game
        return game


GAMES = Games(dict.fromkeys(("forest", "vlad", "vampire")))
