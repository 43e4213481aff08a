"""Rules are linked into kernels without being optimised one by one (see compiled.rule).

numba optimises a function together with everything that it calls and turns it into machine code, again for each level
of calls above it; a game of many small rules would take minutes. This replaces two steps inside numba for functions
that are marked as rules; where numba looks different from the versions that were tried, everything stays as it is.
"""

import threading
from contextlib import contextmanager

from numba.core import codegen

_state = threading.local()


@contextmanager
def compiling(as_rule: bool):
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


def _install() -> None:
    library, generator = codegen.JITCodeLibrary, codegen.JITCPUCodegen
    finalize, set_env = library.finalize, generator.set_env

    def finalize_or_link(self):
        if getattr(_state, "as_rule", False):
            _link_only(self)
        else:
            finalize(self)

    def set_env_if_there(self, env_name, env):
        # A rule has no machine code of its own, so it has no place for numba's environment either; rules use none.
        if self._engine.is_symbol_defined(env_name):
            set_env(self, env_name, env)

    library.finalize, generator.set_env = finalize_or_link, set_env_if_there


if hasattr(codegen, "JITCodeLibrary") and hasattr(codegen, "JITCPUCodegen"):
    _install()
