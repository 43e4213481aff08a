"""Rules are linked into kernels without being optimised one by one (see compiled.rule), and kernels keep to themselves.

numba optimises a function together with everything that it calls and turns it into machine code, again for each level
of calls above it; a game of many small rules would take minutes. So a rule is only linked, and its kernel is optimised
once, as a whole.

In its names of compiled functions numba writes a record type as a number that it counts up in each process. Kernels
that two processes have compiled for two layouts then hold rules of the same name, and a third process that loads both
from the disk would run one layout's rule on the other's rows. So a record is named by its layout, and what is linked
into a kernel is not seen from outside.

This replaces steps inside numba, so pyproject.toml names the version that it was tried with.
"""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core import codegen, types

_state = threading.local()


@contextmanager
def compiling(as_rule: bool) -> Iterator[None]:
    """Within the block functions are compiled as rules, which are only linked, or as kernels."""
    before, _state.as_rule = getattr(_state, "as_rule", False), as_rule
    try:
        yield
    finally:
        _state.as_rule = before


def _link_only(library) -> None:
    """Put a rule together with the rules that it calls, unoptimised and without machine code."""
    library._raise_if_finalized()
    for part in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(part._reload_init)
        library._final_module.link_in(part._get_module_for_linking(), preserve=True)
    library._final_module.verify()
    library._finalized = True


def _record_name(record) -> tuple[str, tuple[str, ...]]:
    """How a record type is written in the name of a compiled function: by its fields and their places."""
    return type(record).__name__, (hashlib.sha256(str(record).encode()).hexdigest()[:16],)


def _install() -> None:
    library, generator = codegen.JITCodeLibrary, codegen.JITCPUCodegen
    finalize, optimise, set_env = library.finalize, library._optimize_final_module, generator.set_env

    def finalize_or_link(self):
        if getattr(_state, "as_rule", False):
            _link_only(self)
        else:
            finalize(self)

    def optimise_with_its_own_rules(self):
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        optimise(self)

    def set_env_if_there(self, env_name, env):
        # A rule has no machine code of its own, so it has no place for numba's environment either; rules use none.
        if self._engine.is_symbol_defined(env_name):
            set_env(self, env_name, env)

    library.finalize = finalize_or_link  # type: ignore[method-assign]  # replacing steps is what this module is for
    library._optimize_final_module = optimise_with_its_own_rules  # type: ignore[method-assign]  # the same
    generator.set_env = set_env_if_there  # type: ignore[method-assign]  # the same
    types.Record.mangling_args = property(_record_name)  # type: ignore[method-assign, assignment]  # the same


_install()
