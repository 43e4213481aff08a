"""Compiled games that are heard: `tell` calls the witness of this process, as it does in plain Python.

Only for a process of its own that has its own folder of compiled code (SIMLAB_CACHE_DIR), since from `hear_compiled` on
everything is compiled so.
"""

import ctypes

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin

from simlab.chance import witness

SYMBOL = "simlab_tests_tell"
CALLED = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64))
INT64 = ir.IntType(64)
_failure: list[BaseException] = []


@CALLED
def _told(count, numbers):
    """Hands on what compiled rules tell; the first exception is kept, since none can pass through compiled code."""
    if not _failure:
        try:
            witness.tell(*numbers[:count])
        except BaseException as failure:  # raised again by `heard`
            _failure.append(failure)


def hear_compiled():
    """From now on what is compiled in this process calls `tell`; to be done before anything is."""
    binding.add_symbol(SYMBOL, ctypes.cast(_told, ctypes.c_void_p).value)

    @lower_builtin(witness.tell, types.VarArg(types.Any))
    def lower(context, builder, signature, arguments):
        numbers = cgutils.alloca_once(builder, INT64, size=len(arguments))
        for place, (kind, argument) in enumerate(zip(signature.args, arguments)):
            number = context.cast(builder, argument, kind, types.int64)
            builder.store(number, builder.gep(numbers, [INT64(place)]))
        shape = ir.FunctionType(ir.VoidType(), [INT64, INT64.as_pointer()])
        told = cgutils.get_or_insert_function(builder.module, shape, SYMBOL)
        builder.call(told, [INT64(len(arguments)), numbers])
        return context.get_dummy_value()


def heard(function, *arguments):
    """Calls a compiled function; raises what a listener has raised."""
    _failure.clear()
    function(*arguments)
    if _failure:
        raise _failure[0]
