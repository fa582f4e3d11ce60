#!/bin/bash
# Bad input and faults: the exit status and the one line that the user sees. Argument: turnstile.
set -u
turnstile=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
cases=0

complain() {
  echo "FAILED: $1" >&2
  sed 's/^/    /' "$work/err" >&2
  failures=$((failures + 1))
}

# refuse STATUS PATTERN ARGUMENT...: that exit status and one line on stderr that matches.
refuse() {
  local status=$1 pattern=$2 got
  shift 2
  timeout 60 "$turnstile" "$@" >"${out:-/dev/null}" 2>"$work/err" </dev/null
  got=$?
  cases=$((cases + 1))
  [ "$got" = "$status" ] || complain "$*: status $got, not $status"
  [ "$(wc -l <"$work/err")" = 1 ] || complain "$*: not one line"
  grep -Eq -- "$pattern" "$work/err" || complain "$*: no /$pattern/"
}

# The same after a selection that is sound without the further words.
point() {
  refuse "$1" "$2" run -p knl -c scatter -a throttled-read -n 4 -s 4K "${@:3}"
}

# A scenario of these lines.
scenario() {
  printf "$3" >"$work/x.ini"
  refuse "$1" "$2" run "$work/x.ini"
}

names() {
  refuse 2 'no command "lst" .nearest: list' lst
  point 2 '--reference: no algorithm of this run "x"' --reference x
  refuse 2 'no list .*nearest: collectives' list colectives
  refuse 2 'platform "knk".*knl' run -p knk -c scatter
  refuse 2 'nearest: scatter' run -p knl -c scater
  refuse 2 'nearest: throttled-read' run -p knl -c scatter -a throttled-raed
  point 2 'nearest: throttle' -P throtle=3
  point 2 'no parameter "distance"' -P distance=1
  point 2 'nearest: size' --sise 4K
  point 2 'mapping "cores".*numa' --mapping cores
  point 2 'nearest: batched' --law bached
  point 2 'nearest: paper' --kernel papr
  point 2 'no format "cvs".*csv' --format cvs
  point 2 'nearest: collective' -C colective.size=4K
  point 2 'nearest: size' -C collective.sizes=4K
  point 2 'alhpa' --set alhpa=1us
  point 2 '--like' --like broadwell
}

# Files that never end, and times beyond what the clock resolves.
endless() {
  point 2 '/dev/zero: a device' --noise file:/dev/zero
  point 2 '/dev/zero: a device' --arrival file:/dev/zero
  refuse 2 '/dev/zero: a device' run /dev/zero
  refuse 2 '/dev/zero: a device' compare /dev/zero /dev/zero
  point 2 'at most 1000s' --noise 'inject:at=0s,duration=1e300s'
  point 2 'at most 1000s' --arrival 'uniform(0,1e300s)'
  echo "0 1e300" >"$work/noise.txt"
  point 2 'noise.txt:1: "1e300" is longer than 1000s' --noise "file:$work/noise.txt"
}

# Mechanisms, protocols, and patterns, whose parameters fix the ranks.
patterns() {
  refuse 2 'pin has no mechanism cico .it has cma' run -p knl -c pattern -a pin --mechanism cico
  point 2 'throttled-read has no mechanism cico' --mechanism cma,cico
  point 2 'nearest: cico' --mechanism cicos
  point 2 'nearest: imb-old' --protocol imb_old
  refuse 2 'readers=3 makes 4 ranks, not 8' run -p knl -c pattern -a pin -P readers=3 -n 8
  refuse 2 'runs on 2 ranks, not 3' run -p knl -c pattern -a pingpong -n 3
  refuse 2 'distance machine' run -p knl -c pattern -a pingpong -P distance=machine
  refuse 2 'try buffer=different' run -p knl -c pattern -a one-source -P direction=write
  refuse 2 'has no root' run -p knl -c pattern --root 1
  refuse 2 'do not fit' run -p broadwell -c pattern -a pairs -P pairs=99
  refuse 2 '-P: ' run -p knl -c pattern -a pin -P pages=1025
}

# Elements of reductions, and collectives without sizes or roots.
reductions() {
  refuse 2 '-s: 1001 bytes are no whole number of float32 .multiples of 4' \
    run -p knl -c allreduce -s 1001
  refuse 2 'whole number of float64 .multiples of 8' run -p knl -c reduce -s 4 --type float64
  refuse 2 'type "int64".*float64' run -p knl -c reduce --type int64
  point 2 '--type: only reduce and allreduce' --type uint8
  refuse 2 'op "max"' run -p knl -c reduce --op max
  refuse 2 'allreduce has no root' run -p knl -c allreduce --root 1
  refuse 2 'barrier has no root' run -p knl -c barrier --root 1
}

