"""MPI from Python without any binding: ctypes loads the library of the standard C ABI.

Arguments: the library. Sends an array of numpy around the ring, sums one over all ranks, gathers
one by MPI_IN_PLACE, calls a Python function as an operator, and looks at an error.
"""

import ctypes
import sys
from ctypes import POINTER, byref, c_char, c_int, c_long, c_void_p

import numpy

# The handles and constants of MPI 5.0, appendix A: numbers that fit a pointer.
WORLD, FLOAT64, SUM, ERRORS_RETURN = 0x101, 0x214, 0x21, 0x143
IN_PLACE, STATUS_IGNORE, MULTIPLE, TRUNCATE, MAX_ERROR_STRING = 1, None, 4096, 15, 512


class Status(ctypes.Structure):
    _fields_ = [("source", c_int), ("tag", c_int), ("error", c_int), ("internal", c_int * 5)]


mpi = ctypes.CDLL(sys.argv[1])
V, I = c_void_p, c_int
for name, types in {
    "Init_thread": (V, V, I, V),
    "Comm_rank": (V, V),
    "Comm_size": (V, V),
    "Comm_set_errhandler": (V, V),
    "Send": (V, I, V, I, I, V),
    "Recv": (V, I, V, I, I, V, V),
    "Isend": (V, I, V, I, I, V, V),
    "Wait": (V, V),
    "Get_count": (V, V, V),
    "Allreduce": (V, V, I, V, V, V),
    "Allgather": (V, I, V, V, I, V, V),
    "Op_create": (V, I, V),
    "Op_free": (V,),
    "Error_class": (I, V),
    "Error_string": (I, V, V),
    "Finalize": (),
}.items():
    getattr(mpi, "MPI_" + name).argtypes = types


def call(name, *arguments):
    code = getattr(mpi, "MPI_" + name)(*arguments)
    if code:
        text, length = ctypes.create_string_buffer(MAX_ERROR_STRING), c_int()
        mpi.MPI_Error_string(code, text, byref(length))
        raise RuntimeError(f"MPI_{name}: {text.value.decode()}")


provided, rank, size = c_int(), c_int(), c_int()
call("Init_thread", None, None, MULTIPLE, byref(provided))
call("Comm_rank", WORLD, byref(rank))
call("Comm_size", WORLD, byref(size))
call("Comm_set_errhandler", WORLD, ERRORS_RETURN)
rank, size = rank.value, size.value

for n in 1, 1000, 1_000_000:  # an array around the ring, each rank adds its number
    there, back = numpy.arange(n, dtype=float) + rank, numpy.empty(n)
    request, status, count = c_void_p(), Status(), c_int()
    call("Isend", there.ctypes.data, n, FLOAT64, (rank + 1) % size, n, WORLD, byref(request))
    call("Recv", back.ctypes.data, n, FLOAT64, (rank - 1) % size, n, WORLD, byref(status))
    call("Wait", byref(request), STATUS_IGNORE)
    call("Get_count", byref(status), FLOAT64, byref(count))
    assert (status.source, status.tag, count.value) == ((rank - 1) % size, n, n)
    assert (back == numpy.arange(n) + (rank - 1) % size).all()

mine, total = numpy.full(1000, rank + 1.0), numpy.empty(1000)
call("Allreduce", mine.ctypes.data, total.ctypes.data, 1000, FLOAT64, SUM, WORLD)
assert (total == size * (size + 1) / 2).all()

every = numpy.zeros(size)
every[rank] = rank * rank
call("Allgather", IN_PLACE, 0, None, every.ctypes.data, 1, FLOAT64, WORLD)
assert (every == numpy.arange(size) ** 2).all()


# A Python function as an operator: the library's Java calls it from inside MPI_Allreduce.
@ctypes.CFUNCTYPE(None, POINTER(c_double := ctypes.c_double), POINTER(c_double), POINTER(c_int), V)
def largest(values, into, n, datatype):
    for i in range(n[0]):
        into[i] = max(into[i], values[i])


op, top = c_void_p(), numpy.empty(1000)
call("Op_create", largest, 1, byref(op))
call("Allreduce", mine.ctypes.data, top.ctypes.data, 1000, FLOAT64, op, WORLD)
call("Op_free", byref(op))
assert (top == size).all()

try:  # an error is an exception with the library's sentence
    call("Send", mine.ctypes.data, 1, FLOAT64, size + 7, 0, WORLD)
    raise AssertionError("MPI_Send to no rank")
except RuntimeError as error:
    assert "MPI_ERR_RANK" in str(error), error
    text = str(error).splitlines()[0]

call("Finalize")
print(f"rank {rank} of {size}: numpy {numpy.__version__}, sum {total[0]:.0f}, threads {provided.value}; {text}")
