#!/bin/bash
# tools/trace on real programs of each MPI that is installed: every call is there, results are the
# same, and what a killed rank had written stays. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
trace=$here/../tools/trace
: >"$work/err"
export XDG_CACHE_HOME=$work/cache OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Two ranks, wherever they may run, without other transports' talk.
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
unset MPICC LD_PRELOAD

# calls_of CSV: "calls NAME N" by collective, as the program prints them.
calls_of() {
  awk -F, 'NR > 1 { n[$1] += $5 } END { for (c in n) print "calls", c, n[c] }' "$1" | sort
}

# The calls on each rank's own communicator are in the recording for every rank: rank 0's count.
own_calls() {
  "$turnstile" trace show "$1" --format csv 2>>"$work/notes" >"$work/shown.csv" ||
    complain "$1: not shown"
  awk -F, 'NR == 1 || $2 > 1 { print; next } { $5 /= 2; OFS = ","; print }' OFS=, \
    "$work/shown.csv" >"$work/own.csv"
  calls_of "$work/own.csv"
}

test_every() {
  local key=$1 folder=$work/$1-every
  "mpirun.$key" -n 2 "$work/program.$key" >"$work/plain" 2>"$work/err" ||
    complain "$key: the program fails without the tracer"
  "$trace" -o "$folder" -- "mpirun.$key" -n 2 "$work/program.$key" >"$work/traced" \
    2>"$work/err" || complain "$key: status $?"
  cmp -s "$work/plain" "$work/traced" || complain "$key: other results with the tracer"
  grep -q "recorded 2 ranks in $folder; next: .*tools/turnstile trace show" "$work/err" ||
    complain "$key: no next command"
  grep '^calls' "$work/plain" | sort >"$work/wanted"
  : >"$work/notes"
  own_calls "$folder" >"$work/found"
  diff "$work/wanted" "$work/found" >"$work/err" || complain "$key: other calls than the program's"
  grep -q 'skipped: 12 calls of ibcast' "$work/notes" || complain "$key: no count of ibcast"
  grep -q '2 calls of barrier .* MPI_Pcontrol' "$work/notes" || complain "$key: not paused"
  cp "$work/shown.csv" "$work/folder.csv"
  "$turnstile" trace merge "$folder" -o "$work/$key.trace" 2>"$work/err" || complain "$key: merge"
  own_calls "$work/$key.trace" >"$work/found"
  cmp -s "$work/folder.csv" "$work/shown.csv" || complain "$key: merged, it is another trace"
  "$turnstile" trace show "$folder" >"$work/out" 2>"$work/err" || complain "$key: no text"
  grep -Eq '^bcast [0-9]+ calls, ' "$work/out" || complain "$key: no calls of bcast"
  "$trace" -o "$folder" -- true 2>"$work/err"
  grep -q 'holds a trace already' "$work/err" || complain "$key: a trace is written over"
}

# Both ranks have done a round and more; rank 1 dies.
test_kill() {
  local key=$1 folder=$work/$1-kill wanted
  "$trace" -o "$folder" -- "mpirun.$key" -n 2 "$work/program.$key" kill >/dev/null 2>"$work/err" &&
    complain "$key: a killed program succeeds"
  : >"$work/notes"
  own_calls "$folder" >"$work/found"
  grep -Eq "unfinished: ranks? .* without MPI_Finalize" "$work/notes" ||
    complain "$key: nothing of the kill"
  # Two of three rounds of everything, on all ranks.
  wanted=$(awk '$2 == "alltoallw" { print $3 * 2 / 3 }' "$work/wanted")
  grep -qx "calls alltoallw $wanted" "$work/found" ||
    complain "$key: not the $wanted calls of alltoallw before the kill"
}

test_threads() {
  local key=$1 folder=$work/$1-threads
  "$trace" -o "$folder" -- "mpirun.$key" -n 2 "$work/program.$key" threads 50 >/dev/null \
    2>"$work/err" || { complain "$key: threads: status $?"; return; }
  "$turnstile" trace show "$folder" --format csv >"$work/out" 2>"$work/err" ||
    complain "$key: threads: not shown"
  # Without MPI_THREAD_MULTIPLE in this build of MPI the program makes no calls.
  [ "$(wc -l <"$work/out")" = 1 ] && return
  local n
  n=$(awk -F, '$1 == "allreduce" { n += $5 } END { print n + 0 }' "$work/out")
  [ "$n" = 200 ] || complain "$key: $n of the 200 calls of threads"
}

