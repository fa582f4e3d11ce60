#!/usr/bin/env python3
"""test_python.py PROGRAM LIBRARY: the Python package gives the program's own rows, in pandas where it is
there; chooses by a time of one's own; draws where matplotlib is there; and raises what is wrong."""
import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile

program, os.environ["TURNSTILE_LIBRARY"] = sys.argv[1:3]
source = pathlib.Path(__file__).resolve().parent.parent
os.environ["TURNSTILE_PLATFORM_PATH"] = str(source / "platforms")
if any(s in os.environ.get("TN_BUILD_OPTIONS", "") for s in ("address", "thread", "undefined")):
    print("skipped: a library with a sanitizer needs a program with the same")
    sys.exit(77)
sys.dont_write_bytecode = True
sys.path.insert(0, str(source / "python"))
import turnstile  # noqa: E402


def absent(module):
    try:
        __import__(module)
    except ImportError:
        print(f"skipped: no {module}")
        return True
    return False


def refuses(what, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except turnstile.Error as error:
        assert what in str(error), error
    else:
        raise AssertionError(f"accepted, not: {what}")


SWEEP = {"platform": "knl", "collective": "scatter", "algorithm": "throttled-read", "ranks": 16,
         "throttle": [2, 4, 8], "size": "4K..64K"}
rows = turnstile.run(SWEEP)
printed = subprocess.run(
    [program, "run", "-p", "knl", "-c", "scatter", "-a", "throttled-read", "-n", "16", "-P",
     "throttle=2,4,8", "-s", "4K..64K", "--format", "csv"], check=True, capture_output=True, text=True)
assert rows.csv() == printed.stdout
theirs = list(csv.DictReader(io.StringIO(printed.stdout)))
assert [r["avg_us"] for r in rows] == [float(r["avg_us"]) for r in theirs] and len(rows) == 15
assert rows[-1] == rows[14] and rows.units["span_us"] == "us" and rows.units["size_bytes"] == "B"
assert rows[0]["low_us"] is None and rows[0]["verified"] == ""


# A time of one's own: the slowest rank, and a microsecond for each caller that may come at a time.
def own(row):
    return row["max_us"] + int(row["params"].split("=")[1])


chosen = turnstile.best(rows, own)
assert [c["size_bytes"] for c in chosen] == [4096 << k for k in range(5)]
for choice in chosen:
    assert own(choice) == min(own(r) for r in rows if r["size_bytes"] == choice["size_bytes"])

frame = rows.frame()
if absent("pandas"):
    assert frame == list(rows)
else:
    assert frame.shape == (15, len(rows.columns)) and frame.avg_us.dtype == float
    wide = frame.pivot(index="size_bytes", columns="params", values="avg_us")
    assert wide.idxmin(axis=1)[65536] == turnstile.tune(rows)[-1]["params"]
    if not absent("matplotlib"):
        import matplotlib
        matplotlib.use("Agg")
        with tempfile.TemporaryDirectory() as folder:
            wide.plot(loglog=True, ylabel="us").figure.savefig(folder + "/sweep.png")
            assert os.path.getsize(folder + "/sweep.png") > 1000

# Platforms, scenarios, values of each kind, and what is asked of single runs.
xml = (source / "platforms" / "knl.xml").read_text()
memory = turnstile.Platform(xml=xml.replace("1.43us", "9.43us"))
assert memory.name == "knl" and memory.ranks == turnstile.Platform("knl").ranks
one = dict(SWEEP, throttle=4, size=4096)
slow = turnstile.run(one, platform=memory)[0]
assert slow["avg_us"] == turnstile.run(one, {"set.alpha": 9.43e-6})[0]["avg_us"]
case = turnstile.Case(source / "scenarios" / "scatter-knl.ini", in_place=True, precision=0.01)
assert case["in-place"] == "yes" and case["precision"] == "1%" and case["platform"] == "knl"
v = turnstile.run(platform="knl", collective="gatherv", algorithm="linear", ranks=3,
                  counts=[0, 4096, 65536])
assert v[0]["size_bytes"] == 65536
study = turnstile.Study(turnstile.Case(one))
span = study.run()[0]["span_us"]
assert abs(study.path()[-1]["to_us"] - span) < 1e-5 and "traceEvents" in study.timeline()
assert study.describe(0).startswith("knl scatter throttled-read")
ideal = turnstile.run(one, ideal=True)[0]["span_us"]
assert abs(turnstile.model(one)[0]["span_us"] - ideal) < 1e-5
assert "knl" in turnstile.platform_names() and turnstile.version()
assert any(o["name"] == "ranks" for o in turnstile.options())
assert turnstile.parameters("scatter", "throttled-read")[0]["preset"] == 4
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "rows.csv")
    file.write_text(rows.csv())
    assert all(p["error"] == 0 for p in turnstile.compare(rows, turnstile.read_rows(file)))

why = turnstile.explain(one)
assert why[0]["kind"] == "run" and why[0]["name"] in why.words and why.words.endswith((".", "\n"))
refuses('no "colective" (nearest: collective)', turnstile.run, colective="bcast")
refuses("no row 15 of 15", turnstile._call, "table_text", rows, 15, b"algorithm")
refuses("is not known", turnstile.Platform, "atlantis")
refuses("lock_scope", turnstile.model, one, kernel="linux-6")


# What is not an object of the wanted class, or no name, ends no interpreter.
rows = turnstile.run(one)
for kind, wrong in ((TypeError, lambda: turnstile.tune(turnstile.Case(one))), (TypeError, lambda: turnstile.compare(rows, None)),
                    (TypeError, lambda: turnstile.Study(rows)), (TypeError, lambda: turnstile.robust(5)),
                    (TypeError, lambda: turnstile.Platform(None)), (TypeError, lambda: turnstile.Case(None)),
                    (TypeError, lambda: turnstile.read_rows(None)), (TypeError, lambda: turnstile.run(one, platform=rows)),
                    (TypeError, lambda: turnstile.run(one, platform=None)), (TypeError, lambda: turnstile.calibrate(None)),
                    (ValueError, lambda: turnstile.Platform("knl\0x")), (ValueError, lambda: turnstile.run(one, size="4K\0x")),
                    (ValueError, lambda: turnstile.tune(rows, "avg\0x"))):
    try:
        wrong()
    except kind:
        continue
    raise AssertionError("accepted")


def interrupt(known, n):
    raise KeyboardInterrupt


try:
    turnstile.run(one, progress=interrupt)
except KeyboardInterrupt:
    pass
else:
    raise AssertionError("went on")
print("passed")
