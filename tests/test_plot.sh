#!/bin/bash
# Rows, scenarios, platforms and options that try to run a program while a picture is drawn: each
# attempt would make a file. Pictures are sound XML. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

turnstile=$(realpath "$turnstile")
platforms=$(realpath "$(dirname "$0")/../platforms")
export TURNSTILE_PLATFORM_PATH=$platforms
mkdir "$work/in" "$work/drawn"
cd "$work/in" || exit 1

# What to try, by the string that it breaks out of.
attempts=("'" '"' '`touch owned`' "'.system('touch owned').'" $'\nsystem "touch owned"\n'
  $'\'\n!touch owned\n#' '"`touch owned`"' '@owned' '\' "\\'; system 'touch owned' #"
  '%s%n%9999d' '<script>' '&lt;b>' $'\x01\x1b[31m' '$(touch owned)' '|touch owned')

# field TEXT: as a field of CSV.
field() { printf '"%s"' "${1//\"/\"\"}"; }

unharmed() {
  [ ! -e owned ] && return
  complain "$1: ran a program"
  rm -f owned
}

# rows TEXT: in all columns of text, and as the name of a parameter.
rows() {
  local text i
  text=$(field "$1")
  echo 'platform,kernel,ranks,collective,algorithm,params,mechanism,overrides,size_bytes,avg_us,copy_us'
  for i in 1 2 4; do
    echo "$text,$text,4,$text,$text,$(field "$1=$i;throttle=$i"),$text,$text,4096,$i.5,$i"
    echo "$text,$text,4,$text,$(field "$1b"),$(field "$1=$i;throttle=$i"),$text,$text,8192,$i.5,$i"
  done
}

# delays TEXT: a map of delays with it in all columns of text.
delays() {
  local text r
  text=$(field "$1")
  echo platform,ranks,algorithm,params,delayed,delay_us,rank,data_later_us,exit_later_us
  for r in 0 1; do
    echo "$text,2,$text,$(field "$1=1;$1b"),1,1000,$r,$r.5,1000"
  done
}

draw() {
  local what=$1
  shift
  rm -f picture.svg
  timeout 60 "$turnstile" "$@" >/dev/null 2>"$work/err"
  cases=$((cases + 1))
  unharmed "$what"
  [ "$(wc -l <"$work/err")" -le 1 ] || complain "$what: not one line"
  [ ! -e picture.svg ] || ln picture.svg "../drawn/$cases"
}

for attempt in "${attempts[@]}"; do
  delays "$attempt" >delays.csv
  draw "delays of $attempt" plot --kind delays delays.csv -o picture.svg
  [ -e picture.svg ] || complain "delays of $attempt: no picture"
  rows "$attempt" >rows.csv
  draw "rows of $attempt" plot rows.csv --kind parts --x throttle -o picture.svg
  # Rows hold no control characters; all else is drawn.
  [ -e picture.svg ] || grep -q 'control characters' "$work/err" || complain "no picture of $attempt"
  draw "lines of $attempt" plot rows.csv --by algorithm,params --kind relative --x throttle -o picture.svg
  draw "--x $attempt" plot rows.csv --kind relative --x "$attempt" -o picture.svg
  draw "--by $attempt" plot rows.csv --by "$attempt,algorithm" -o picture.svg
  draw "--kind $attempt" plot rows.csv --kind "$attempt" -o picture.svg
  printf '[plot]\nkind = relative\nx = %s\nby = %s\n' "$attempt" "$attempt" >x.ini
  draw "[plot] $attempt" plot rows.csv x.ini -o picture.svg
  draw "-C plot.x=$attempt" plot rows.csv --kind parts -C "plot.x=$attempt" -o picture.svg
  draw "contest of $attempt" tune rows.csv --beside mechanism --plot picture.svg
  draw "comparison of $attempt" compare rows.csv rows.csv --plot picture.svg
done

# shows WHAT PATTERN: the picture has such a text.
shows() {
  cases=$((cases + 1))
  grep -Eq ">$2<" picture.svg || complain "$1: no \"$2\""
}

# One size under several throttle factors: these are the axis, and what has none is a level.
sweep=(-p knl -c scatter -a throttled-read,parallel-read -P throttle=1..8 -n 16 -s 64K --format csv)
"$turnstile" run "${sweep[@]}" >rows.csv 2>"$work/err"
draw 'a throttle sweep' plot rows.csv -o picture.svg
shows 'a throttle sweep' throttle
shows 'a level' parallel-read
shows 'its metric' 'time in µs, mean over ranks'
draw 'by span' plot rows.csv --objective span -o picture.svg
shows 'by span' 'time in µs, last entry to last exit'
printf '[plot]\nkind = slowdown\nmetric = max\n' >x.ini
draw 'a metric in a scenario' plot rows.csv x.ini -o picture.svg
shows 'a metric in a scenario' 'time over the least of its size, of the slowest rank'
draw 'messages' plot rows.csv --kind latency:intra_numa -o picture.svg
shows 'messages' intra_numa
# Slowdown over a parameter is the cost of each value, not a comparison of sizes.
cost=(-p knl -c scatter -a throttled-read -P throttle=1,4,8 -n 16 -s 64K,1M --format csv)
"$turnstile" run "${cost[@]}" >costs.csv 2>"$work/err"
draw 'the cost of a throttle' plot costs.csv --kind slowdown --x throttle -o picture.svg
shows 'the cost of a throttle' 'time over the least of its size, mean over ranks'
draw 'the best throttle of each size' plot costs.csv --x throttle -o picture.svg
shows 'the best throttle of each size' 'fastest of its size'
[ "$(grep -o 'a9 9 0 1 0 18 0' picture.svg | wc -l)" = 3 ] || complain 'not one ring for each of two sizes, and the legend'
# What an imported file leaves open neither makes a panel nor a line, whichever file comes first.
printf '# OSU MPI Scatter Latency Test\n# Size  Avg Latency(us)\n65536  150\n1048576  2500\n' >osu.txt
"$turnstile" run -p knl -c scatter -a throttled-read -n 16 -s 64K,1M --protocol osu --format csv >predicted.csv
for files in 'osu.txt:ranks=16,algorithm=throttled-read predicted.csv' 'predicted.csv osu.txt:ranks=16,algorithm=throttled-read'; do
  # shellcheck disable=SC2086
  draw 'a measured file' plot $files -o picture.svg
  shows 'a measured file' 'scatter, throttled-read on knl, 16 ranks'
  shows 'a measured file' sim
  shows 'a measured file' measured
  [ "$(grep -c '>scatter' picture.svg)" = 1 ] || complain 'a measured file has its own panel'
