#!/usr/bin/env bash
# How sure and why, as a user meets them. Usage: test_why.sh PROGRAM
. "$(dirname "$0")/lib.sh"

# works ARGUMENT...: exit status 0; what the program prints goes to $work/out.
works() {
  cases=$((cases + 1))
  timeout 120 "$turnstile" "$@" >"$work/out" 2>"$work/err" || complain "$*"
}

# is WHAT EXPECTED GOT
is() {
  cases=$((cases + 1))
  [ "$2" = "$3" ] || complain "$1: \"$3\", not \"$2\""
}

# column NAME FILE: its values.
column() {
  python3 -c 'import csv, sys
for row in csv.DictReader(open(sys.argv[2])):
  print(row[sys.argv[1]])' "$1" "$2"
}

command -v python3 >/dev/null || { echo 'skipped: python3 is missing'; exit 77; }

# The range holds the average, and the same bytes come out for any number of workers.
selection='-p knl -c bcast -a binomial,k-nomial -n 8 -s 1K,64K'
# shellcheck disable=SC2086
works run $selection --format csv
is 'no range unless asked for' '    ' "$(column low_us "$work/out" | tr '\n' ' ')"
# shellcheck disable=SC2086
works run $selection --uncertainty --format csv --jobs 1
cp "$work/out" "$work/one.csv"
python3 -c 'import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert len(rows) == 4
for r in rows:
  assert float(r["low_us"]) < float(r["avg_us"]) < float(r["high_us"]), r' "$work/one.csv" 2>"$work/err" ||
  complain 'run --uncertainty: ranges'
# shellcheck disable=SC2086
works run $selection --uncertainty --format csv --jobs 3
cmp -s "$work/one.csv" "$work/out" || complain 'run --uncertainty: other bytes with more workers'
# shellcheck disable=SC2086
works run $selection --uncertainty --format json
grep -q '"high_us": [0-9]' "$work/out" || complain 'run --uncertainty: json'
# shellcheck disable=SC2086
works run $selection --uncertainty
grep -q '^how sure: ' "$work/out" || complain 'run --uncertainty: text'
# shellcheck disable=SC2086
refuse 2 'osu cannot show it' run $selection --uncertainty --format osu
# shellcheck disable=SC2086
refuse 2 'uncertainty: only with --robust' tune $selection --uncertainty

# Bundles wait for first lines as often as fragments do, no more; they free slots no later, by which
# the data of an exchange would just not fit into the LLC.
for selection in '-p xeon-8480 -c alltoall -a scattered -n 12 -s 10336K' \
  '-p epyc-7763 -c allgather -a neighbor-exchange -n 40 -s 1M'; do
  selection="$selection --mechanism cico --buffers rewritten"
  # shellcheck disable=SC2086
  works run $selection --format csv
  cp "$work/out" "$work/near.csv"
  # shellcheck disable=SC2086
  works run $selection --format csv --exact
  python3 -c 'import csv, sys
near, exact = (next(csv.DictReader(open(name))) for name in sys.argv[1:])
assert near["precision"] == "0.005000" and exact["precision"] == "0.000000"
error = float(near["avg_us"]) / float(exact["avg_us"]) - 1
assert abs(error) < 0.01, error' "$work/near.csv" "$work/out" 2>"$work/err" ||
    complain "precision: bundles against --exact: $selection"
done

# A point of very many fragments is approximated: near the exact time, the same bytes for any number of
# workers, the right data; another one is exact.
selection='-p epyc-7763 -c bcast -a linear -n 3 --mechanism cico'
# shellcheck disable=SC2086
works run $selection -s 8M --set fragment_size=64 --verify --format csv
is 'precision: data' '0.005000 yes' "$(column precision "$work/out") $(column verified "$work/out")"
# shellcheck disable=SC2086
works run $selection -s 1K,1G --format csv --jobs 1
cp "$work/out" "$work/one.csv"
is 'precision: of many fragments' '0.000000 0.005000 ' "$(column precision "$work/out" | tr '\n' ' ')"
# shellcheck disable=SC2086
works run $selection -s 1K,1G --format csv --jobs 2
cmp -s "$work/one.csv" "$work/out" || complain 'precision: other bytes with more workers'
# shellcheck disable=SC2086
works run $selection -s 1K,1G --exact --format csv --jobs 2
is '--exact' '0.000000 0.000000 ' "$(column precision "$work/out" | tr '\n' ' ')"
python3 -c 'import csv, sys
near, exact = ([float(r["avg_us"]) for r in csv.DictReader(open(f))] for f in sys.argv[1:])
assert near[0] == exact[0] and 0.0 < abs(near[1] / exact[1] - 1.0) < 0.01, (near, exact)' \
  "$work/one.csv" "$work/out" 2>"$work/err" || complain '--exact: another time'
