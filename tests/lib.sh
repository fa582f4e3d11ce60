# What the shell tests have in common; sourced with the program to test as $1.

# Who starts the tests may ignore signals, as nohup does; a shell that inherits that cannot undo it.
if [ -z "${TN_SIGNALS-}" ]; then
  export TN_SIGNALS=default
  exec env --default-signal=HUP,INT,TERM "$BASH" "$0" "$@"
fi
set -u
turnstile=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
cases=0
# A python3 that looks for the true one at each start, as pyenv's does, takes three times as long.
if grep -q python3 "$0" && command -v python3 >/dev/null; then
  PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH
fi

# has_satellites: not built with -Dsatellites=disabled.
has_satellites() { "$turnstile" help | grep -q '^  replay '; }

complain() {
  echo "FAILED: $1" >&2
  sed 's/^/    /' "$work/err" >&2
  failures=$((failures + 1))
}

# says STATUS PATTERN ARGUMENT...: that exit status and a line on stderr that matches; what the
# program prints goes to $out, $work/out if that is not set.
says() {
  local status=$1 pattern=$2 got
  shift 2
  timeout 120 "$turnstile" "$@" >"${out:-$work/out}" 2>"$work/err" </dev/null
  got=$?
  cases=$((cases + 1))
  [ "$got" = "$status" ] || complain "$*: status $got, not $status"
  grep -Eq -- "$pattern" "$work/err" || complain "$*: no /$pattern/"
}

# refuse STATUS PATTERN ARGUMENT...: the same, and that line is all.
refuse() {
  says "$@"
  [ "$(wc -l <"$work/err")" = 1 ] || complain "${*:3}: not one line"
}

# wait_until COMMAND...: until it succeeds, for a minute at most; fails when it never did.
wait_until() {
  local end=$((SECONDS + 60))
  until "$@" 2>>"$work/shell"; do
    ((SECONDS < end)) || return 1
    sleep 0.05
  done
}

# has_lines N FILE: so many at least.
has_lines() { [ "$(wc -l <"$2")" -ge "$1" ]; }

# has_children N PROCESS: so many at least; $workers are these.
has_children() {
  local all
  mapfile -t all < <(pgrep -P "$2")
  workers=${all[*]}
  ((${#all[@]} >= $1))
}

# gone PROCESS...: all have ended; who inherits one may not have looked yet.
gone() { ! ps -o stat= -p "$*" | grep -qv '^Z'; }

# hangs_up KEPT ARGUMENT...: the program under SIGHUP, which comes ever later until points were
# finished by then: KEPT, a command, finds them in what is left.
hangs_up() {
  local pause kept=$1
  shift
  cases=$((cases + 1))
  for pause in 0.2 0.4 0.8 1.6 3.2 6.4 12.8; do
    "$turnstile" "$@" >"$work/rows" 2>"$work/err" </dev/null &
    sleep "$pause"
    kill -HUP $! 2>>"$work/shell"
    wait $! 2>>"$work/shell"
    [ $? = 129 ] && eval "$kept" && return
  done
  complain "SIGHUP, $*: finished points are lost"
}

# mpi_starts MPIRUN: it starts programs here, or why not is said. Open MPI needs a network interface, be it lo.
mpi_starts() {
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    timeout 60 "$1" -n 1 true >"$work/shell" 2>&1 && return
  echo "skipped: $1 starts no program here (is there no network interface?)"
  return 1
}

# finish: the end of a test.
finish() {
  echo "$cases cases, $failures failures"
  [ "$failures" = 0 ]
}
