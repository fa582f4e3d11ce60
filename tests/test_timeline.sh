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

cat >"$work/goal.py" <<'EOP'
"""goal.py SCHEDULE ROWS: reads GOAL as LogGOPSim's txt2bin does, and plays it with messages that take
no time: it ends, and not later than what was simulated."""
import csv, re, sys

ranks, rank, n = {}, None, None
for number, line in enumerate(open(sys.argv[1]), 1):
    line = line.strip()
    if not line:
        continue
    where = "%d: %s" % (number, line)
    if m := re.fullmatch(r"num_ranks (\d+)", line):
        n = int(m[1])
    elif m := re.fullmatch(r"rank (\d+) \{", line):
        assert rank is None and int(m[1]) < n, where
        rank = ranks[int(m[1])] = {}
    elif line == "}":
        rank = None
    elif m := re.fullmatch(r"(\w+): calc (\d+) cpu (\d+)", line):
        rank[m[1]] = ["calc", int(m[2]), None, []]
    elif m := re.fullmatch(r"(\w+): (send|recv) (\d+)b (to|from) (\d+) tag (\d+) cpu (\d+)", line):
        assert (m[2] == "send") == (m[4] == "to") and int(m[5]) < n, where
        rank[m[1]] = [m[2], 0, (int(m[5]), int(m[6])), []]
    elif m := re.fullmatch(r"(\w+) requires (\w+)", line):
        rank[m[1]][3].append(rank[m[2]])
    else:
        raise AssertionError(where)
assert rank is None and len(ranks) == n
sends = {(r, op[2][0], op[2][1]): op for r, ops in ranks.items() for op in ops.values() if op[0] == "send"}
receives = [(op[2][0], r, op[2][1]) for r, ops in ranks.items() for op in ops.values() if op[0] == "recv"]
assert sorted(sends) == sorted(receives) and receives, "sends and receives do not match"
for r, ops in ranks.items():
    for op in ops.values():
        if op[0] == "recv":
            op[3].append(sends[(op[2][0], r, op[2][1])])
ends = {}
def end(op):
    stack = [op]
    while stack:
        top = stack[-1]
        todo = [o for o in top[3] if id(o) not in ends]
        assert len(stack) < 10**6, "a circle"
        if todo:
            stack.append(todo[0])
            continue
        ends[id(top)] = top[1] + max((ends[id(o)] for o in top[3]), default=0)
        stack.pop()
    return ends[id(op)]
last = max(end(op) for ops in ranks.values() for op in ops.values())
row = next(csv.DictReader(open(sys.argv[2])))
span = float(row["span_us"]) * 1000
assert 0.5 * span < last < 1.5 * span, (last, span)
EOP