done
draw 'gamma' plot rows.csv --kind relative:lock_us --x throttle -o picture.svg
shows 'gamma' 'lock_us relative to that with the lowest throttle'
grep -q 'not drawn, because they have no throttle: parallel-read' "$work/err" || complain 'what gamma lacks'
draw 'one mechanism' tune costs.csv --plot picture.svg
shows 'one mechanism' 'time over that of the fastest, mean over ranks'
shows 'one mechanism' throttle=4
draw 'a comparison' compare costs.csv costs.csv --plot picture.svg
shows 'a comparison' 'predicted against measured times, sizes 64K to 1M'
shows 'a comparison' 'scatter, throttled-read on knl, 16 ranks'
draw 'parts in percent' plot rows.csv --kind parts:percent -o picture.svg
shows 'parts in percent' 'share of the time .%.'

# A scenario by its name, as in sweep: its kind, latency, replaces the default. Names along the axis.
draw 'the name of a scenario' plot fig11-bcast-knl rows.csv -o picture.svg
shows 'the name of a scenario' 'time in µs, mean over ranks'
draw 'throttle along the axis' plot rows.csv --x throttle -o picture.svg
shows 'throttle along the axis' throttle
shows 'a level beside --x' parallel-read
grep -q '<style>@media screen and (prefers-color-scheme:dark){text{fill:#' picture.svg || complain 'no dark colours'
refuse 2 '"throtle" .they differ in algorithm, params, throttle.' plot rows.csv --x throtle -o picture.svg

# Many words in a title stand in several lines.
"$turnstile" run "${sweep[@]}" --kernel linux-6 --backing thp --buffers cold --mapping numa --protocol osu \
  --set alpha=2us --set copy_rate=4GB/s --set send_overhead=300ns --set line_mlp=3 >rows.csv 2>"$work/err"
draw 'a long title' plot rows.csv -o picture.svg
shows 'a long title' '[^<]*scatter on knl[^<]*'
awk -F'[<>]' '{ for (i = 1; i <= NF; i++) if (length($i) > 100 && $i !~ /[="]/) exit 1 }' picture.svg ||
  complain 'a title of one line'

# PNG where there is what makes it, and else a word of that.
cases=$((cases + 1))
if command -v rsvg-convert >/dev/null; then
  "$turnstile" plot rows.csv -o picture.png 2>"$work/err" || complain 'no PNG'
  [ "$(head -c 4 picture.png | tail -c 3)" = PNG ] || complain 'a PNG that is none'
fi
PATH=/nowhere "$turnstile" plot rows.csv -o none.png 2>"$work/err"
[ $? = 1 ] && grep -q 'needs the program rsvg-convert' "$work/err" || complain 'PNG without rsvg-convert'

# A platform's name stands in the title; the name of a file in none.
"$turnstile" run -p knl -c scatter -n 4 -s 4K --format csv >rows.csv 2>"$work/err"
for name in "a'b.svg" 'a`touch owned`.svg' $'a\nb.svg' '"$(touch owned)".svg' '-|touch owned.svg' \
  "';system 'touch owned'.svg"; do
  draw "-o $name" plot rows.csv -o "./$name"
  [ -s "./$name" ] || complain "-o $name: no picture"
  cp rows.csv "./$name.csv"
  draw "plot $name.csv" plot "./$name.csv" -o picture.svg
done
named=0
for attempt in "${attempts[@]}"; do
  name=$(python3 -c 'import sys, xml.sax.saxutils as x; print(x.escape(sys.argv[1], {"\"": "&quot;"}))' \
    "$attempt" 2>"$work/err") || break
  named=$((named + 1))
  NAME=$name awk '{ if (/<prop id="name"/) print "<prop id=\"name\" value=\"" ENVIRON["NAME"] "\"/>"
                    else print }' "$platforms/knl.xml" >"$named.xml"
done
for file in ./[0-9]*.xml; do
  draw "platform draw $file" platform draw "$file" -o picture.svg
  timeout 60 "$turnstile" run -p "$file" -c scatter -n 4 -s 4K --format csv >rows.csv 2>"$work/err"
  draw "rows on $file" plot rows.csv -o picture.svg
done
# A parser of XML takes all pictures.
if command -v python3 >/dev/null; then
  python3 -c 'import sys, xml.dom.minidom as m
for name in sys.argv[1:]: print(name); m.parse(name)' ../drawn/* >out 2>"$work/err" ||
    complain "picture of case $(tail -n 1 out): no XML"
fi
finish
