"""Exact number of uses of holy water (E-65), use by use."""

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vampire.rules.s4_unmask import is_over
from simlab.solvers.spread import NEGLIGIBLE, spread


def solve_unmask(case: Case, plan, budget: Budget) -> Outcomes:
    """Exact outcomes: mass over the vampires and the humans that were asked."""
    humans_in_all = int(plan.unknown - plan.vampires)

    def ask(state):
        vampires, humans = state
        new = (int(plan.vampires) - vampires, humans_in_all - humans)
        of = int(plan.unknown) if plan.repeats else sum(new)
        yield (vampires + 1, humans), new[0] / of
        yield (vampires, humans + 1), new[1] / of
        yield state, (of - sum(new)) / of

    mass, rows, uses = {(0, 0): 1.0}, {}, 0
    while mass:
        over = [state for state in mass if plain(is_over)(*state, plan)]
        if over:
            rows[(uses,)] = sum(mass.pop(state) for state in over)
        if uses == plan.max_uses or sum(mass.values()) <= NEGLIGIBLE:
            break
        budget.spend(30 * len(mass))
        mass = {state: chance for state, chance in spread(mass, ask).items() if chance > 0}
        uses += 1
    if uses == plan.max_uses and mass:
        rows[(uses,)] = rows.get((uses,), 0.0) + sum(mass.values())
        mass = {}
    return case.outcomes(rows, ("uses",), lost=sum(mass.values()))
