#!/usr/bin/env bash
# An accelerator that is nothing but a platform file: transfers, shared links and engines' queues
# equal what a hand calculation says. Usage: test_movers.sh PROGRAM
. "$(dirname "$0")/lib.sh"

machine=$(dirname "$0")/machines/accelerator.xml
free=()
for class in core llc numa package machine; do
  free+=(--set "line_latency.$class=0")
done

# times OPTION...: least and most of the ranks' times of 1 MiB, us; flags and entries take none.
times() {
  "$turnstile" run -p "$machine" --mechanism device-ipc -c pattern -s 1M --verify --format csv \
    --set barrier_skew=0 --set line_occupancy=0 --set rcache_lookup=0 "${free[@]}" "$@" 2>"$work/err" |
    awk -F, 'NR == 2 { print $22, $23 }'
}

# expect NAME "LEAST MOST" OPTION...
expect() {
  local name=$1 want=$2 got
  shift 2
  cases=$((cases + 1))
  got=$(times "$@")
  [ "$got" = "$want" ] || complain "$name: $got us, by hand $want us"
}

by_hand() { awk -v n=1048.576 "BEGIN { printf \"%.6f %.6f\", $1, $2 }"; } # n: thousands of bytes

# m0 to m1: a launch of 2 us, one link of 0.7 us at 25 GB/s.
one='2 + 0.7 + n / 25'
expect 'one link' "$(by_hand "$one" "$one")" -a one-source -P readers=1
# m1 to m0 leads over three links, of which m2>m3 has 10 GB/s.
expect 'three links' "$(by_hand '2 + 2.1 + n / 10' '2 + 2.1 + n / 10')" -a pairs -P pairs=1
# m0 to m1 and to m2 share m0>m1: the first has it alone for 0.7 us, then half; the second the whole
# again at the end.
first='2 + 1.4 + (n - 17.5) / 12.5'
expect 'a shared link' "$(by_hand "$first" "$first + 17.5 / 25")" -a one-source -P readers=2
# m2 to m0 and m3 to m1 share m3>m0; m2>m3 leaves the other 15 of its 25 GB/s.
expect 'what another leaves' "$(by_hand '2 + 1.4 + n / 15' '2 + 1.4 + n / 10')" \
  -a pairs -P pairs=2
# Two engines: the third transfer, m0 to m3, waits until the first has ended.
expect "an engine's queue" "$(by_hand "$first" "$first + 2.1 + n / 10")" \
  -a one-source -P readers=3

# node NAME PROPERTIES: the machine with these places and links, ID=VALUE, in place of its own.
node() {
  local props='' property
  for property in "${@:2}"; do
    props+="<prop id=\"${property%%=*}\" value=\"${property#*=}\"/>"
    props+="<prop id=\"${property%%=*}.source\" value=\"assumed\"/>"
  done
  sed -e '/place\.\|link\./d' -e "s|.*\"node\".*|&$props|" "$machine" >"$work/$1.xml"
}

# Waiting for an engine is no waiting for flags, and buffers in a device's memory stay there.
cases=$((cases + 2))
"$turnstile" explain -p "$machine" --mechanism device-ipc -c pattern -a one-source -P readers=3 -s 1M \
  >"$work/out" 2>"$work/err"
grep -q 'memory 83.89, sync 0.24' "$work/out" || complain "an engine's queue: $(grep parts "$work/out")"
grep -q '^ *mechanism\|^By ' "$work/out" && complain 'a mechanism with buffers elsewhere'

# A switch that 30 GB/s pass: two transfers over links of 25 GB/s have half of it each.
memories=(place.m{0..3}=memory 'place.e=engine launch=2us width=2 serves=m0+m1+m2+m3')
node switch "${memories[@]}" 'place.x=switch rate=30GB/s' \
  link.m{0..3}'>x=25GB/s 700ns' 'link.x>m'{0..3}'=25GB/s 700ns'
machine=$work/switch.xml expect 'a switch' "$(by_hand '2 + 1.4 + n / 15' '2 + 1.4 + n / 15')" \
  -a pairs -P pairs=2
# The last of 15 links, each of a rate of its own, is the narrowest.
way=(place.m{0,1}=memory 'place.e=engine launch=2us serves=m0+m1' place.x{1..14}=switch)
for i in {1..13}; do
  way+=("link.x$i>x$((i + 1))=$((40 - i))GB/s")
