#!/usr/bin/env python3
"""frame.py [PLATFORM]: broadcasts of a node by algorithm and size, as a pandas frame.

libturnstile by ctypes: no binding has to be built. Without pandas `frame` gives a list of
dictionaries, one for each row, with numbers where the columns hold numbers. TURNSTILE_LIBRARY names
the library where the system does not find it.
"""
import csv
import ctypes
import ctypes.util
import io
import os
import sys

ALGORITHMS = ["direct-read", "k-nomial", "scatter-allgather", "binomial"]
SIZES = [4096, 65536, 1048576]


class Error(ctypes.Structure):
    _fields_ = [("domain", ctypes.c_uint32), ("code", ctypes.c_int), ("message", ctypes.c_char_p)]


class Case(ctypes.Structure):
    """TurnstileCase, field by field; all zero is the default."""
    _fields_ = [
        ("platform", ctypes.c_void_p), ("kernel", ctypes.c_int),
        ("values", ctypes.c_void_p), ("n_values", ctypes.c_size_t),
        ("collective", ctypes.c_char_p), ("algorithm", ctypes.c_char_p),
        ("settings", ctypes.c_void_p), ("n_settings", ctypes.c_size_t),
        ("mechanism", ctypes.c_char_p), ("backing", ctypes.c_int), ("buffers", ctypes.c_int),
        ("mapping", ctypes.c_char_p), ("ranks", ctypes.c_int), ("root", ctypes.c_int),
        ("in_place", ctypes.c_int), ("type", ctypes.c_int), ("bytes", ctypes.c_size_t),
        ("counts", ctypes.c_void_p), ("n_counts", ctypes.c_size_t),
    ]


def load():
    name = os.environ.get("TURNSTILE_LIBRARY") or ctypes.util.find_library("turnstile")
    lib = ctypes.CDLL(name or "libturnstile.so.0")
    error = ctypes.POINTER(ctypes.POINTER(Error))
    lib.turnstile_platform_new.restype = ctypes.c_void_p
    lib.turnstile_platform_new.argtypes = [ctypes.c_char_p, error]
    lib.turnstile_platform_free.argtypes = [ctypes.c_void_p]
    lib.turnstile_study_new.restype = ctypes.c_void_p
    lib.turnstile_study_new.argtypes = [ctypes.c_void_p]
    lib.turnstile_study_free.argtypes = [ctypes.c_void_p]
    lib.turnstile_study_add.argtypes = [ctypes.c_void_p, ctypes.POINTER(Case), error]
    lib.turnstile_study_run.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, error]
    # Not c_char_p, which would lose the address that has to be freed.
    lib.turnstile_study_csv.restype = ctypes.c_void_p
    lib.turnstile_study_csv.argtypes = [ctypes.c_void_p]
    return lib


def number(text):
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


def frame(text):
    """The rows of a CSV as a pandas frame, or, without pandas, as a list of dictionaries."""
    try:
        import pandas
    except ImportError:
        rows = csv.DictReader(io.StringIO(text))
        return [{name: number(cell) for name, cell in row.items()} for row in rows]
    return pandas.read_csv(io.StringIO(text))


def broadcasts(lib, name):
    """The rows of all broadcasts as text."""
    error = ctypes.POINTER(Error)()

    def check(result):
        if not result:
            raise RuntimeError(error.contents.message.decode())
        return result

    platform = check(lib.turnstile_platform_new(name.encode(), ctypes.byref(error)))
    study = lib.turnstile_study_new(None)
    for algorithm in ALGORITHMS:
        for size in SIZES:
            case = Case(platform=platform, collective=b"bcast", algorithm=algorithm.encode(),
                        ranks=16, bytes=size)
            check(lib.turnstile_study_add(study, ctypes.byref(case), ctypes.byref(error)))
    check(lib.turnstile_study_run(study, None, None, ctypes.byref(error)))
    address = lib.turnstile_study_csv(study)
    text = ctypes.string_at(address).decode()
    ctypes.CDLL(None).free(ctypes.c_void_p(address))
    lib.turnstile_study_free(study)
    lib.turnstile_platform_free(platform)
    return text


def main():
    rows = frame(broadcasts(load(), sys.argv[1] if len(sys.argv) > 1 else "knl"))
    columns = ["algorithm", "size_bytes", "avg_us"]
    if isinstance(rows, list):
        for row in rows:
            print(*[row[c] for c in columns])
    else:
        print(rows[columns].to_string(index=False, header=False))


if __name__ == "__main__":
    main()
