"""MPI collectives inside a node, simulated: libturnstile by ctypes.

    import turnstile
    rows = turnstile.run(platform="knl", collective="scatter", algorithm="throttled-read",
                         throttle=[2, 4, 8], size="4K..1M")
    print(rows.frame())
    print(turnstile.tune(rows).frame())

Cases are named arguments: options, scenario keys, parameters of algorithms, and {"set.alpha": 2e-6} for
the platform; turnstile.options() lists them. Underscores replace dashes, and lists replace commas.
turnstile.h documents functions and columns. TURNSTILE_LIBRARY is the path of the library; by default it
is searched in the prefix of this file, then in the system.
"""
import ctypes
import ctypes.util
import os
import pathlib

__all__ = ["Case", "Error", "Platform", "Study", "Table", "algorithms", "best", "calibrate", "compare", "explain",
           "measure", "model", "options", "parameters", "platform_names", "read_rows", "replay", "robust",
           "run",
           "tune", "version"]


class Error(RuntimeError):
    """An error of the library, in one line."""


class _GError(ctypes.Structure):
    _fields_ = [("domain", ctypes.c_uint32), ("code", ctypes.c_int), ("message", ctypes.c_char_p)]


_object, _text, _uint = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint
_error = ctypes.POINTER(ctypes.POINTER(_GError))
_progress = ctypes.CFUNCTYPE(ctypes.c_int, _uint, _uint, ctypes.c_void_p)
_write = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)

# Types of results and arguments. Texts that the caller frees are _object: ctypes loses the address of _text.
_functions = {
    "version": (_text,),
    "table_free": (None, _object),
    "table_n_rows": (_uint, _object),
    "table_n_columns": (_uint, _object),
    "table_name": (_text, _object, _uint),
    "table_unit": (_text, _object, _uint),
    "table_type": (ctypes.c_int, _object, _uint),
    "table_text": (_text, _object, _uint, _text, _error),
    "table_int64": (ctypes.c_int64, _object, _uint, _text, _error),
    "table_double": (ctypes.c_double, _object, _uint, _text, _error),
    "table_csv": (_object, _object),
    "options": (_object,),
    "algorithms": (_object, _text, _error),
    "parameters": (_object, _text, _text, _error),
    "platform_names": (_object,),
    "platform_new": (_object, _text, _text, _error),
    "platform_new_from_xml": (_object, _text, ctypes.c_ssize_t, _error),
    "platform_free": (None, _object),
    "platform_name": (_text, _object),
    "platform_cores": (ctypes.c_int, _object),
    "platform_packages": (ctypes.c_int, _object),
    "platform_ranks": (ctypes.c_int, _object),
    "platform_parameters": (_object, _object, _text, _error),
    "case_new": (_object,),
    "case_new_from_scenario": (_object, _text, _error),
    "case_copy": (_object, _object),
    "case_free": (None, _object),
    "case_set": (ctypes.c_int, _object, _text, _text, _error),
    "case_set_double": (ctypes.c_int, _object, _text, ctypes.c_double, _error),
    "case_get": (_text, _object, _text, _error),
    "case_set_platform": (None, _object, _object),
    "case_set_counts": (None, _object, ctypes.POINTER(ctypes.c_size_t), ctypes.c_size_t),
    "study_new": (_object,),
    "study_free": (None, _object),
    "study_add": (ctypes.c_int, _object, _object, _error),
    "study_n": (_uint, _object),
    "study_describe": (_object, _object, _uint),
    "study_run": (ctypes.c_int, _object, _progress, ctypes.c_void_p, _error),
    "study_rows": (_object, _object),
    "study_failures": (_object, _object),
    "study_path": (_object, _object, _uint, _error),
    "study_timeline": (ctypes.c_int, _object, _uint, _text, _write, ctypes.c_void_p, _error),
    "explain": (_object, _object, ctypes.POINTER(_object), _error),
    "study_sensitivity": (_object, _object, _text, _error),
    "model": (_object, _object, _error),
    "measure": (_object, _object, _progress, ctypes.c_void_p, _error),
    "replay": (_object, _text, _object, _progress, ctypes.c_void_p, _error),
    "rows_read": (_object, _text, _error),
    "calibrate": (_object, _text, _object, _progress, ctypes.c_void_p, _error),
    "tune": (_object, _object, _text, _error),
    "robust": (_object, _object, _text, _error),
    "compare": (_object, _object, _object, _text, _error),
}

