#!/bin/bash
# What dev/measure-house counts is what measures.txt lists: it takes an edit of that file to let a
# number rise, and the file stays true when one falls (lines and words of the documentation may be
# fewer, so that not every commit edits it). Argument: turnstile.
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