# formats ARGUMENT...: GOAL of this point can be read.
formats() {
  cases=$((cases + 1))
  timeout 120 "$turnstile" run "$@" --timeline "$work/t.goal" --format csv >"$work/rows.csv" 2>"$work/err" &&
    python3 "$work/goal.py" "$work/t.goal" "$work/rows.csv" 2>"$work/err" || complain "$*: GOAL"
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
formats -p broadwell -c gather -a throttled-write -n 12 -s 64K
formats -p epyc-1p -c bcast -a xhc-tree --mechanism xpmem -n 16 -s 256K
formats -p epyc-2p -c alltoall -a pairwise-p2p --mechanism cico -n 8 -s 64K
formats -p broadwell -c allgather -a ring-neighbor -n 8 -s 64K --noise 'poisson:rate=20kHz,duration=20us'
formats -p knl-64 -c ibcast -a split-tree -P comm_cores=rest -n 60 -s 256K --set line_mlp.adjacent=none

# As a picture: title, ranks, the kinds of actions and the path; at most two screens high.
cat >"$work/drawn.py" <<'EOP'
"""drawn.py PICTURE JSON N ROWS: of N ranks; ROWS of them have a row."""
import json, re, sys, xml.dom.minidom as dom

svg = dom.parse(sys.argv[1]).documentElement
trace = json.load(open(sys.argv[2]))
n, rows = int(sys.argv[3]), int(sys.argv[4])
texts = [t.firstChild.data for t in svg.getElementsByTagName("text")]
assert trace["otherData"]["title"].split()[1] in texts[0] and "%d ranks" % n in " ".join(texts), texts
actions = [e for e in trace["traceEvents"] if e["ph"] == "X"]
steps = [e for e in actions if e["name"].startswith("rank ")]
assert {e["name"] for e in actions} - {e["name"] for e in steps} <= set(texts), texts
assert "critical path" in texts and any(re.fullmatch("time .(ns|µs|ms).", t) for t in texts), texts
assert int(svg.getAttribute("height")) <= 1500, svg.getAttribute("height")
omitted = [t for t in texts if "omitted" in t]
assert bool(omitted) == (rows < n) and all(t.startswith("%d of %d ranks" % (n - rows, n)) for t in omitted), texts
boxes = [r for r in svg.getElementsByTagName("rect") if r.parentNode.getElementsByTagName("title")]
assert len({r.getAttribute("y") for r in boxes if float(r.getAttribute("height")) > 1}) >= rows
path = [p for p in svg.getElementsByTagName("path") if p.getAttribute("class") == "path"]
assert len(path) == 2, path  # in the picture and in the legend
assert len(re.findall("[ML]", path[0].getAttribute("d"))) == 2 * len(steps)
EOP

# drawn RANKS ROWS ARGUMENT...: the picture of run is that of plot.
drawn() {
  local ranks=$1 rows=$2
  shift 2
  cases=$((cases + 1))
  "$turnstile" run -n "$ranks" "$@" --timeline "$work/t.json" >/dev/null 2>"$work/err" &&
    "$turnstile" run -n "$ranks" "$@" --timeline "$work/t.svg" >/dev/null 2>"$work/err" &&
    "$turnstile" plot --kind timeline "$work/t.json" -o "$work/again.svg" 2>"$work/err" &&
    cmp "$work/t.svg" "$work/again.svg" &&
    python3 "$work/drawn.py" "$work/t.svg" "$work/t.json" "$ranks" "$rows" 2>"$work/err" || complain "$*: picture"
}
drawn 16 16 -p epyc-1p -c bcast -a xhc-tree --mechanism xpmem -s 256K
drawn 256 256 -p knl-cluster-4 -c bcast -a binomial -s 16K
drawn 512 260 -p knl-cluster-8 -c bcast -a binomial -s 1K
drawn 8 8 -p broadwell -c allgather -a ring-neighbor -s 64K --noise 'poisson:rate=20kHz,duration=20us'
# Many actions: the file stays small, and says once how many are merged.
cases=$((cases + 1))
"$turnstile" run -p epyc-9654 -n 128 -c alltoall -a pairwise-p2p -s 4K --timeline "$work/big.svg" >/dev/null 2>"$work/err"
[ "$(stat -c %s "$work/big.svg")" -lt 3000000 ] || complain 'the picture of an alltoall is large'
[ "$(grep -c '[0-9] actions below .* are merged with their neighbours' "$work/big.svg")" = 1 ] ||
  complain 'merged actions are not counted'
[ "$(grep -o 'rank [0-9]*<' "$work/big.svg" | wc -l)" -gt 40 ] || complain 'ranks of a large picture'
echo '{"traceEvents":[{"ph":"X","name":"copy","ts":0,"dur":1,"pid":0,"tid":0}]}' >"$work/none.json"
refuse 2 'none.json: no actions of ranks .JSON of run or measure --timeline' plot --kind timeline "$work/none.json" -o -
echo '{"traceEvents":[' >"$work/bad.json"
refuse 2 'bad.json:2: the text ends before a value' plot --kind timeline "$work/bad.json" -o -

# Where it cannot go.
small='-p knl -c bcast -a direct-read -n 4 -s 64K --format csv'
# shellcheck disable=SC2086
{
  refuse 2 'cannot write there: Is a directory' run $small --timeline "$work"
  refuse 2 '"x.trace": Paje is removed; FILE.json is for Perfetto' run $small --timeline x.trace
  refuse 2 'is the file of --output, too' run $small --timeline "$work/f" -o "$work/f"
  [ -e "$work/f" ] && complain 'a file of a refused run'
  ln -s f "$work/link"
  refuse 2 'is the file of --output, too' run $small --timeline "$work/link" -o "$work/f"
  [ -L "$work/link" ] || complain 'the link is gone'
  refuse 1 '/dev/full: not everything could be written; the rows are complete' run $small --timeline /dev/full
  grep -q ',direct-read,' "$work/out" || complain '/dev/full: no row'
}
finish