cp "$work/out" "$work/one.csv"
# shellcheck disable=SC2086
works run $selection -s 1K,1G --exact --format csv --jobs 1
cmp -s "$work/one.csv" "$work/out" || complain '--exact: other bytes with more workers'
# shellcheck disable=SC2086
works run $selection -s 1K,1G --precision 2 --notes
grep -q '^precision: 1 of 2 means are exact to about 2 %' "$work/out" || complain 'precision: text'
refuse 2 'is out of range .above 0, up to 10%' run -p knl -c bcast -s 1K --precision 0
refuse 2 'is out of range .above 0, up to 10%' run -p knl -c bcast -s 1K --precision 10.1%
refuse 2 'not with exact times .--exact.' run -p knl -c bcast -s 1K --precision 1% --exact

# A message in fragments takes another time when a value moves by next to nothing, a broadcast by
# chain does not; the same bytes for any number of workers.
selection='-p epyc-7763 -c allgather -a bruck-p2p --mechanism cico -n 16 -s 128K'
# shellcheck disable=SC2086
works run $selection --buffers new --jitter 4 --format csv --jobs 1
cp "$work/out" "$work/one.csv"
is 'jitter: no other range' '' "$(column low_us "$work/out")"
python3 -c 'import csv, sys
low, avg, high = (float(next(csv.DictReader(open(sys.argv[1])))[c])
                  for c in ("jitter_low_us", "avg_us", "jitter_high_us"))
assert low <= avg <= high and high > 1.005 * low, (low, avg, high)' "$work/one.csv" 2>"$work/err" ||
  complain 'run --jitter: nothing moves'
# shellcheck disable=SC2086
works run $selection --buffers new --jitter 4 --format csv --jobs 2
cmp -s "$work/one.csv" "$work/out" || complain 'run --jitter: other bytes with more workers'
# shellcheck disable=SC2086
works run $selection --buffers new --jitter 4
grep -q '^jitter: .* change by up to [0-9.]* % (bruck-p2p 128K)$' "$work/out" ||
  complain 'run --jitter: text'
selection='-p knl -c bcast -a chain -n 8 -s 64K'
# shellcheck disable=SC2086
works run $selection --jitter 3
grep -q '^jitter: .* 3 times: none of 1 means changes$' "$work/out" || complain 'run --jitter: chain'
# shellcheck disable=SC2086
works run $selection --jitter 3 --format csv
is 'jitter: as printed' "$(column avg_us "$work/out" | cut -c1-6)" \
  "$(column jitter_low_us "$work/out" | cut -c1-6)"
is 'jitter: as printed' "$(column avg_us "$work/out" | cut -c1-6)" \
  "$(column jitter_high_us "$work/out" | cut -c1-6)"
for n in 0 x -1 1.5; do
  # shellcheck disable=SC2086
  refuse 2 "jitter: \"$n\" is not a whole number from 1" run $selection --jitter "$n"
done
# shellcheck disable=SC2086
refuse 2 'jitter: osu cannot show it' run $selection --jitter 2 --format osu
works tune -p epyc-7763 -c allgather -a sparbit,recursive-doubling-p2p --mechanism cico -n 8 -s 32K,64K
grep -Eq ' 32K .* recursive-.* sparbit takes [0-9]+ % longer$' "$work/out" || complain 'tune: a lead'
# shellcheck disable=SC2086
refuse 2 'jitter: not for tune' tune $selection --jitter 2

# What a choice hangs on: the same bytes for any number of workers, whatever the format.
selection='-p epyc-7763 -c bcast -a binomial,xhc-flat,linear -n 8 -s 4K,64K'
for format in text csv json; do
  # shellcheck disable=SC2086
  works explain --sensitivity $selection --format $format --jobs 1
  cp "$work/out" "$work/one"
  # shellcheck disable=SC2086
  works explain --sensitivity $selection --format $format --jobs 3
  cmp -s "$work/one" "$work/out" || complain "sensitivity: other $format with more workers"
done
python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))) > 3' "$work/out" 2>"$work/err" ||
  complain 'sensitivity: json'