numbers() {
  local text
  for text in -1 1e3 16X 99999999999999999999 '' 5..1 3.. , nan; do
    refuse 2 '-s: ' run -p knl -c scatter -s "$text"
  done
  for text in 0 -1 '' 5..1 1.5 273 100000 1..99999999999; do
    refuse 2 '(-n|knl): ' run -p knl -c scatter -s 4K -n "$text"
  done
  for text in 0 -1 x 99999999999; do
    point 2 '--repetitions: .*whole number' --repetitions "$text"
    point 2 '--jobs: .*whole number' --jobs "$text"
    point 2 '-P: .*whole number' -P "throttle=$text"
  done
  point 2 'is not NAME=VALUES' -P throttle=
  point 2 'is not NAME=VALUES' -P throttle
  point 2 'range that rises' -P throttle=5..1
  point 2 'longer than' -P throttle=1..1000000,1
  point 2 'rank 4 of 4' --root 4
  refuse 2 'has no root' run -p knl -c allgather --root 1
  refuse 2 'common divisor' run -p knl -c allgather -n 4 -s 4K -a ring-neighbor -P distance=2
  refuse 1 '--verify would need' run -p knl -c alltoall -a pairwise -n 64 -s 1G --verify
}

files() {
  scenario 2 'given before, on line 2' '[collective]\nsize = 4K\nsize = 8K\n'
  scenario 2 'before the first' 'size = 4K\n'
  scenario 2 'group header' '[collective\n'
  scenario 2 'not a text' '[collective]\nsize = 4\0K\n'
  scenario 2 'nearest: platform' '[platfrom]\n'
  scenario 2 'size: "16X"' '[platform]\nname = knl\n[collective]\nname = scatter\nsize = 16X\n'
  refuse 2 'No such file' run "$work/none.ini"
  refuse 2 'directory' run "$work"
  refuse 2 'regular file' run -p "$work" -c scatter
  head -c 2500 platforms/knl.xml >"$work/short.xml"
  refuse 2 'short.xml:[0-9]+: ' run -p "$work/short.xml" -c scatter
  { cat platforms/knl.xml; printf '\0'; } >"$work/nul.xml"
  refuse 2 'NUL' run -p "$work/nul.xml" -c scatter
  point 2 'No such file' -o "$work/none/x"
  point 2 'irectory' -o "$work"
  point 1 'cannot be written' --timeline "$work/none/x"
}

comparisons() {
  local rows="$work/rows.csv" text="$work/osu"
  "$turnstile" run -p knl -c bcast -a direct-read -n 4 -s 4K --protocol osu --format csv >"$rows"
  printf '# OSU MPI Broadcast Latency Test\n# Size  Avg Latency(us)\n4096  1.00\n' >"$text"
  refuse 2 'wants PREDICTED and MEASURED, not 1' compare "$rows"
  refuse 2 'No such file' compare "$rows" "$work/none"
  refuse 2 'MEASURED: no row says its ranks .*FILE:ranks' compare "$rows" "$text"
  refuse 2 'ranks is "4" in PREDICTED, "8"' compare "$rows" "$text:ranks=8,algorithm=direct-read"
  refuse 2 'no row has a span_us' compare "$rows" "$text:ranks=4,algorithm=direct-read" \
    --objective span
  refuse 2 '"algo=x" is not COLUMN=VALUE' compare "$rows" "$text:ranks=4,algo=x"
  refuse 2 'ranks: "four" is not a whole' compare "$rows" "$text:ranks=four"
  refuse 2 'neither FILE.svg' compare "$rows" "$rows" --plot "$work/x.pdf"
  refuse 2 '"much" is not a percentage' compare "$rows" "$rows" --max-error much
  refuse 1 'median error .* is beyond 1%' compare "$rows" "$text:ranks=4,algorithm=direct-read" \
    --max-error 1%
  printf '4096  x\n' >>"$text"
  refuse 2 'osu:4: avg_us: "x"' compare "$rows" "$text"
}

