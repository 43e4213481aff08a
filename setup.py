"""Decks, boards and maps lie in scenarios/data, where people look for them, and are installed inside the package."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["simlab", "simlab.*"]), "simlab.data"],
    package_dir={"simlab.data": "scenarios/data"},
    package_data={"simlab.games": ["**/*.toml"], "simlab.data": ["*/*.toml", "*/*.txt"]}
    | {"simlab.report.page": ["templates/*.j2", "style.css", "page.js"]},
)
