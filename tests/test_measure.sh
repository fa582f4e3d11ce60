#!/bin/bash
# measure: ranks that die or never arrive, signals, two runs at once, what it refuses and marks.
# Argument: turnstile.
. "$(dirname "$0")/lib.sh"
KILLS=${TN_TEST_FULL:+20}

# nothing_left NAME PROCESS...: they have ended, and there is no segment with a name. Others use the
# same folder, so only ours count.
nothing_left() {
  ! ls /dev/shm 2>/dev/null | grep -q turnstile || complain "$1: a segment is left"
  gone "${@:2}" || complain "$1: a process is left"
}

# used TICKS: whether $parent has two ranks, and each has had as much of a processor as that.
used() {
  local stat process
  has_children 2 "$parent" || return 1
  for process in $workers; do
    read -r -a stat <"/proc/$process/stat" || return 1
    ((stat[13] + stat[14] >= $1)) || return 1
  done
}

# start [TICKS]: a run that would take for ever, in the background; sets $parent and $workers.
start() {
  "$turnstile" measure -c alltoall -a pairwise -n 2 -s 16K --repetitions 1000000 --oversubscribe \
    >"$work/out" 2>"$work/err" </dev/null &
  parent=$!
  # The processes that take the machine's fingerprint need a few milliseconds of a processor.
  wait_until used "${1-5}" || complain "no ranks came up"
}

# ends NAME PATTERN [STATUS]: the run ends, with that status (1) and one line that matches.
ends() {
  local status
  wait_until gone "$parent" || { complain "$1: it does not end"; kill -KILL "$parent"; }
  wait "$parent"
  status=$?
  [ "$status" = "${3-1}" ] || complain "$1: status $status, not ${3-1}"
  [ "$(wc -l <"$work/err")" = 1 ] || complain "$1: not one line"
  grep -Eq -- "$2" "$work/err" || complain "$1: no /$2/"
  nothing_left "$1" "$parent" "$workers"
}

# gone_or_new TICKS: the run has ended, or has other ranks than $first with so many ticks each.
gone_or_new() {
  gone "$parent" || { used "$1" && [ "$workers" != "$first" ]; }
}

# Of either rank in turn, each a little further on. The ranks of the calls follow those that try how
# busy the host is, without which the run goes on.
kills() {
  local first
  for ((n = 0; n < ${KILLS:-6}; n++)); do
    start $((5 + 3 * n))
    first=$workers
    kill -9 "$(cut -d ' ' -f $((1 + n % 2)) <<<"$workers")"
    wait_until gone_or_new $((5 + 3 * n))
    if gone "$parent"; then
      workers=$first
    else
      kill -9 "$(cut -d ' ' -f $((1 + n % 2)) <<<"$workers")"
    fi
    ends "kill $n" 'alltoall pairwise, 2 ranks, 16384 bytes: rank [01] died in call [0-9]+: Killed$'
  done
}

interrupts() {
  start
  kill -INT "$parent"
  ends "ctrl-C" 'interrupted by signal 2$' 130
  start
  kill -TERM "$parent"
  ends "termination" 'interrupted by signal 15$' 143
}

# A run killed without a chance to clean up leaves nothing either.
killed_parent() {
  start
  kill -9 "$parent"
  wait "$parent" 2>/dev/null
  wait_until gone "$workers"
  nothing_left "killed parent" "$parent" "$workers"
}

two_at_once() {
  local first second
  "$turnstile" measure -c bcast -a linear -n 2 -s 4K --verify --repetitions 200 --oversubscribe \
    >"$work/one" 2>"$work/err" &
  first=$!
  "$turnstile" measure -c bcast -a linear -n 2 -s 4K --verify --repetitions 200 --oversubscribe \
    >"$work/two" 2>>"$work/err" &
  second=$!
  wait $first || complain "first of two runs"
  wait $second || complain "second of two runs"
  nothing_left "two runs" "$first"
}

refusals() {
  refuse 2 '4096 ranks on [0-9]+ cores .--oversubscribe' measure -c bcast -n 4096 -s 1
  refuse 2 '1000000 ranks .[0-9]+ can share' measure -c bcast -n 1000000 -s 1 --oversubscribe
  refuse 2 'knl is not this machine' measure -p knl -c bcast -n 1 -s 1
  refuse 2 'no parameter of real processes "alpha"' measure -c bcast -n 1 -s 1 --set alpha=1us
  refuse 2 'no such option' measure -c bcast -n 1 -s 1 --law queue
  refuse 2 'no mechanism "cmb"' measure -c bcast -n 1 -s 1 --mechanism cmb
  refuse 2 'no buffers "col"' measure -c bcast -n 1 -s 1 --buffers col
  refuse 2 'budget' measure -c bcast -n 1 -s 1 --budget soon
  refuse 1 'no memory: the buffers take' measure -c bcast -a linear -n 1 -s 1000G
  (ulimit -f 1; refuse 1 'rank [01]: no memory|no memory file' measure -c bcast -a linear -n 2 \
    -s 4M --oversubscribe --mechanism memfd; exit $failures) || failures=$?
  for mechanism in xpmem knem; do
    [ -e /dev/$mechanism ] || says 1 "skipped, because no /dev/$mechanism" measure -c bcast \
      -a linear -n 1 -s 1 --mechanism $mechanism
  done
}