# Indices of the arguments that are objects, by class and function.
_takes = {name: {function: (0,) for function, (_, *arguments) in _functions.items()
                 if function.startswith(name.lower() + "_") and arguments[:1] == [_object]}
          for name in ("Table", "Platform", "Case", "Study")}
_takes["Table"].update(tune=(0,), robust=(0,), compare=(0, 1))
_takes["Platform"].update(case_set_platform=(1,))
_takes["Case"].update(study_add=(1,), explain=(0,), model=(0,), measure=(0,), replay=(1,), calibrate=(1,))


def _load():
    name = "libturnstile.so.1"
    beside = [file for folder in pathlib.Path(__file__).resolve().parents[2:6]
              for pattern in ("lib*/", "lib*/*/") for file in sorted(folder.glob(pattern + name))]
    lib = ctypes.CDLL(os.environ.get("TURNSTILE_LIBRARY") or (str(beside[0]) if beside else
                      ctypes.util.find_library("turnstile") or name))
    for function, (result, *arguments) in _functions.items():
        found = getattr(lib, "turnstile_" + function)
        found.restype, found.argtypes = result, arguments
    for kind in (Table, Platform, Case, Study):  # reject objects of other classes
        for function, places in _takes[kind.__name__].items():
            found = getattr(lib, "turnstile_" + function)
            found.argtypes = [kind if i in places else t for i, t in enumerate(found.argtypes)]
    for function in ("g_free", "g_strfreev", "g_error_free"):
        getattr(lib, function).restype, getattr(lib, function).argtypes = None, [_object]
    return lib


def _call(function, *arguments):
    """Calls a function and raises its error as an exception."""
    error = ctypes.POINTER(_GError)()
    try:
        result = getattr(_lib, "turnstile_" + function)(*arguments, ctypes.byref(error))
    except ctypes.ArgumentError as what:
        raise TypeError(f"{function}: {what}") from None
    if error:
        message = error.contents.message.decode()
        _lib.g_error_free(ctypes.cast(error, _object))
        raise Error(message)
    return result


def _take(address):
    """Returns the text at an address and frees it."""
    text = ctypes.string_at(address).decode()
    _lib.g_free(address)
    return text


def _bytes(text):
    """Encodes a name or a file for C; rejects a NUL inside."""
    data = os.fsencode(text)
    if b"\0" in data:
        raise ValueError(f"{text!r}: a NUL in it")
    return data


def _optional(text):
    return None if text is None else _bytes(text)


class _Watch:
    """A callback for progress(known, n), which stops the run by returning False. An exception, also
    KeyboardInterrupt, stops the run and is raised again after it."""

    def __init__(self, progress):
        self.raised = None

        def call(known, n, _):
            try:
                return progress is None or progress(known, n) is not False
            except BaseException as what:  # pylint: disable=broad-except
                self.raised = what
                return False

        self.callback = _progress(call)

    def call(self, function, *arguments):
        try:
            return _call(function, *arguments, self.callback, None)
        finally:
            if self.raised:
                raise self.raised


class _Object:
    """An object of the library, freed with this one."""
    _free = None

    def __init__(self, address):
        self._as_parameter_ = address  # ctypes passes it when this object is an argument

    @classmethod
    def from_param(cls, value):
        """Converts an argument for ctypes; it must be of this class."""
        if not isinstance(value, cls):
            raise TypeError(f"a {cls.__name__} is wanted, not {type(value).__name__}")
        return _object(value._as_parameter_)

    def __del__(self):
        if getattr(self, "_as_parameter_", None) and _lib:
            getattr(_lib, "turnstile_" + self._free)(self)


