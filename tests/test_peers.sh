#!/bin/bash
# dev/peers: runs against what is installed, and its rows can be compared. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
build=$(dirname "$turnstile")/..
peers=$(dirname "$0")/../dev/peers
libraries=0
for key in openmpi mpich; do
  command -v "mpicc.$key" >/dev/null && command -v "mpirun.$key" >/dev/null || continue
  mpi_starts "mpirun.$key" || exit 77 # dev/peers runs all that are installed
  libraries=$((libraries + 1))
done
if [ $libraries = 0 ] || [ "$(nproc)" -lt 2 ] || ! command -v python3 >/dev/null; then
  echo "skipped: needs python3, Open MPI or MPICH, and two cores"
  exit 77
fi

# count PATTERN: rows that match.
count() { grep -c -- "$1" "$work/rows.csv"; }

"$peers" --build "$build" -c alltoall -s 1K,64K --mechanisms cico,memfd --rounds 2 \
  --seconds 0.01 -o "$work/rows.csv" >"$work/out" 2>"$work/err" || complain "status $?"
[ "$(count '^imported,')" = $((libraries * 4)) ] || complain "$(count '^imported,') imported rows"
[ "$(count '^measured,')" = 8 ] || complain "$(count '^measured,') measured rows"
grep -q "^| best " "$work/out" || complain "no summary"

"$turnstile" run -p 'synthetic:core:2 pu:1' --like broadwell -c alltoall -a all \
  --mechanism cico -n 2 -s 1K,64K --format csv -o "$work/sim.csv" 2>"$work/err" ||
  complain "no prediction"
"$turnstile" compare "$work/sim.csv" "$work/rows.csv" >"$work/out" 2>"$work/err" ||
  complain "not comparable"

"$peers" --build "$build" -c ireduce -s 64K --mechanisms cma --rounds 1 --seconds 0.02 \
  -o "$work/rows.csv" >"$work/out" 2>"$work/err" || complain "ireduce: status $?"
[ "$(count 'compute=balanced')" = 1 ] || complain "no computation beside ireduce"
grep -Eq '^\| 64K +\| [01]\.[0-9][0-9] ' "$work/out" || complain "no overlap"

"$peers" --build "$build" -c bcast -s 1K --mechanisms cmb >/dev/null 2>"$work/err" &&
  complain "a mechanism that does not exist is taken"
grep -q 'dev/peers: turnstile: .*no mechanism "cmb"' "$work/err" || complain "no reason"
finish
