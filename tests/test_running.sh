#!/bin/bash
# Long runs under signals, dying and stopped workers, and scarce resources. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

# 52 points on two workers: of a second or two all together, and of half an hour, the first quick.
short=(-p knl -c alltoall -a linear,pairwise-p2p -n 2,16 -s 1K..4M --jobs 2 --repetitions 40)
long=("${short[@]}" -n 2,64 --repetitions 1000)
# One of 13 quick points.
quick=(-p knl -c scatter -a throttled-read -n 8 -s 1K..4M)

# A short run may be over before anybody sees its workers.
is_under_way() { has_children 2 "$pid" || gone "$pid"; }

# start ARGUMENT...: turnstile in a process group of its own, until it has two workers.
start() {
  set -m
  "$turnstile" "$@" >"$work/rows" 2>"$work/err" </dev/null &
  pid=$!
  set +m
  wait_until is_under_way || complain "$*: no two workers"
}

no_workers() { wait_until gone "$workers" || complain "$1: a worker lives on"; }

# ends STATUS WHAT: the program that was started ends so, within a minute.
ends() {
  local got
  wait_until gone "$pid" || { complain "$2: it does not end"; kill -KILL "$pid"; }
  wait "$pid" 2>>"$work/shell"
  got=$?
  cases=$((cases + 1))
  [ "$got" = "$1" ] || complain "$2: status $got, not $1"
}

# One signal, to the process alone or to its whole group, as a terminal and timeout send it.
signals() {
  local name status command
  while read -r name status command; do
    start "$command" "${long[@]}" --format csv
    wait_until has_lines 2 "$work/rows"
    kill "-$name" -- "-$pid"
    ends "$status" "$command, SIG$name"
    grep -q interrupted "$work/err" || complain "$command, SIG$name: no word of it"
    ! grep -q 'died' "$work/err" || complain "$command, SIG$name: workers are reported"
    [ "$(wc -l <"$work/rows")" -ge 2 ] || complain "$command, SIG$name: finished rows lost"
    no_workers "$command, SIG$name"
  done <<'END'
HUP 129 run
TERM 143 sweep
INT 130 sweep
END
  start tune "${long[@]}"
  kill -HUP "$pid"
  ends 129 'tune, SIGHUP'
}

# Formats that are written at the end keep what is finished too.
formats() {
  local format pattern
  while read -r format pattern; do
    hangs_up "grep -q '$pattern' \"\$work/rows\"" sweep "${long[@]}" --format "$format"
  done <<'END'
text ^alltoall
json "alltoall"
osu MPI All-to-All
END
}

# What nohup ignores stays ignored.
nohup_holds() {
  rm -f "$work/rows" # the rows of an earlier one would count
  set -m
  (trap '' HUP; exec "$turnstile" run "${quick[@]}" --repetitions 500 --jobs 1 --format csv) \
    >"$work/rows" 2>"$work/err" &
  pid=$!
  set +m
  wait_until has_lines 2 "$work/rows"
  kill -HUP "$pid"
  ends 0 nohup
}

# A worker that dies by a signal from outside, or is stopped, costs nothing.
faults() {
  "$turnstile" sweep "${short[@]}" >"$work/whole" 2>"$work/err"
  start sweep "${short[@]}"
  kill -KILL "${workers%% *}"
  ends 0 'a killed worker'
  cmp -s "$work/rows" "$work/whole" || complain 'a killed worker: other bytes'
  start sweep "${short[@]}"
  kill -STOP $workers
  ends 0 'stopped workers'
  cmp -s "$work/rows" "$work/whole" || complain 'stopped workers: other bytes'
  start sweep "${long[@]}"
  kill -KILL "$pid"
  ends 137 'a killed parent'
  no_workers 'a killed parent'
}

# Fewer file descriptors than jobs; then too few for any worker.
descriptors() {
  "$turnstile" sweep "${quick[@]}" >"$work/whole" 2>"$work/err"
  (ulimit -n 12; timeout 60 "$turnstile" sweep "${quick[@]}" --jobs 50 >"$work/rows" 2>"$work/err")
  [ $? = 0 ] || complain 'few descriptors: not status 0'
  cmp -s "$work/rows" "$work/whole" || complain 'few descriptors: other bytes'
  (ulimit -n 4; timeout 60 "$turnstile" run "${quick[@]}" >"$work/rows" 2>"$work/err")
  [ $? = 1 ] || complain 'no descriptors: not status 1'
  grep -q 'no worker process could be started: Too many open files' "$work/err" ||
    complain 'no descriptors: no word of it'
  [ "$(wc -l <"$work/err")" = 1 ] || complain 'no descriptors: not one line'
  cases=$((cases + 2))
}

# A point of thirty million fragments beside three that take no time: it fails alone, in one line.
endless() {
  local jobs selection=(-p epyc-7763 -c alltoall -a pairwise-p2p --mechanism cico -n 2,128 -s 64,16M)
  for jobs in 1 3; do
    timeout 120 "$turnstile" sweep "${selection[@]}" --point-timeout 1s --jobs "$jobs" \
      >"$work/rows-$jobs" 2>"$work/err" </dev/null
    [ $? = 1 ] || complain "--point-timeout: not status 1 with $jobs jobs"
    [ "$(wc -l <"$work/rows-$jobs")" = 4 ] || complain "--point-timeout: rows lost with $jobs jobs"
    [ "$(grep -c 'has not ended within 1s of processor time' "$work/err")" = 1 ] ||
      complain "--point-timeout: no word of it with $jobs jobs"
    cases=$((cases + 3))
  done
  cmp -s "$work/rows-1" "$work/rows-3" || complain '--point-timeout: --jobs changes the other rows'
  refuse 2 '--point-timeout: "0" is out of range .1ms' run "${quick[@]}" --point-timeout 0
  refuse 2 '--point-timeout: "10" is not a time' run "${quick[@]}" --point-timeout 10
  "$turnstile" run "${quick[@]}" --point-timeout 1000s >"$work/out" 2>"$work/err" ||
    complain '--point-timeout: it ends quick points'
}

# An interrupted decision leaves its rows in the working folder.
turnstile=$(realpath "$turnstile")
cd "$work" || exit 1
signals
formats
nohup_holds
faults
descriptors
endless
finish