class Table(_Object):
    """Rows with named columns. Iterates over dictionaries; unknown values are None."""
    _free = "table_free"

    def __init__(self, address):
        super().__init__(address)
        columns = range(_lib.turnstile_table_n_columns(self))
        self.columns = [_lib.turnstile_table_name(self, c).decode() for c in columns]
        self.units = {name: _lib.turnstile_table_unit(self, c).decode()
                      for c, name in enumerate(self.columns)}
        kinds = [("text", "int64", "double")[_lib.turnstile_table_type(self, c)] for c in columns]
        self._columns = [(name, name.encode(), "turnstile_table_" + kind)
                         for name, kind in zip(self.columns, kinds)]

    def __len__(self):
        return _lib.turnstile_table_n_rows(self)

    def __getitem__(self, row):
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        row = ctypes.c_uint(row % len(self))
        cells = {}
        for name, word, kind in self._columns:
            value = getattr(_lib, kind)(self, row, word, None)
            if isinstance(value, bytes):
                cells[name] = value.decode()
            else:
                cells[name] = None if value == -1 and "int64" in kind or value != value else value
        return cells

    def frame(self):
        """Returns a pandas frame, or a list of dictionaries without pandas."""
        try:
            import pandas
        except ImportError:
            return list(self)
        return pandas.DataFrame(list(self), columns=self.columns)

    def csv(self):
        return _take(_lib.turnstile_table_csv(self))


class Platform(_Object):
    """A platform by name or file, a synthetic one with the parameters of `like`, or one from XML."""
    _free = "platform_free"

    def __init__(self, name=None, like=None, xml=None):
        if xml is None:
            super().__init__(_call("platform_new", _bytes(name), _optional(like)))
        else:
            super().__init__(_call("platform_new_from_xml", xml.encode(), len(xml.encode())))

    name = property(lambda self: _lib.turnstile_platform_name(self).decode())
    cores = property(lambda self: _lib.turnstile_platform_cores(self))
    packages = property(lambda self: _lib.turnstile_platform_packages(self))
    ranks = property(lambda self: _lib.turnstile_platform_ranks(self))

    def parameters(self, kernel=None):
        return Table(_call("platform_parameters", self, _optional(kernel)))


class Case(_Object):
    """A case. Arguments: a scenario's name or file, dictionaries, named arguments; later values win."""
    _free = "case_free"

    def __init__(self, *said, **named):
        for s in said:
            if not isinstance(s, (str, os.PathLike, dict)):
                raise TypeError(f"a scenario or a dictionary is wanted, not {type(s).__name__}")
        scenario = [_bytes(s) for s in said if isinstance(s, (str, os.PathLike))]
        super().__init__(_call("case_new_from_scenario", scenario[0]) if scenario else
                         _lib.turnstile_case_new())
        for values in [s for s in said if isinstance(s, dict)] + [named]:
            for name, value in values.items():
                self[name] = value

    def _name(self, name):
        dashed = name.replace("_", "-")
        try:
            _call("case_get", self, _bytes(name))
        except Error:
            _call("case_get", self, _bytes(dashed))
            return _bytes(dashed)
        return _bytes(name)

    def __setitem__(self, name, value):
        name = self._name(name)
        if value is None or isinstance(value, _Object) and not isinstance(value, Platform):
            raise TypeError(f"{name.decode()}: no value: {value!r}")
        if isinstance(value, Platform):
            _lib.turnstile_case_set_platform(self, value)
        elif name == b"counts" and isinstance(value, (list, tuple)):
            counts = (ctypes.c_size_t * len(value))(*value)
            _lib.turnstile_case_set_counts(self, counts, len(value))
        elif isinstance(value, float):
            _call("case_set_double", self, name, value)
        else:
            words = value if isinstance(value, (list, tuple, range)) else [value]
            text = ",".join({True: "yes", False: "no"}[w] if isinstance(w, bool) else str(w)
                            for w in words)
            _call("case_set", self, name, _bytes(text))

    def __getitem__(self, name):
        return _call("case_get", self, self._name(name)).decode()


