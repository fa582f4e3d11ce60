#!/bin/bash
# Timelines are JSON that a browser takes: slices of one track do not overlap, those of the critical
# path leave no gap and add up to the row's span. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

cat >"$work/check.py" <<'EOF'
"""check.py TIMELINE ROWS [NAME...]: slices of these names must be there, some with a peer."""
import csv, json, sys
from fractions import Fraction

events = json.load(open(sys.argv[1]), parse_float=Fraction, parse_int=Fraction)["traceEvents"]
row = next(csv.DictReader(open(sys.argv[2])))
names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
tracks = {}
for e in events:
    if e["ph"] == "X":
        assert (e["pid"], e["tid"]) in names, e
        tracks.setdefault((e["pid"], e["tid"]), []).append(e)
for track in tracks.values():
    track.sort(key=lambda e: e["ts"])
    for a, b in zip(track, track[1:]):
        assert a["dur"] > 0 and a["ts"] + a["dur"] <= b["ts"], (a, b)
path = next(t for at, t in tracks.items() if names[at] == "critical path")
for a, b in zip(path, path[1:]):
    assert a["ts"] + a["dur"] == b["ts"], ("gap", a, b)
assert not [e for e in path if e["name"].endswith("idle")], path
assert path[0]["ts"] == 0, path[0]
total = sum(e["dur"] for e in path)
calls = 3 if row["protocol"] == "imb-old" else 1  # all in one stretch
span = calls * Fraction(row["span_us"])
assert abs(total - span) <= Fraction("0.000002"), (float(total), float(span))
lock = sum(e["dur"] for e in path if e["name"].split(": ")[1] in ("pin", "fault"))
if row["noise_us"] == "0.000000":
    assert abs(lock - calls * Fraction(row["lock_us"])) <= Fraction("0.001"), (float(lock), row["lock_us"])
for name in sys.argv[3:]:
    of_name = [e for e in events if e["ph"] == "X" and e["name"] == name and "peer" in e["args"]]
    assert of_name and all("distance" in e["args"] for e in of_name), name
    if name in ("copy", "pin"):
        assert all(e["args"]["bytes"] > 0 for e in of_name), name
    if name == "pin":
        assert max(e["args"]["callers"] for e in of_name) == Fraction(row["max_callers"]), name
EOF

# timeline NAMES ARGUMENT...: of this point.
timeline() {
  local names=$1
  shift
  cases=$((cases + 1))
  timeout 120 "$turnstile" run "$@" --timeline "$work/t.json" --format csv >"$work/rows.csv" \
    2>"$work/err" || complain "$*: no timeline"
  python3 "$work/check.py" "$work/t.json" "$work/rows.csv" $names 2>"$work/err" || complain "$*"
}

command -v python3 >/dev/null || { echo 'skipped: python3 is missing'; exit 77; }
timeline 'startup pin copy' -p knl -c scatter -a parallel-read -n 8 -s 64K
timeline 'startup pin copy wait flag' -p broadwell -c gather -a throttled-write -n 12 -s 64K
timeline 'pin copy' -p knl -c scatter -a parallel-read -n 4 -s 16K --law queue
timeline 'wait flag' -p broadwell -c bcast -a scatter-allgather -n 8 -s 256K
timeline 'attach wait' -p epyc-1p -c bcast -a xhc-tree --mechanism xpmem -n 16 -s 256K
timeline 'wait copy' -p epyc-2p -c bcast -a smhc-tree -n 16 -s 64K
timeline 'wait reduce' -p arm-n1 -c allreduce -a xhc-tree -n 16 -s 64K
timeline '' -p knl -c bcast -a knem-hierarchical --mechanism knem -n 8 -s 64K
timeline 'send wait' -p epyc-2p -c allreduce -a recursive-doubling -n 8 -s 4K
timeline 'send wait' -p epyc-2p -c alltoall -a pairwise-p2p --mechanism cico -n 8 -s 64K
timeline '' -p epyc-1p -c barrier -a xhc-flat -n 16
timeline '' -p epyc-1p -c bcast -a release-gather -n 16 -s 64K
timeline '' -p knl -c bcast -a binomial -n 8 -s 128K
timeline '' -p knl -c scatter -a linear -n 8 -s 64K --protocol imb-old --repetitions 3
timeline '' -p broadwell -c allgather -a ring-neighbor -n 8 -s 64K --noise 'poisson:rate=20kHz,duration=20us'
timeline '' -p broadwell -c alltoall -a bruck -n 7 -s 4K --arrival 'uniform(0,10us)'
timeline '' -p knl -c scatter -a parallel-read -n 4 -s 16K --ideal
finish
