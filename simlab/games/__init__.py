"""The games of simlab. A new game is a folder here and one entry in GAMES."""

from simlab.games import forest, vampire, vlad

GAMES = {game.name: game for game in (forest.GAME, vlad.GAME, vampire.GAME)}