class Study(_Object):
    """Cases to run."""
    _free = "study_free"

    def __init__(self, *cases):
        super().__init__(_lib.turnstile_study_new())
        for case in cases:
            self.add(case)

    def add(self, case):
        _call("study_add", self, case)

    def __len__(self):
        return _lib.turnstile_study_n(self)

    def describe(self, i):
        if not 0 <= i < len(self):
            raise IndexError(i)
        return _take(_lib.turnstile_study_describe(self, i))

    def run(self, progress=None):
        """Runs all pending runs. Returns the rows of all completed runs."""
        _Watch(progress).call("study_run", self)
        return self.rows()

    def rows(self):
        return Table(_lib.turnstile_study_rows(self))

    def failures(self):
        return Table(_lib.turnstile_study_failures(self))

    def path(self, i=0):
        return Table(_call("study_path", self, i))

    def timeline(self, i=0, format="json"):
        pieces = []
        write = _write(lambda text, length, _: pieces.append(ctypes.string_at(text, length)))
        _call("study_timeline", self, i, _bytes(format), write, None)
        return b"".join(pieces).decode()

    def sensitivity(self, objective="avg"):
        return Table(_call("study_sensitivity", self, _bytes(objective)))


def run(*said, progress=None, **named):
    """Returns the rows of a case. Raises Error if a run failed."""
    study = Study(Case(*said, **named))
    rows = study.run(progress)
    for failure in study.failures():
        raise Error(f"{study.describe(failure['run'])}: {failure['message']}")
    return rows


def explain(*said, **named):
    """Explains the time of the only run of a case. Returns a table with a paragraph in `words`."""
    words = _object()
    table = Table(_call("explain", Case(*said, **named), ctypes.byref(words)))
    table.words = _take(words.value)
    return table


def model(*said, **named):
    return Table(_call("model", Case(*said, **named)))


def measure(*said, progress=None, **named):
    return Table(_Watch(progress).call("measure", Case(*said, **named)))


def replay(trace=None, *said, progress=None, **named):
    """Simulates a program call by call: a trace, or the application that the case describes."""
    return Table(_Watch(progress).call("replay", _optional(trace), Case(*said, **named)))


def calibrate(file, progress=None, **named):
    platform = Platform.__new__(Platform)
    platform._as_parameter_ = _Watch(progress).call("calibrate", _bytes(file), Case(**named))
    return platform


def read_rows(file):
    return Table(_call("rows_read", _bytes(file)))


def tune(rows, objective="avg"):
    return Table(_call("tune", rows, _bytes(objective)))


def robust(rows, objective="avg"):
    return Table(_call("robust", rows, _bytes(objective)))


def compare(predicted, measured, objective="avg"):
    return Table(_call("compare", predicted, measured, _bytes(objective)))


def best(rows, objective, by=("platform", "collective", "ranks", "size_bytes")):
    """Returns one row for each combination of the columns `by`: the one with the smallest objective(row),
    a function of the caller. Keeps the order of the rows."""
    found = {}
    for row in rows:
        key = tuple(row[name] for name in by)
        if key not in found or objective(row) < objective(found[key]):
            found[key] = row
    return list(found.values())


def options():
    return Table(_lib.turnstile_options())


def algorithms(collective=None):
    return Table(_call("algorithms", _optional(collective)))


def parameters(collective, algorithm):
    return Table(_call("parameters", _bytes(collective), _bytes(algorithm)))


def platform_names():
    address = _lib.turnstile_platform_names()
    names = ctypes.cast(address, ctypes.POINTER(_text))
    found = []
    while names[len(found)]:
        found.append(names[len(found)].decode())
    _lib.g_strfreev(address)
    return found


def version():
    return _lib.turnstile_version().decode()


_lib = _load()