# Wrong arguments are the program's own affair, and ranks may come upon communicators in any order.
test_odd() {
  local key=$1 folder=$work/$1-odd
  "mpirun.$key" -n 2 "$work/program.$key" odd >"$work/plain" 2>"$work/err" ||
    complain "$key: odd: status $? without the tracer"
  "$trace" -o "$folder" -- "mpirun.$key" -n 2 "$work/program.$key" odd >"$work/traced" \
    2>"$work/err" || complain "$key: odd: status $?"
  cmp -s "$work/plain" "$work/traced" || complain "$key: odd: other results with the tracer"
  "$turnstile" trace show "$folder" --format csv >"$work/out" 2>"$work/err" ||
    complain "$key: odd: not shown"
  [ "$(grep '^bcast' "$work/out" | cut -d, -f1-5 | tr '\n' ' ')" = \
    "bcast,2,16,16,1 bcast,2,32,32,1 bcast,2,64,64,1 " ] || complain "$key: odd: other calls"
  grep -q "$(grep -c refused "$work/plain") calls are skipped: they returned an error" \
    "$work/err" || complain "$key: odd: refused calls are not counted"
}

# Those that a program starts are not its ranks. Not every MPI can start any here.
test_spawn() {
  local key=$1 folder=$work/$1-spawn
  local -x OMPI_MCA_btl=self,vader,tcp
  timeout 60 "mpirun.$key" -n 1 "$work/program.$key" spawn >/dev/null 2>&1 || return 0
  "$trace" -o "$folder" -- "mpirun.$key" -n 1 "$work/program.$key" spawn 2>"$work/err" ||
    complain "$key: spawn: status $?"
  grep -q 'processes of MPI_Comm_spawn are not recorded' "$work/err" ||
    complain "$key: spawn: nothing is said"
  grep -q 'recorded 1 rank in' "$work/err" || complain "$key: spawn: others are counted"
  [ "$(ls "$folder")" = 0.rank ] || complain "$key: spawn: files of others: $(ls "$folder")"
}

# Fortran's bindings go other ways than C's.
test_fortran() {
  local key=$1 folder=$work/$1-fortran
  command -v "mpif90.$key" >/dev/null || return 0
  cat >"$work/program.f90" <<'END'
program traced
  use mpi
  integer :: status, x(4)
  call mpi_init(status)
  x = 1
  call mpi_bcast(x, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, status)
  call mpi_allreduce(MPI_IN_PLACE, x, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, status)
  if (x(4) /= 2) stop 3
  call mpi_finalize(status)
end program
END
  # A compiler may be installed without the modules of its MPI.
  (cd "$work" && "mpif90.$key" program.f90 -o "fortran.$key" 2>/dev/null) || return 0
  "$trace" -o "$folder" -- "mpirun.$key" -n 2 "$work/fortran.$key" 2>"$work/err" ||
    complain "$key: Fortran: status $?"
  "$turnstile" trace show "$folder" --format csv >"$work/out" 2>"$work/err"
  [ "$(cut -d, -f1-5 "$work/out" | tail -n +2 | tr '\n' ' ')" = \
    "bcast,2,16,16,1 allreduce,2,16,16,1 " ] || complain "$key: Fortran: other calls"
}