done
node long "${way[@]}" 'link.m0>x1=40GB/s' 'link.x14>m1=1GB/s' 'link.m1>m0=1GB/s'
machine=$work/long.xml expect 'a long way' "$(by_hand '2 + n' '2 + n')" -a one-source -P readers=1
# From package to package: its bandwidth's stated error moves the time.
node far "${memories[@]}" link.m{0..3}'>numa-0=200GB/s' 'link.numa-1>m'{0..3}'=200GB/s'
cases=$((cases + 1))
"$turnstile" run -p "$work/far.xml" --mechanism device-staged -c pattern -a pairs -P pairs=1 -s 1M \
  --uncertainty --timeline "$work/line.json" --format csv >"$work/out" 2>"$work/err"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
  NR == 2 { exit !($column["high_us"] > 1.1 * $column["avg_us"]) }' "$work/out" ||
  complain 'no parameter is noted on the way between packages'
refuse 1 'no links lead from the device of rank 0 to that of rank 1 without the host' run \
  -p "$work/far.xml" --mechanism device-ipc -c bcast -a direct-read -n 2 -s 1M
engines=(); for i in {0..3}; do engines+=("place.e$i=engine serves=m$i"); done
node lane place.m{0..3}=memory "${engines[@]}" link.m{0..2}'>numa-0=20GB/s' link.numa-0'>m'{0..2}'=20GB/s'
refuse 1 "no links lead to the device of rank 3 from the host's memory" run -p "$work/lane.xml" \
  --mechanism device-staged -c bcast -a linear -n 4 -s 64K
grep '"name":"copy"' "$work/line.json" | grep -q '"peer":' || complain 'a copy without a peer'

# One link of the topology: the way there has its rate, the way back the class's.
host() {
  node host "link.$1=1GB/s"
  "$turnstile" run -p "$work/host.xml" -c pattern -a pairs -P pairs=1 -s 16M -n 2 \
    --mapping socket --buffers rewritten --format csv 2>"$work/err" | awk -F, 'NR == 2 { print $23 }'
}
cases=$((cases + 3))
forth=$(host 'package-1>package-0') back=$(host 'package-0>package-1')
usual=$("$turnstile" run -p xeon-8480 -c pattern -a pairs -P pairs=1 -s 16M -n 2 \
  --mapping socket --buffers rewritten --format csv | awk -F, 'NR == 2 { print $23 }')
awk -v t="$forth" 'BEGIN { exit !(t > 16777.216 && t < 1.1 * 16777.216) }' ||
  complain "16 MiB over a link of 1 GB/s: $forth us"
[ "$back" = "$usual" ] || complain "a link that nothing goes over: $back us, without it $usual us"
"$turnstile" run -p knl -c bcast -a direct-read -s 4K --mechanism device-ipc >"$work/out" \
  2>"$work/err" && complain 'device-ipc without an engine'
grep -q 'names no memory of a device' "$work/err" || complain 'device-ipc without an engine: why?'

# A copy of mapped memory is a move of the library's, one by the kernel is not.
one_copy() {
  "$turnstile" run -p knl -c pattern -a one-source -n 2 -P direction=read -s 4K --format csv "$@" \
    2>"$work/err" | awk -F, 'NR == 2 { print $24 }'
}
cases=$((cases + 3))
for mechanism in cma knem memfd; do
  took=$(printf '%s %s' "$(one_copy --mechanism $mechanism)" \
    "$(one_copy --mechanism $mechanism --set move_overhead=1us)" | awk '{ printf "%.3f", $2 - $1 }')
  [ $mechanism = memfd ] && more=1.000 || more=0.000
  [ "$took" = $more ] || complain "move_overhead of 1 us: $took us more by $mechanism"
done

# Every link is in the drawing, with a head where none leads back.
drawn() { "$turnstile" platform draw "$1" | grep -o "$2" | wc -l; }
ring=$(grep -c '"link\.[^.]*"' "$machine")
pair=$("$turnstile" platform show abci-a --format csv | grep -c '^link\.')
cases=$((cases + 3))
[ "$(drawn "$machine" '<title>link\.')" = "$ring" ] && [ "$(drawn "$machine" 'h8z"')" = "$ring" ] ||
  complain "the drawing has not all $ring links"
[ "$(drawn abci-a '<title>link\.')" = "$pair" ] && [ "$(drawn abci-a 'h8z"')" = 0 ] ||
  complain "the drawing of abci-a has not all $pair links"
[ "$(drawn "$(dirname "$0")/cluster.xml" '<title>link\.')" = 0 ] ||
  complain 'links where none is named'

finish
