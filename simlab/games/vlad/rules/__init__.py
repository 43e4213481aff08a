"""The rules of I Am Vlad in the order of the reading: the file s5_v12_… begins with V-12, in section V; p3_… with P-3.

A function names its items in its docstring. What is fought with (fighters, packs, seats, plans) are rows of state.py;
a full game goes from rule to rule as one tuple of rows, `play` (game_state.py). The last arguments say when, under
which options (`rules`), and where random numbers come from (`stream`).
"""
