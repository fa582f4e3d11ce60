#!/bin/bash
# Compares the numbers of dev/measure-house with measures.txt: a number rises only in a commit that
# edits this file, and the file stays true when a number falls (lines and doc_words may be lower, so
# that not every commit has to edit the file). Argument: turnstile.
. "$(dirname "$0")/lib.sh"
has_satellites || { echo 'skipped: built without satellites, which count too'; exit 77; }
here=$(dirname "$(readlink -f "$0")")
listed=$here/measures.txt
"$here/../dev/measure-house" "$turnstile" >"$work/now" 2>"$work/err" || complain 'dev/measure-house fails'
cut -d ' ' -f 1 "$work/now" | diff <(cut -d ' ' -f 1 "$listed") - >"$work/err" ||
  complain 'tests/measures.txt and dev/measure-house have different names'

while read -r name now; do
  cases=$((cases + 1))
  was=$(sed -n "s/^$name //p" "$listed")
  { [[ $name = lines || $name = doc_words ]] && ((now < was)); } || [ "$now" = "$was" ] ||
    echo "$name $now (it has: $was)"
done <"$work/now" >"$work/err"
[ ! -s "$work/err" ] || complain 'write these lines into tests/measures.txt; a number may rise only in
  the commit that changes this file and names the budget of its step:'
finish
