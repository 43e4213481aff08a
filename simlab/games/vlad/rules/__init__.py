"""The rules of I Am Vlad in the order of the reading: the file s5_v12_… begins with V-12, in section V.

A function names its items in its docstring. What is fought with
(fighters, packs, seats, plans) are rows of state.py; the last arguments say when, under which options (`rules`), and
where random numbers come from (`stream`).
"""
