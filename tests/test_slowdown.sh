#!/bin/bash
# Several seeds and noises at a time, what they cost, and the same noise in real processes.
# Argument: turnstile.
. "$(dirname "$0")/lib.sh"

noise='periodic:rate=1kHz,duration=uniform(0,200us)'
quiet=(-p knl -c bcast -a chain,linear -P segment=16K -n 8 -s 256K --repetitions 4)

# get ARGUMENT...: its output, in $out or $work/out.
get() {
  "$turnstile" "$@" >"${out:-$work/out}" 2>"$work/err" </dev/null || complain "$*"
}

# wants NAME WHAT EXPECTED
wants() {
  cases=$((cases + 1))
  [ "$2" = "$3" ] || complain "$1: $2, not $3"
}

# columns FILE: algorithm, noise, seed, average, span of each row.
columns() {
  python3 -c '
import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    print(*(row[name] for name in ("algorithm", "noise", "seed", "avg_us", "span_us")))' "$1"
}

# Noise that never hits the call is named as such, with the calls that it would take.
noise_that_misses() {
  local short=(-p knl -c bcast -a k-nomial -s 64K) rare='periodic:rate=10Hz,duration=uniform(0,20ms)' seeds
  for seeds in 1 1..5; do
    get run "${short[@]}" --noise "$rare" --seed $seeds
    wants "seeds $seeds" "$(tr -s '\n ' ' ' <"$work/out" | grep -c \
      'no noise hit 1 of 1 calls, the shortest of 0.184 ms: noise comes after 100 ms (--repetitions 544 or')" 1
  done
  out=$work/one get run "${short[@]}" --noise "none|$rare" --seed 1..3 --format csv
  get plot "$work/one" --kind noise -o "$work/noise.svg"
  wants 'a picture of noise that misses' "$(grep -c '>no noise<' "$work/noise.svg")" 1
  get run "${short[@]}" --noise "$rare" --repetitions 556
  wants 'noise that hits' "$(grep -c 'no noise' "$work/out")" 0
}

# A row for each seed, as if each had been asked for alone; without noise seeds are alike.
rows_of_each_seed() {
  get run "${quiet[@]}" --noise "none|$noise" --seed 1..20 --format csv
  columns "$work/out" >"$work/all"
  wants 'rows' "$(wc -l <"$work/all")" 42
  out=$work/one get run "${quiet[@]}" --noise "$noise" --seed 7 --format csv
  columns "$work/one" >"$work/seven"
  wants 'seed 7' "$(grep -c -x -F -f "$work/seven" "$work/all")" 2
  out=$work/one get run "${quiet[@]}" --seed 1 --format csv
  columns "$work/one" >"$work/none"
  wants 'none' "$(grep -c -x -F -f "$work/none" "$work/all")" 2
}

# Means and intervals of the text, anew from the rows: 2.093 is Student's quantile for 19 degrees.
text_sums_up() {
  get run "${quiet[@]}" --noise "none|$noise" --seed 1..20
  cases=$((cases + 1))
  python3 - "$work/all" "$work/out" 2>"$work/err" <<'END' || complain 'the text is not of the rows'
import re, statistics, sys
times = {}
for line in open(sys.argv[1]):
    name, noise, seed, avg, span = line.split()
    times.setdefault((name, noise), []).append(float(avg))
text = open(sys.argv[2]).read()
for name in 'chain', 'linear':
    base = times[name, 'none'][0]
    noisy = next(v for k, v in times.items() if k[0] == name and k[1] != 'none')
    slower = 100 * (statistics.mean(noisy) / base - 1)
    side = 100 * 2.093 * statistics.stdev(noisy) / 20 ** 0.5 / base
    found = re.search(name + r' +20 .* (-?[\d.]+) % \+- ([\d.]+)$', text, re.M)
    assert len(noisy) == 20 and found, text
    assert abs(float(found[1]) - slower) < 0.06 and abs(float(found[2]) - side) < 0.06, (
        found[0], slower, side)
END
}

# span NOISE: of a chain of four ranks, in whole us.
span() {
  "$turnstile" run -p knl -c bcast -a "$style" -P tree=chain -P segment=64K -n 4 -s 4M --warmup 0 \
    --noise "$1" --format csv >"$work/one" 2>"$work/err" || complain "span $1"
  columns "$work/one" | sed 's/.* \([0-9]*\)\.[0-9]*$/\1/'
}

# costs NAME NOISE LEAST MOST: by how much later the chain ends.
costs() {
  local later=$(($(span "$2") - still))
  cases=$((cases + 1))
  ((later >= $3 && later <= $4)) || complain "$style, $1: $later us, not $3 to $4"
}

# By hand: a pipeline stands still as long as one of its ranks is away, and a rank that is away while
# it has nothing to do costs nothing. What the others still do meanwhile, some segments of 64K, is
# less than a tenth of 5 ms.
hand_calculation() {
  local still style
  for style in blocking-tree nonblocking-tree adapt; do
    still=$(span none)
    for rank in 0 1 2 3; do
      costs "rank $rank" "inject:at=500us,duration=5ms,ranks=$rank" 4800 5000
    done
    costs 'two at once' 'inject:at=500us,duration=5ms,ranks=1-2' 4900 5000
    costs 'all at once' 'inject:at=500us,duration=5ms' 4900 5000
    costs 'one within the other' \
      'inject:at=500us,duration=5ms,ranks=1;inject:at=2ms,duration=3ms,ranks=2' 4900 5000
    costs 'one after the other' \
      'inject:at=500us,duration=5ms,ranks=1;inject:at=6ms,duration=5ms,ranks=2' 9900 10000
    costs 'afterwards' 'inject:at=50ms,duration=5ms' 0 0
  done
}

# lasts ARGUMENT...: how long a measurement takes, ms.
lasts() {
  local TIMEFORMAT=%R seconds
  seconds=$( { time "$turnstile" measure -c bcast -a chain -n 2 -s 4K --warmup 0 --repetitions 1 \
    --oversubscribe "$@" >"$work/out" 2>"$work/err"; } 2>&1)
  echo "${seconds/./}" | sed 's/^0*//'
}

# A run ends no sooner than a noise that nobody interrupts.
real_noise() {
  local ms
  ms=$(lasts --noise 'inject:at=0s,duration=400ms,ranks=1' --protocol imb-old --format csv)
  cases=$((cases + 1))
  ((${ms:-0} >= 400)) || complain "a noise of 400 ms: $ms ms"
  columns "$work/out" >"$work/one"
  wants 'its row' "$(cut -d ' ' -f 1-3 "$work/one")" \
    'chain inject:at=0s,duration=400ms,ranks=1 1'
  get measure -c bcast -a chain -n 2 -s 4K --repetitions 20 --oversubscribe \
    --noise 'none|poisson:rate=1kHz,duration=10us' --seed 1..3 --verify
  wants 'measured' "$(grep -c '^ *4K chain  *3 ' "$work/out")" 2
}

noise_that_misses
rows_of_each_seed
text_sums_up
hand_calculation
real_noise
refuse 2 '"now" is not a noise' run "${quiet[@]}" --noise 'none|now'
refuse 2 'seed: "" is not a whole number' run "${quiet[@]}" --seed 1..
finish
