#!/usr/bin/env bash
# OTF2 traces as a user meets them: sound ones, damaged ones, and those of other programs. Usage:
# test_otf2.sh PROGRAM
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
for python in python3 /usr/bin/python3; do
  "$python" -c 'import otf2' 2>"$work/err" && break
done || { echo 'skipped: no python3-otf2'; exit 77; }

# works ARGUMENT...: exit status 0; what the program prints goes to $work/out.
works() {
  cases=$((cases + 1))
  "$turnstile" "$@" >"$work/out" 2>"$work/err" || complain "$*"
}

# write PROGRAM: its trace becomes $work/PROGRAM.
write() {
  "$python" "$here/write_otf2.py" "$1" "$work/$1" 2>"$work/err" || complain "write_otf2.py $1"
}

for program in stencil parts nodes clocks world racks silent serial odd twice; do
  write "$program"
done
if ! "$turnstile" trace show "$work/stencil" >"$work/out" 2>"$work/err"; then
  grep -q 'this build does not read: .*libotf2-trace-dev' "$work/err" || complain 'no word on the missing library'
  refuse 2 'stencil/traces.otf2: an OTF2 trace, which this build does not read' replay "$work/stencil" -p knl
  echo 'skipped: built without OTF2'
  [ "$failures" = 0 ] && exit 77
  exit 1
fi

# shows TRACE LINE...: lines "collective ranks bytes-from bytes-to calls bytes inside-us waiting-us" of trace show.
shows() {
  local trace=$1
  shift
  works trace show "$work/$trace" --format json
  "$python" - "$work/out" >"$work/shown" <<'PY'
import json, sys
for row in json.load(open(sys.argv[1])):
    print(*(row[k] for k in ("collective", "ranks", "least_bytes", "most_bytes", "calls", "bytes")),
          *(f"{row[k]:.4g}" for k in ("inside_us", "waiting_us")))
PY
  printf '%s\n' "$@" | diff - "$work/shown" >"$work/err" || complain "$trace: other calls"
}

