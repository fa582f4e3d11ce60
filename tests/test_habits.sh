#!/bin/bash
# What fingers and pipes expect of any program, and what a page of figures says beside them.
# Argument: turnstile.
. "$(dirname "$0")/lib.sh"
turnstile=$(realpath "$turnstile")
cd "$work" || exit 1

# works ARGUMENT...: status 0; the output is in `out`.
works() {
  cases=$((cases + 1))
  timeout 60 "$turnstile" "$@" >out 2>err </dev/null || complain "$*: it fails"
}

# has PATTERN WHAT: a line of the last output matches.
has() {
  cases=$((cases + 1))
  grep -Eq -- "$1" out || complain "$2"
}

small_letters_are_sizes() {
  works run -p knl -c bcast -a linear -n 4 -s 4k,1m
  has '^ +4K ' '-s 4k'
  has '^ +1M ' '-s 1m'
}

# As SIGPIPE ends others: no word, 128 + 13. The reader leaves before all that there is fits in a
# pipe.
reader_leaves() {
  local status command
  for command in 'list algorithms' 'help --man' \
    'sweep -p knl -c bcast -n 4 -a all -s 1..4M --format csv' 'platform show knl'; do
    cases=$((cases + 1))
    # shellcheck disable=SC2086
    { "$turnstile" $command 2>err; echo $? >status; } | true
    status=$(<status)
    [ "$status" = 141 ] || complain "$command | true: status $status, not 141"
    [ ! -s err ] || complain "$command | true: it says something"
  done
}

dash_is_standard_output() {
  local selection=(-p knl -c bcast -a linear -n 4 -s 4K)
  works run "${selection[@]}" --format csv -o -
  has ',4096,' 'run -o -'
  cp out rows.csv
  works tune rows.csv -o -
  has '^bcast on knl' 'tune -o -'
  has_satellites && works report rows.csv -o - && has '<title>bcast on knl' 'report -o -'
  works platform import 'pack:1 core:4 pu:1' --like knl -o -
  has '<platform ' 'platform import -o -'
  works plot rows.csv -o -
  has '<svg' 'plot -o -'
  [ ! -e ./- ] || complain '-o -: a file of that name'
}

scenarios_have_names() {
  works list scenarios
  has '^scatter-knl$' 'list scenarios'
  has 'throttle factor' 'list scenarios: what they are'
  works run scatter-knl -n 8 -s 64K
  has '^scatter on knl, 8 ranks' 'run NAME'
  printf '[platform]\nname = broadwell\n[collective]\nname = scatter\nranks=4\nsize=4K\n' >scatter-knl
  works run scatter-knl
  has '^scatter on broadwell, 4 ranks' 'a file of that name comes first'
  mkdir mine && mv scatter-knl mine/own.ini
  TURNSTILE_SCENARIO_PATH=$work/mine works run own
  refuse 2 'scater-knl: not a file or a name of .list scenarios. .nearest: scatter-knl' \
    run scater-knl
}

next_choice() {
  works tune -p knl -c scatter -a throttled-read -P throttle=1..10 -s 256K
  has 'throttle=5 .* next: throttle=6, 0\.3 % longer' 'tune of one algorithm: the next choice'
  works tune -p knl -c scatter -a parallel-read -s 256K
  has 'no other algorithm' 'tune of one choice'
}

# Under the model both do the same.
ties_ask_for_nothing() {
  works explain --sensitivity -p knl -c bcast -a xhc-flat,xhc-tree -n 8 -s 4K,1M
  has '^a tie, within 2 %: either is fine' 'sensitivity of a tie'
  grep -q 'One measurement' out && complain 'sensitivity of a tie asks for a measurement'
}

# Two notes are printed below a table, the others and the reasons with --notes.
at_most_two_notes() {
  local ask=(run -p knl -c bcast -a direct-write,k-nomial,direct-read -n 16 -s 64K)
  works "${ask[@]}"
  [ "$(sed '1,/^ *64K/d; /^$/d' out | wc -l)" = 2 ] || complain 'run: more than two notes'
  has ' .--notes adds why and [0-9]* more notes*.$' 'run: where the other notes are'
  works "${ask[@]}" --notes
  has '64K a  *direct-write ' 'run: the reasons of the first algorithm of -a'
  has '^metric: ' 'run --notes: all notes'
  works tune -p knl -c bcast -a cma -n 8 -s 4K --format markdown
  has '^no measured bcast on knl to compare with$' 'tune: a page has all notes'
  echo 'platform,ranks,collective,algorithm,size_bytes,avg_us
knl,8,bcast,linear,1024,5' >few.csv
  works tune few.csv
  grep -q 'notes adds why' out && complain 'tune: reasons of rows without parts'
}

# The ranking is by the mean, the reasons are the last rank's; both say so where they stand.
mean_and_last_rank() {
  works run -p knl -c scatter -a throttled-read,parallel-read -n 16 -s 64K --notes
  has '^scatter on knl.*; mean over ranks, us$' 'run: whose time'
  has '^why: time of the last rank, us' 'run: whose reasons'
  has ' mean last rank +=' 'run: the columns of the reasons'
  works tune -p knl -c scatter -a throttled-read,parallel-read -n 16 -s 64K --notes
  has 'least avg_us .mean over ranks.' 'tune: whose time'
  has 'why: time of the last rank' 'tune: whose reasons'
}

# Of assumed line latencies, which decide a small message, no two decimals; CSV has all digits.
digits() {
  works run -p epyc-7763 -c bcast -a direct-read -n 128 -s 1M
  has '^ +1M +[0-9]+000 ' 'run: digits that nobody knows'
  works run -p epyc-7763 -c bcast -a direct-read -n 128 -s 1M --format csv
  has ',1048576,[0-9]+[.][0-9]{6},' 'run: digits of CSV'
  # What nothing assumed has a part in keeps them.
  works run -p knl -c scatter -a throttled-read -n 16 -s 64K
  has '^ +64K +126[.]24 ' 'run: two decimals'
}

remarks() {
  works run -p knl -c bcast -a linear -n 100 -s 4K
  cases=$((cases + 1))
  grep -q '^turnstile: 100 ranks on the 68 cores of knl' "$work/err" || complain 'run: more ranks than cores'
  works run -p knl -c bcast -a linear -n 68 -s 4K,8K --set alpha=2ms
  grep -q '^ranks:' out && complain 'run: as many ranks as cores'
  has '^cliff: linear takes [0-9]+ times as long at 8K as at 4K$' 'run: a cliff'
  works run -p knl -c bcast -a linear -n 68 -s 4K,4M
  grep -q '^cliff:' out && complain 'run: a cliff between sizes that are far apart'
}

at_most_two_notes
mean_and_last_rank
digits
remarks
small_letters_are_sizes
reader_leaves
dash_is_standard_output
scenarios_have_names
next_choice
ties_ask_for_nothing
finish