# A lead of 0 would lose 21 % by the model's own error alone; stated errors of parameters add to it.
works explain --sensitivity -p epyc-7763 -c bcast -a binomial,pipeline -n 64 -s 64K --transport ompi-vader
grep -q 'lead +91.0 %; expected loss 1.6 %' "$work/out" || complain 'sensitivity: no expected loss'
grep -q 'any one parameter moves by its stated error' "$work/out" || complain 'sensitivity: all at once?'
refuse 2 'no choice: every size has one algorithm' explain --sensitivity -p knl -c bcast -a binomial -s 4K
works explain --sensitivity -p knl -c bcast -a binomial,k-nomial -n 4 -s 4K --law queue --set alpha=2us \
  --noise poisson:rate=20kHz,duration=20us --seed 3
for word in law.queue noise.poisson:rate=20kHz,duration=20us seed.3 alpha=2us; do
  tr '\n' ' ' <"$work/out" | grep -q "^bcast on knl, 4 ranks (.*$word.*): what" ||
    complain "sensitivity: no $word in the heading"
done
grep -v '\.error"' "$TN_SOURCE_ROOT/platforms/knl.xml" >"$work/unsure.xml"
works explain --sensitivity -p "$work/unsure.xml" -c scatter -a cma -n 8 -s 4K,64K
grep -q '^no parameter here has a stated error: the choice may be uncertain$' "$work/out" ||
  complain 'sensitivity: no word of errors that nobody states'
refuse 2 '--objective: needs noise' \
  explain --sensitivity -p knl -c bcast -n 4 -s 4K --objective p95-under-noise
refuse 2 'timeline: not for explain' explain --sensitivity -p knl -c bcast -s 4K --timeline "$work/t"

# A value at which another one wins is one: a run with it says so.
# shellcheck disable=SC2086
works explain --sensitivity $selection --format csv
python3 -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[1])):
  if r["flips_at"]:
    print(r["size_bytes"], r["parameter"] + "=" + r["flips_at"], r["algorithm"], r["flips_to"])
' "$work/out" | sed -n 1,4p >"$work/flips"
cases=$((cases + 1))
[ -s "$work/flips" ] || complain 'sensitivity: no value at which another one wins'
while read -r size set winner other; do
  works run -p epyc-7763 -c bcast -a "$winner,$other" -n 8 -s "$size" --set "$set" --format csv
  python3 -c 'import csv, sys
time = {r["algorithm"]: float(r["avg_us"]) for r in csv.DictReader(open(sys.argv[1]))}
assert time[sys.argv[3]] < time[sys.argv[2]], time' "$work/out" "$winner" "$other" 2>"$work/err" ||
    complain "sensitivity: $other does not win with $set"
done <"$work/flips"

# Who changed a parameter in secret is found out by the times.
"$turnstile" run -p epyc-7763 -c bcast -a binomial,xhc-flat,linear -n 8 -s 64,4K,64K \
  --set send_overhead=70ns --format csv | sed '/send_overhead=70ns/s/send_overhead=70ns//' >"$work/truth.csv"
"$turnstile" run -p epyc-7763 -c bcast -a binomial,xhc-flat,linear -n 8 -s 64,4K,64K --format csv >"$work/rows.csv"
works compare "$work/rows.csv" "$work/truth.csv" --jobs 1
cp "$work/out" "$work/one"
works compare "$work/rows.csv" "$work/truth.csv" --jobs 3
cmp -s "$work/one" "$work/out" || complain 'compare: another parameter with more workers'
grep -q '^  The times differ by 6.69 % (root mean square). send_overhead explains it best: 0.00 % is left.$' "$work/out" &&
  grep -Eq '^  \* send_overhead +53.5ns +70ns ' "$work/out" || complain 'compare: who is to blame'
# Another kind of pages explains what pins differ, before parameters with implausible values. What
# the system reports is known.
for backing in base thp; do
  "$turnstile" run -p epyc-7763 -c bcast -a linear,k-nomial -n 8 -s 64K,1M --backing $backing --format csv |
    sed 's/,thp,/,base,/' >"$work/$backing.csv"
done
works compare "$work/base.csv" "$work/thp.csv"
grep -q 'mean square). --backing thp .*explains it$' "$work/out" &&
  grep -Eq '^  \* --backing +base +thp .* 0.00 %  sweep --backing thp, and compare again$' "$work/out" &&
  grep -q '^  ! implausible' "$work/out" && grep -Eq '^    [a-z_.]+ .*[0-9a-zA-Z/]! ' "$work/out" &&
  ! grep -Eq 'page_size|line_size' "$work/out" || complain 'compare: other pages'