# field NAME: of the one row in $work/out.
field() {
  awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
                        NR == 2 { print $at }' "$work/out"
}

# row COLUMN VALUE ARGUMENT...: a verified row whose column has this value.
row() {
  local column=$1 value=$2
  shift 2
  timeout 120 "$turnstile" measure -c bcast -a linear -s 4K --verify --repetitions 20 --format csv \
    "$@" >"$work/out" 2>"$work/err" </dev/null || complain "$*: failed"
  [ "$(field "$column")" = "$value" ] || complain "$*: $column is '$(field "$column")'"
  [ "$(field verified)" = yes ] || complain "$*: not verified"
}

rows() {
  row source measured -n 1
  row platform "$(uname -n)" -n 1
  row kernel "linux-$(uname -r)" -n 1
  row calls 20 -n 1
  row law '' -n 1
  row overrides 'oversubscribe=yes;repetitions=20' -n 5 --oversubscribe
  row overrides 'repetitions=20;stagger=16' -n 1 --stagger 16
  row mechanism memfd -n 2 --oversubscribe --mechanism memfd
  row mechanism cico -n 2 --oversubscribe --mechanism cico
  row mechanism cma -n 1 --timeline "$work/timeline"
  grep -q '"ph":"M"' "$work/timeline" || complain "no timeline"
  grep -q '"critical path"' "$work/timeline" || complain "no critical path"
  row mechanism memfd -n 3 --oversubscribe --mechanism memfd --timeline "$work/timeline"
  grep -Eq '"name":"copy".*"peer":[0-2],"distance":"[a-z]*","bytes":[1-9]' "$work/timeline" ||
    complain "no copy with peer, distance and bytes"
  grep -Eq '"name":"wait".*"peer":[0-2],"distance"' "$work/timeline" || complain "no wait with its peer"
  row buffers cold -n 2 --oversubscribe --mechanism memfd --buffers cold
  row protocol imb-old -n 3 --oversubscribe --mechanism memfd --protocol imb-old
  row transfers 2 -n 3 --oversubscribe --mechanism memfd
  row lock_us '' -n 2 --oversubscribe --mechanism memfd
}

# messages COMMAND ARGUMENT...: what each of the rows of all algorithms hands from rank to rank.
messages() {
  "$turnstile" "$@" -c bcast,scatter,gather,allgather,alltoall,reduce,allreduce -a all -n 4 \
    -s 1K,64K --mechanism memfd --repetitions 1 --format csv 2>"$work/err" </dev/null |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
             { print $at["collective"], $at["algorithm"], $at["params"], $at["size_bytes"],
                     $at["transfers"], $at["inter_package"], $at["inter_numa"], $at["intra_numa"] }'
}

# Real processes hand over what simulated ones do.
messages_agree() {
  local one_package
  one_package=$(lscpu -p=socket,node 2>/dev/null | grep -v '^#' | sort -u | wc -l)
  [ "$one_package" = 1 ] || return 0
  messages measure --oversubscribe >"$work/measured"
  messages run -p 'synthetic:core:4 pu:1' --like broadwell >"$work/simulated"
  diff "$work/simulated" "$work/measured" >"$work/err" || complain "other messages than simulated"
  [ "$(wc -l <"$work/measured")" -ge 60 ] || complain "few rows with messages"
}

# column NAME: of the last row of $work/rows.
column() {
  awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { v = $at[name] }
                        END { print v }' "$work/rows"
}

# Progress threads on their ranks' cores: the system lets them share, and the row says so.
progress_threads() {
  "$turnstile" measure -c ibcast -a split-tree -n 2 -s 64K -P levels=0 -P comm_cores=0 \
    -P compute=balanced --repetitions 5 --oversubscribe --verify --format csv >"$work/rows" \
    2>"$work/err" </dev/null || complain "ibcast: status $?"
  [[ "$(column overrides)" == core_sharing=system* ]] || complain "who shares: $(column overrides)"
  [ "$(column verified)" = yes ] || complain "ibcast is not verified"
  [[ "$(column overlap)" =~ ^[01]\.[0-9]{6}$ ]] || complain "overlap: $(column overlap)"
}

# table PATTERN ARGUMENT...: a line of the table or its remarks matches.
table() {
  local pattern=$1
  shift
  timeout 120 "$turnstile" measure -c bcast -a linear -n 2 -s 4K --repetitions 20 --oversubscribe "$@" \
    >"$work/out" 2>"$work/err" </dev/null || complain "$*: failed"
  tr '\n' ' ' <"$work/out" | tr -s ' ' | grep -Eq -- "$pattern" || complain "$*: no /$pattern/"
}

tables() {
  table '[(]measured[)]; mean over ranks, median of calls, us '
  table ' host: (quiet|disturbed); cells in which the slowest 5 % of the calls take more .*: [01] of 1 [(][0-9.]+ times at most[)]'
  table '[(]measured[)]; mean over ranks, us ' --objective avg
}

kills
interrupts
killed_parent
two_at_once
refusals
rows
tables
messages_agree
progress_threads
finish