fits() {
  local table="$work/p2p.csv" node='Package:2 L3:2(size=4MiB) Core:2 PU:1'
  printf 'distance,bytes,us\nllc,1,0.3\nllc,1024,0.5\nllc,65536,9\nmachine,1024,1\n' >"$table"
  fit() { refuse "$1" "$2" platform fit "${@:3}"; }
  fit 2 'wants one FILE.xml or synthetic' --like knl
  fit 2 'who lends' "$node" --p2p "$table" -o "$work/x.xml"
  fit 2 'where to' "$node" --like broadwell --p2p "$table"
  fit 2 'nothing to fit to' "$node" --like broadwell -o "$work/x.xml"
  fit 2 'No such file' "$node" --like broadwell --p2p "$work/none" -o "$work/x.xml"
  fit 2 'p2p.csv:1: no column children' "$node" --like broadwell --tree "$table" -o "$work/x.xml"
  fit 2 'no assumption "luck"' "$node" --like broadwell --p2p "$table" -o "$work/x.xml" \
    --assume luck
  fit 2 'no platform.*"brodwell"|brodwell' "$node" --like brodwell --p2p "$table" -o "$work/x.xml"
  [ ! -e "$work/x.xml" ] || complain 'a refused fit left a file'
  "$turnstile" platform fit "$node" --like broadwell --p2p "$table" -o "$work/x.xml" \
    >"$work/said" 2>"$work/err" || complain 'a fit failed'
  grep -q 'assumption serial' "$work/said" || complain 'a fit does not say its assumptions'
  "$turnstile" platform check "$work/x.xml" >/dev/null 2>"$work/err" || complain 'its file is wrong'
  cases=$((cases + 3))
}

full_disk() {
  local out=/dev/full format
  for format in text csv json osu; do
    point 1 'not everything could be written' --format "$format"
  done
  refuse 1 'not everything could be written' list
  refuse 1 'not everything could be written' run --help
  refuse 1 'not everything could be written' --version
  refuse 1 'not everything could be written' platform check knl
}

scoreboard() {
  refuse 2 'no column that parts tables "kernal" .nearest: kernel' \
    tune -p knl -c scatter -n 4 -s 4K --beside kernal
  refuse 2 '--beside: only for text, not csv' \
    tune -p knl -c scatter -n 4 -s 4K --beside kernel --format csv
  refuse 2 'no claim "C999"' validate C999
  refuse 2 'no paper "cmma" .nearest: cma' validate --paper cmma
  refuse 2 'no format of validate "xml"' validate C031 --format xml
  refuse 2 'no such option here' validate C031 --seed 3
  refuse 2 'cannot write there' validate -o /nowhere/x
  out=/dev/full refuse 1 'not everything could be written' validate C031
  "$turnstile" validate C031 C036 --jobs 1 --format csv >"$work/one" 2>"$work/err" ||
    complain 'validate: a status where nothing went wrong'
  "$turnstile" validate C036 C031 --jobs 2 --format csv >"$work/two"
  cmp -s "$work/one" "$work/two" || complain 'validate: order or jobs change the bytes'
  [ "$(grep -c '^C03[16],cma,' "$work/one")" = 3 ] || complain 'validate: not three findings'
  "$turnstile" validate C061 C105 C120 --paper xhc --format csv >"$work/one"
  [ "$(cut -d, -f1 "$work/one" | tr '\n' ' ')" = 'id C105 C120 ' ] ||
    complain 'validate: --paper does not select'
  grep -q '^C120,xhc,Abstract,,,' "$work/one" || complain 'validate: a claim in words has a machine'
  cases=$((cases + 5))
}

# start: a sweep of minutes in its own process group, once its first row is written.
start() {
  set -m
  "$turnstile" run -p knl -c scatter,alltoall -s 1K..4M --repetitions 2000 --jobs 2 \
    --format csv >"$work/rows" 2>"$work/err" &
  pid=$!
  set +m
  for _ in $(seq 200); do
    [ "$(wc -l <"$work/rows")" -ge 2 ] && break
    sleep 0.1
  done
  workers=$(pgrep -P "$pid")
}

interrupt() {
  local worker
  start
  kill -INT -- "-$pid"
  wait "$pid"
  [ $? = 130 ] || complain 'ctrl-C: status is not 130'
  cases=$((cases + 1))
  grep -q interrupted "$work/err" || complain 'ctrl-C: no word of it'
  [ "$(wc -l <"$work/err")" = 1 ] || complain 'ctrl-C: not one line'
  [ "$(wc -l <"$work/rows")" -ge 2 ] || complain 'ctrl-C: finished rows lost'
  for worker in $workers; do
    [ ! -d "/proc/$worker" ] || complain "ctrl-C: worker $worker lives on"
  done
}

names
patterns
reductions
numbers
files
comparisons
endless
fits
full_disk
scoreboard
interrupt
echo "$cases cases, $failures failures"
[ "$failures" = 0 ]