# gap WHAT TEXT WORDS...: what compare ends with.
gap() {
  works compare "${@:3}"
  tail -n 3 "$work/out" | tr -s ' \n' ' ' | grep -q "$2" || complain "the parameter of $1"
}
gap 'equal times' '(8 of 9 points: one .* There is no difference to explain' "$work/rows.csv" "$work/rows.csv"
gap 'measured rows' 'not known, since no predicted row is simulated' "$work/rows.csv:source=,source=measured" "$work/truth.csv"
sed 's/,epyc-7763,/,nowhere,/' "$work/rows.csv" >"$work/nowhere.csv"
gap 'an unknown platform' 'platform is not found (-p FILE)' "$work/nowhere.csv" "$work/truth.csv"
gap 'a known platform' 'that fit as well' "$work/nowhere.csv" "$work/truth.csv" -p epyc-7763
awk -F, -v OFS=, 'NR > 1 { $21 = 2 * $21 } 1' "$work/rows.csv" >"$work/other.csv"
gap 'other times' 'the model or the platform has changed' "$work/other.csv" "$work/truth.csv"
gap 'groups' 'without --by' "$work/rows.csv" "$work/truth.csv" --by size_bytes
works explain -p knl -c bcast -n 8 -s 16K --for ompi-5.0 --sensitivity
grep -q 'ompi-ob1, source sim' "$work/out" || complain 'explain --for: another transport'
"$turnstile" sweep -p knl -c alltoall -a pairwise -n 64 -s 4K --warmup 30 -o "$work/slow.csv" 2>"$work/err"
gap 'slow points' '(1 of 1 points) There is no difference to explain' "$work/slow.csv" "$work/slow.csv"
sed 's/warmup=30/&000/' "$work/slow.csv" >"$work/long.csv"
gap 'long points' 'expected to take too long' "$work/long.csv" "$work/long.csv"
refuse 2 'sensitivity: removed; explain --sensitivity' sensitivity -p knl -c bcast -n 4
refuse 2 '--against: removed; compare' explain --sensitivity -p knl -c bcast -n 4 --against x

# A choice for several worlds; of one world, for its parameters' errors.
works tune --robust -p knl,broadwell -c bcast -a binomial,direct-read,k-nomial -n 8 -s 4K,64K --format csv
is 'a row for each size and world' 4 "$(column world "$work/out" | wc -l)"
python3 -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[1])):
  assert abs(float(r["us"]) / float(r["best_us"]) - 1 - float(r["cost"])) < 1e-4, r
  assert float(r["cost"]) <= float(r["most_cost"]) + 1e-9, r' "$work/out" 2>"$work/err" ||
  complain 'tune --robust: costs'
works tune --robust -p epyc-7763 -c bcast -a binomial,xhc-flat,linear -n 8 -s 4K --jobs 1
cp "$work/out" "$work/one"
works tune --robust -p epyc-7763 -c bcast -a binomial,xhc-flat,linear -n 8 -s 4K --jobs 3
cmp -s "$work/one" "$work/out" || complain 'tune --robust: other bytes with more workers'
refuse 2 '--errors: removed; --robust --uncertainty' tune -p knl -c bcast -n 8 -s 4K --errors
refuse 2 'loss: not with --robust' tune --robust -p knl,broadwell -c bcast -n 8 -s 4K --loss 2
works tune --robust -p knl -c bcast -a cma -n 4,8 -s 4K --buffers unchanged,rewritten --law queue
for ranks in 4 8; do
  grep -q "^bcast on knl, $ranks ranks; kernel paper, .*law queue" "$work/out" ||
    complain "tune --robust: the heading of $ranks ranks"
done
refuse 2 '--objective: needs noise' \
  tune --robust -p knl,broadwell -c bcast -n 4 -s 4K --objective p95-under-noise
works tune --robust -p knl,broadwell -c bcast -a cma -n 1 -s 4K
grep -q ' 0.0 %  *0.0 %  everywhere' "$work/out" || complain 'tune --robust: of calls that take no time'
works tune --robust -p knl,broadwell -c bcast -a cma -n 1 -s 4K --format csv
is 'no cost of calls that take no time' '0.000000' "$(column cost "$work/out" | sort -u)"

refuse 2 'format csv: only with --sensitivity' explain -p knl -c bcast -a chain -n 8 -s 4K --format csv

# Help has no option that is always refused.
for command in explain sweep tune; do
  works "$command" --help=all
  refused='timeline|delay-map|uncertainty'
  [ $command = explain ] || refused='timeline|delay-map'
  grep -Eq -- "--($refused)" "$work/out" && complain "$command --help=all: what it refuses"
done
refuse 2 'timeline: not with --closed-form' run --closed-form -p knl -c bcast -n 4 --timeline "$work/t"