# Python loads its MPI late, and shows it to nobody else; who has helped by LD_PRELOAD still may.
# Debian's own Python has Debian's mpi4py, which is built with one of the MPIs.
test_late() {
  local key=$1 name=$2 folder=$work/$1-late preload python=/usr/bin/python3
  $python -c 'from mpi4py import MPI; print(MPI.Get_library_version())' 2>/dev/null | grep -q "$name" ||
    { echo "$key: no mpi4py with it (Debian: python3-mpi4py)"; return; }
  cat >"$work/late.py" <<'END'
from array import array
from mpi4py import MPI
total = array('d', [0] * 4)
for i in range(5):
  MPI.COMM_WORLD.Allreduce(array('d', [i] * 4), total)
assert total[3] == 8
END
  for preload in '' "$(ldd "$work/program.$key" | awk '/libmpi/ { print $3; exit }')"; do
    rm -rf "$folder"
    LD_PRELOAD=$preload "$trace" -o "$folder" -- "mpirun.$key" -n 2 $python "$work/late.py" \
      2>"$work/err" || complain "$key: Python, LD_PRELOAD=$preload: status $?"
    "$turnstile" trace show "$folder" --format csv >"$work/out" 2>>"$work/err"
    [ "$(cut -d, -f1-5 "$work/out" | tail -n +2)" = "allreduce,2,32,32,5" ] ||
      complain "$key: Python, LD_PRELOAD=$preload: other calls"
  done
}

# Printed, never judged: a timing is no test.
overhead() {
  local key=$1 plain traced
  plain=$("mpirun.$key" -n 1 "$work/program.$key" loop 20000 2>/dev/null)
  traced=$("$trace" -o "$work/$key-loop" -- "mpirun.$key" -n 1 "$work/program.$key" loop 20000 \
    2>/dev/null)
  awk -v key="$key" -v plain="$plain" -v traced="$traced" 'BEGIN {
    printf "%s: MPI_Bcast on MPI_COMM_SELF %s ns, traced %s ns: %.0f ns a call\n", key, plain,
      traced, traced - plain }'
}

libraries=0
for key in openmpi mpich; do
  command -v "mpicc.$key" >/dev/null && command -v "mpirun.$key" >/dev/null && mpi_starts "mpirun.$key" || continue
  "mpicc.$key" -std=gnu11 -O2 -w "$here/trace_program.c" -o "$work/program.$key" -pthread \
    2>"$work/err" || { complain "$key: the program does not build"; continue; }
  libraries=$((libraries + 1))
  test_every $key
  test_kill $key
  test_threads $key
  test_odd $key
  test_spawn $key
  test_fortran $key
  overhead $key
done
[ ! -x "$work/program.openmpi" ] || test_late openmpi 'Open MPI'
[ ! -x "$work/program.mpich" ] || test_late mpich MPICH
if [ $libraries = 0 ] && [ $failures = 0 ]; then
  echo "skipped: needs Open MPI or MPICH with their mpicc and mpirun"
  exit 77
fi

# refused PATTERN COMMAND...: status 2 and one line.
refused() {
  local pattern=$1 status=0
  shift
  "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  [ $status = 2 ] || complain "$*: status $status"
  grep -Eq "$pattern" "$work/err" || complain "$*: no /$pattern/"
  [ "$(wc -l <"$work/err")" = 1 ] || complain "$*: not one line"
}
refused 'no program to trace' "$trace"
refused 'no such program' "$trace" -- no-such-mpirun -n 2 true
refused 'unknown option' "$trace" --folder x -- true
refused 'no such program' env MPICC=no-such-mpicc "$trace" -- true
refused 'mpi.h' env MPICC=gcc "$trace" -o "$work/gcc" -- true
if [ $libraries = 2 ]; then
  refused "is MPICH's" env MPICC=mpicc.openmpi "$trace" -o "$work/other" -- mpirun.mpich -n 1 true
  refused "is Open MPI's" env MPICC=mpicc.mpich "$trace" -o "$work/other" -- mpirun.openmpi true
  for pair in mpich:openmpi:MPICH 'openmpi:mpich:Open MPI'; do
    IFS=: read -r key other name <<<"$pair"
    MPICC=mpicc.$key "$trace" -o "$work/other" -- "$work/program.$other" >"$work/out" 2>"$work/err"
    grep -q "built for $name, which is not the program's MPI" "$work/err" || complain "another MPI"
  done
fi
says 2 'no recordings' trace show "$work"
refuse 2 'no trace' trace show
refuse 2 'which file' trace merge "$work"
refuse 2 'no folder and no file' trace show "$work/nothing"
finish
