#!/usr/bin/env bash
# tune and compare as a user meets them. Usage: test_tune.sh PROGRAM
. "$(dirname "$0")/lib.sh"

# works ARGUMENT...: exit status 0; what the program prints goes to $work/out.
works() {
  cases=$((cases + 1))
  "$turnstile" "$@" >"$work/out" 2>"$work/err" || complain "$*"
}

selection='-p knl -c bcast -a cma,binomial -n 8 -s 1K,64K -P throttle=2,4'

# The same winners, digit for digit, from a run and from its rows.
# shellcheck disable=SC2086
"$turnstile" run $selection --format csv -o "$work/rows.csv" 2>/dev/null
for objective in avg span median p5; do
  cases=$((cases + 1))
  # shellcheck disable=SC2086
  "$turnstile" tune $selection --format csv --objective $objective >"$work/run" 2>"$work/err" ||
    complain "tune of a run by $objective"
  "$turnstile" tune "$work/rows.csv" --format csv --objective $objective >"$work/read" \
    2>"$work/err" || complain "tune of rows by $objective"
  cmp -s "$work/run" "$work/read" || complain "tune: a run and its rows differ by $objective"
done

# Rows that are alike may be repeated, as after a sweep that was run again; others may not.
sed 1d "$work/rows.csv" | cat "$work/rows.csv" - >"$work/twice.csv"
"$turnstile" tune "$work/twice.csv" --format csv >"$work/read" 2>"$work/err" ||
  complain 'tune: repeated rows'
"$turnstile" tune "$work/rows.csv" --format csv | cmp -s - "$work/read" ||
  complain 'tune: repeated rows count twice'
awk -F, -v OFS=, 'NR == 2 { $21 = "1.000000"; print }' "$work/rows.csv" |
  cat "$work/rows.csv" - >"$work/differ.csv"
refuse 2 'differ.csv:[0-9]*: .* is there twice, and differs from .*differ.csv:2 in' \
  tune "$work/differ.csv"
refuse 2 'differ.csv:[0-9]*: .* is there twice' plot "$work/differ.csv" -o "$work/x.svg"

# shellcheck disable=SC2086
works tune $selection --reference binomial
grep -q 'binomial: its time over' "$work/out" || complain 'tune: no ratios to the reference'
# shellcheck disable=SC2086
refuse 2 '^turnstile: --reference: no algorithm of this run "binomal"' \
  tune $selection --reference binomal
refuse 2 '^turnstile: --reference: no algorithm of this run "chain"' \
  tune "$work/rows.csv" --reference chain
# shellcheck disable=SC2086
refuse 2 '^turnstile: --reference: not with --beside' \
  tune $selection --reference binomial --beside kernel

# Unchanged buffers flatter; who says nothing of buffers learns what rewritten ones do.
works tune -p epyc-2p -c bcast -n 16 -a xhc-flat,xhc-tree -s 64K
grep -q 'buffers unchanged, protocol single' "$work/out" || complain 'tune: the head'
grep -q '^  with buffers rewritten: ' "$work/out" || complain 'tune: another state of the buffers'
works tune -p epyc-2p -c bcast -n 16 -a xhc-flat,xhc-tree -s 64K --buffers cold
grep -q 'with buffers' "$work/out" && complain 'tune: a state that nobody asked for'

sed '2s/knl/kn\x1b[31ml/' "$work/rows.csv" >"$work/hostile.csv"
refuse 2 'hostile.csv:2: platform: .*control characters' tune "$work/hostile.csv"
refuse 2 'hostile.csv:2: platform: .*control characters' plot "$work/hostile.csv" -o "$work/x.svg"

# Rows from before are not simulated, so that nobody knows what they rest on.
head -n 1 "$work/rows.csv" >"$work/empty.csv"
refuse 2 'empty.csv: no rows' tune "$work/empty.csv"
head -n 4 "$work/rows.csv" >"$work/kept.csv"
for kept in 3 12; do
  # shellcheck disable=SC2086
  works tune $selection --rows "$work/kept.csv" --beside mechanism
  case $kept in
    3) pattern='^assumed (by 9 of 12 rows; not known of those that were kept): ' ;;
    *) pattern='^assumed: not known of rows that were kept$' ;;
  esac
  grep -q "$pattern" "$work/out" || complain "tune --rows: what is assumed of $kept kept rows"
done

works compare "$work/rows.csv" "$work/rows.csv" --objective median

# The textbook model has the values of each row, not those of the first on that many ranks.
header=platform,kernel,ranks,collective,algorithm,params,mechanism,overrides,size_bytes,avg_us
{
  echo $header
  echo knl,paper,8,bcast,direct-read,,cma,alpha=1us,1024,5
  echo knl,paper,8,bcast,direct-read,,cma,alpha=500us,2048,5
} >"$work/alphas.csv"
works compare "$work/alphas.csv" "$work/alphas.csv" --format csv
awk -F, 'NR == 3 && $14 < 500 { exit 1 }' "$work/out" ||
  complain 'compare: the textbook model has the overrides of another row'

finish