# Why: text and JSON, of one point only.
works explain -p knl -c scatter -a parallel-read -n 8 -s 64K --jobs 1
cp "$work/out" "$work/one"
grep -q '^Bound by lock: ' "$work/out" || complain 'explain: the bottleneck'
works explain -p knl -c scatter -a parallel-read -n 8 -s 64K --jobs 3
cmp -s "$work/one" "$work/out" || complain 'explain: other bytes with more workers'
works explain -p knl -c scatter -a parallel-read -n 8 -s 64K --format json
python3 -c 'import json, sys
x = json.load(open(sys.argv[1]))
p = x["path"]
assert p[0]["from_ps"] == 0
assert all(a["to_ps"] == b["from_ps"] for a, b in zip(p, p[1:]))
assert p[-1]["to_ps"] == round(x["span_us"] * 1e6), (p[-1], x["span_us"])
assert abs(sum(x["parts_us"].values()) - x["span_us"]) < 1e-4
assert x["bound"] == "lock" and x["what_if"] and x["sensitivity"]' "$work/out" 2>"$work/err" ||
  complain 'explain: json'
works explain -p epyc-1p -c bcast -a direct-read -n 1 -s 4100
grep -Eqi 'nan|inf|1 ranks|^parts|Bound by' "$work/out" && complain 'explain: a point that takes no time'
grep -q '^It takes no time\. ' "$work/out" || complain 'explain: a point that takes no time, in words'
works explain -p epyc-1p -c bcast -a direct-read -n 1 -s 4100 --format json
grep -Eqi 'nan|inf |-0\.000000|1 ranks' "$work/out" && complain 'explain: no time, as json'
works explain -p knl -c scatter -a parallel-read -n 4 -s 4096
cat "$work/one" >>"$work/out"
grep -Eq '1 pages|[-+]0\.0 %' "$work/out" && complain 'explain: one page, changes of nothing'
works explain -p knl -c bcast -a linear --mechanism cico -n 16 -s 1K --arrival 'late(0,2ms)'
grep -q '^Bound by late ranks: ' "$work/out" || complain 'explain: late ranks'
grep -q ' makes it 0\.0 %' "$work/out" && complain 'explain: parameters that change nothing'
# Ten per cent lower are nine tenths.
time_of() {
  "$turnstile" run -p knl -c scatter -a parallel-read -n 8 -s 64K --format csv "$@" 2>"$work/err" |
    python3 -c 'import csv, sys; print(next(csv.DictReader(sys.stdin))["avg_us"])'
}
works explain -p knl -c scatter -a parallel-read -n 8 -s 64K --format json
python3 -c 'import json, sys
pull = next(p for p in json.load(open(sys.argv[1]))["sensitivity"] if p["parameter"] == "pin_time")
low, is_, high = (float(x) for x in sys.argv[2:])
assert abs(pull["lower_10_percent"] - (low / is_ - 1)) < 1e-5, (pull, low / is_ - 1)
assert abs(pull["higher_10_percent"] - (high / is_ - 1)) < 1e-5, pull' "$work/out" \
  "$(time_of --set pin_time=225ns)" "$(time_of)" "$(time_of --set pin_time=275ns)" 2>"$work/err" ||
  complain 'explain: what 10 % of a parameter do'
# Patterns of copies are no ways to one end.
works explain -p knl -c pattern -a pingpong -n 2 -s 4K
grep -q 'other algorithm' "$work/out" && complain 'explain: another pattern as a choice'
# Other pages are tried where pages are pinned.
works explain -p epyc-7763 -c bcast -a linear -n 8 -s 1M
grep -Eq '^  backing +thp +[0-9.]+ +0\.[0-9]+$' "$work/out" && tr '\n' ' ' <"$work/out" | grep -q 'With backing thp it takes' ||
  complain 'explain: other pages'
works explain -p epyc-7763 -c bcast -a smhc-flat -n 8 -s 64K
grep -q 'backing ' "$work/out" && complain 'explain: pages that nothing pins'
refuse 2 'explain: 2 points .*one value each of -s)$' explain -p knl -c scatter -a parallel-read -n 8 -s 4K,64K
refuse 2 'explain: 2 points .*one value each of --buffers)$' \
  explain -p epyc-7763 -c bcast --for ompi-5.0 -a library:ompi-5.0 --protocol osu -n 8 -s 1M
refuse 2 'explain: [0-9]* points .*one value each of -a, -n)$' explain -p knl -c scatter -a all -n 8,9 -s 4K
refuse 2 'explain covers one call' explain -p knl -c scatter -a parallel-read -n 8 -s 4K --repetitions 3

finish
