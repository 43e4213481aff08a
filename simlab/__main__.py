"""python -m simlab"""

from simlab.cli import program

program()
