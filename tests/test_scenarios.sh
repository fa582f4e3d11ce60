#!/bin/bash
# Every scenario runs, and its [plot] group suits its rows; applications are replayed, by few ranks.
# Argument: turnstile.
. "$(dirname "$0")/lib.sh"

for scenario in scenarios/*.ini; do
  cases=$((cases + 1))
  if grep -q '^\[application\]$' "$scenario"; then
    has_satellites || continue
    ranks=8
    # 32 nodes have one rank each at least.
    if grep -q '^name = .*-32$' "$scenario"; then ranks=32; fi
    "$turnstile" replay "$scenario" -n $ranks --simulate 1 --jobs 2 >"$work/out" 2>"$work/err" ||
      complain "$scenario: replay"
    [ "$(grep -c '^with ' "$work/out")" -ge 2 ] || complain "$scenario: nothing to compare"
    continue
  fi
  sizes=(-s 4K,64K)
  # Another axis where one size is meant; none where there is no size.
  if ! grep -q '^size = ' "$scenario" || grep -q '^size = [0-9]*[KM]\?$' "$scenario"; then sizes=(); fi
  rm -f "$work/rows.csv"
  "$turnstile" sweep "$scenario" "${sizes[@]}" --jobs 2 -o "$work/rows.csv" 2>"$work/err" ||
    complain "$scenario: sweep"
  [ "$(wc -l <"$work/rows.csv")" -ge 3 ] || complain "$scenario: less than two rows"
  grep -q '^\[plot\]$' "$scenario" || continue
  "$turnstile" plot "$work/rows.csv" "$scenario" -o "$work/picture.svg" 2>"$work/err" ||
    complain "$scenario: plot"
  head -c 200 "$work/picture.svg" | grep -q '<svg' || complain "$scenario: no picture"
done
[ "$cases" -gt 10 ] || complain 'no scenarios here'

# Table VI's scenario maps each design as the claims do, so that both have one ratio.
ratio=$("$turnstile" sweep scenarios/table6-broadwell.ini -c bcast -s 4M --format csv 2>"$work/err" |
  awk -F, '$11 == "tuned-cma" { t = $21 } $11 ~ /^library/ { printf "%.2f", $21 / t }')
"${turnstile%/tools/*}/validation/validate" C066 2>"$work/err" | grep -A4 '^C066  broadwell' >"$work/out"
grep -q "Open MPI over tuned CMA $ratio " "$work/out" || complain "table6-broadwell: $ratio, not as C066"
finish