# notes TRACE PATTERN...: lines on stderr, these and no others, about a trace that is used.
notes() {
  local trace=$1 pattern
  shift
  for pattern; do
    says 0 "^turnstile: .*$pattern\$" trace show "$work/$trace" --format csv
  done
  [ "$(wc -l <"$work/err")" = $# ] || complain "$trace: not $# notes"
}

# Rank 3 computes 50 us longer: the others wait for that in each of 10 calls.
shows stencil 'bcast 4 4096 4096 10 40960 20 0' 'allreduce 4 8 8 10 80 395 375'
notes stencil \
  'not used, sums over ranks: 40 messages from rank to rank \(40000 bytes\), 1 call of non-blocking collectives, 1 one-sided operation, 1 location of threads and devices' \
  'assumed: reductions are of float64 if the size allows it'
shows stencil/traces.otf2 'bcast 4 4096 4096 10 40960 20 0' 'allreduce 4 8 8 10 80 395 375'
works replay "$work/stencil" -p broadwell
tr '\n' ' ' <"$work/out" | tr -s ' ' >"$work/line"
grep -q 'not used, sums over ranks: 40 messages' "$work/line" || complain 'replay: what is not used'
grep -q 'to take 1.5[0-9] ms without 40 messages from rank to rank (40000 bytes), 1 call .* (it took 1.54 ms)' \
  "$work/line" || complain 'replay: other times than those of the trace'
says 0 'not used' trace merge "$work/stencil" -o "$work/stencil.trace"
shows stencil.trace 'bcast 4 4096 4096 10 40960 20 0' 'allreduce 4 8 8 10 80 395 375'
works sweep -p broadwell -c bcast -n 4 -s 4K -a library:ompi -o "$work/rows.csv"
works compare "$work/rows.csv" "$work/stencil:algorithm=library:ompi"
grep -q 'bcast' "$work/out" || complain 'compare: no broadcast of the trace'

# Bytes of each collective, of which Score-P records sums over ranks; 3072 bytes of the alltoall are
# 4 blocks, or 3 with MPI_IN_PLACE.
shows parts 'bcast 2 2048 2048 2 4096 2 0' 'scatter 4 512 512 1 512 2 0' 'gather 4 256 256 1 256 2 0' \
  'allgather 4 128 128 1 128 2 0' 'alltoall 4 768 768 1 768 2 0' 'scatterv 4 16 16 1 16 2 0' \
  'gatherv 4 14 14 1 14 2 0' 'allgatherv 4 16 16 1 16 2 0' 'alltoallv 4 375 375 1 375 2 0' \
  'reduce 4 64 64 1 64 2 0' 'allreduce 1 8 8 4 32 2 0' 'allreduce 4 8 8 1 8 2 0' \
  'reduce_scatter_block 4 40 40 1 40 2 0' 'reduce_scatter 4 16 16 1 16 2 0' 'scan 4 16 16 2 32 4 0' \
  'exscan 4 24 24 1 24 2 0' 'barrier 4 0 0 1 0 2 0'
notes parts \
  'not used, sums over ranks: 4 calls of neighbourhood collectives, 4 calls to create or free windows, files or memory' \
  'assumed: reductions are of float64 if the size allows it' \
  'assumed: alltoallv and alltoallw send equal shares to all ranks' \
  'assumed: calls are without MPI_IN_PLACE if the size allows both'
works trace skeleton "$work/parts"
grep -q 'scatter 512 root=2' "$work/out" || complain 'parts: another root'

shows odd 'scan 3 8 12 4 40 8 0' 'scan 3 40 40 2 80 4 0'
notes odd 'not used, sums over ranks: 3 calls to create persistent collectives, whose starts are not seen' \
  'assumed: reductions are of float64 if the size allows it'
refuse 2 'twice/traces.otf2: its definitions are damaged: rank 3 has the location of another$' trace show "$work/twice"

# Several nodes, and clocks that OTF2 corrects.
notes nodes 'not used, sums over ranks: 8 calls on communicators of several nodes'
shows nodes 'bcast 2 4096 4096 4 16384 14 0'
works trace show "$work/nodes"
sed 's/nodes//' "$work/out" >"$work/one-clock"
works trace show "$work/clocks"
sed 's/clocks//' "$work/out" | diff "$work/one-clock" - >"$work/err" || complain 'clocks are not corrected'
refuse 2 'no collectives of one node in it; not used: 4 calls on .* several nodes \(accepted: .*Score-P\)$' \
  trace show "$work/world"
notes racks 'assumed: bytes are counted as Score-P counts them' 'assumed: all ranks are on one node'
refuse 2 'silent/traces.otf2: no collectives of one node in it \(accepted: traces of MPI programs by Score-P\)$' \
  trace show "$work/silent"
refuse 2 'serial/traces.otf2: no MPI ranks in it \(accepted' replay "$work/serial" -p knl

# damaged FILE COMMAND...: the stencil's trace, of which COMMAND with its file as last argument has made less.
damaged() {
  local file=$1
  shift
  rm -rf "$work/damaged"
  cp -r "$work/stencil" "$work/damaged"
  "$@" "$work/damaged/$file"
}
damaged traces.otf2 truncate -s 40
refuse 2 'damaged/traces.otf2: no readable anchor file of an OTF2 archive: ' trace show "$work/damaged"
damaged traces.otf2 truncate -s 0
refuse 2 'no readable anchor file' replay "$work/damaged" -p knl
damaged traces.otf2 sed -i 's/Score-P 8.4.*/Score-P 8.4\x0\x0\xff\x0\x0\x0/' # its number of properties
refuse 2 'no readable anchor file' trace show "$work/damaged"
damaged traces.def truncate -s 200
refuse 2 'traces.otf2: its definitions are damaged or missing: ' trace show "$work/damaged"
damaged traces.def rm
refuse 2 "its definitions are damaged or missing: .*not exist" trace show "$work/damaged"
damaged traces.def sed -i 's/\x0e\x08\x01\x04\x01$/\x0e\x08\x01\x03\x01/' # a thread gets the location of rank 3
says 0 '1 call of non-blocking collectives, 1 one-sided operation$' trace show "$work/damaged" --format csv
damaged traces rm -r
refuse 2 "traces.otf2: rank 3: .*not exist.*; skipped" trace show "$work/damaged"
damaged traces/2.def rm
refuse 2 "no call that all ranks completed .*rank 2: .*not exist.*2.def'; skipped; .*; no recording of rank 2 of 4; " \
  trace show "$work/damaged" --format csv
damaged traces/2.evt truncate -s 500
says 0 'rank 2: damaged after [0-9]* events: the rest is skipped \(' trace show "$work/damaged" --format csv
grep -q 'calls are skipped: not all ranks completed them' "$work/err" || complain 'incomplete calls are not named'
[ "$(awk -F, '$1 == "allreduce" { print $5 }' "$work/out")" -lt 10 ] || complain 'calls of a truncated file'
[ "$(wc -l <"$work/out")" -gt 1 ] || complain 'no calls before the damage'
finish
