#!/usr/bin/env bash
# The scoreboard of the papers' claims. Arguments: the program, validate.
. "$(dirname "$0")/lib.sh"
turnstile=$2
refuse 2 'no claim "C999"' C999
refuse 2 'no paper "cmma" .nearest: cma' --paper cmma
refuse 2 'no format "xml"' C031 --format xml
refuse 2 'Unknown option --seed' C031 --seed 3
refuse 2 'cannot write there' -o /nowhere/x
out=/dev/full refuse 1 'not everything could be written' C031
"$turnstile" C031 C036 --jobs 1 --format csv >"$work/one" 2>"$work/err" ||
  complain 'a status where nothing went wrong'
"$turnstile" C036 C031 --jobs 2 --format csv >"$work/two"
cmp -s "$work/one" "$work/two" || complain 'order or jobs change the bytes'
[ "$(grep -c '^C03[16],cma,' "$work/one")" = 3 ] || complain 'not three findings'
"$turnstile" C061 C105 C120 --paper xhc --format csv >"$work/one"
[ "$(cut -d, -f1 "$work/one" | tr '\n' ' ')" = 'id C105 C120 ' ] ||
  complain '--paper does not select'
grep -q '^C120,xhc,Abstract,,,' "$work/one" || complain 'a claim in words has a machine'
# "Up to" 2, 3 and 5 times: a rival that is far too slow would pass, too.
"$turnstile" C083 >"$work/one" 2>"$work/err"
[ "$(grep -c 'predicted, lower limit met' "$work/one")" = 3 ] ||
  complain 'a lower limit counts as held'
grep -q '^3 predicted: 3 meet a lower limit$' "$work/one" ||
  complain 'lower limits are not counted apart'
tail -n 1 "$work/one" | grep -q '0 hold, 0 fail, 3 meet a lower limit, 0 undecided' ||
  complain 'a total without its lower limits'
refuse 2 '--set: the parameter "pin_tme" is not known .did you mean pin_time' \
  C031 --set pin_tme=1us
refuse 2 '--set: pin_time: "1us,2us"' C031 --set pin_time=1us,2us
"$turnstile" C003 --set alpha=2us >"$work/one" 2>"$work/err"
grep -q 'not the stock model: alpha=2us' "$work/one" || complain '--set without a word'
grep -q 'alpha in us 2 ' "$work/one" || complain '--set does not reach the rows'
"$turnstile" C049 --errors --set shared_remote=0 >"$work/one" 2>"$work/err"
grep -q 'errors: holds; not with .*write_allocate=1' "$work/one" ||
  complain 'nothing is undecided'
# Two points of direction, no figure; the last line and the page's third are the same.
total='direction right at 2 of 2 points; median factor -; independent rows: 0 hold, 0 fail, 1 undecided'
[ "$(tail -n 1 "$work/one")" = "$total" ] || complain 'no total at the end'
"$turnstile" C049 --format markdown >"$work/two" 2>"$work/err"
total=$("$turnstile" C049 2>"$work/err" | tail -n 1)
[ "$(sed -n 3p "$work/two")" = "**$total**" ] || complain 'a page without its total'
cases=$((cases + 12))
finish
