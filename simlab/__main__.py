"""python -m simlab"""

from simlab.cli import main

main(prog_name="simlab")
