"""Exact number of uses of holy water (E-65), use by use."""

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vampire.rules.s4_unmask import enough_asked, may_be_asked, not_asked
from simlab.solvers.spread import NEGLIGIBLE, spread


def solve_unmask(case: Case, plan, budget: Budget) -> Outcomes:
    """Exact outcomes: mass over the vampires and the humans that were asked."""

    def ask(state):
        vampires, humans = state
        new_vampires, new_humans = map(int, plain(not_asked)(*state, plan))
        candidates = int(plain(may_be_asked)(*state, plan))
        yield (vampires + 1, humans), new_vampires / candidates
        yield (vampires, humans + 1), new_humans / candidates
        yield state, (candidates - new_vampires - new_humans) / candidates

    mass, rows, uses = {(0, 0): 1.0}, {}, 0
    while mass:
        over = [state for state in mass if plain(enough_asked)(*state, plan)]
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
