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
    --set barrier_skew=0 --set line_occupancy=0 "${free[@]}" "$@" 2>"$work/err" |
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

# A switch that 30 GB/s pass: two transfers over links of 25 GB/s have half of it each.
links='<prop id="place.x" value="switch rate=30GB\/s"\/><prop id="place.x.source" value="assumed"\/>'
for m in 0 1 2 3; do
  for link in "m$m>x" "x>m$m"; do
    links+="<prop id=\"link.$link\" value=\"25GB\/s 700ns\"\/>"
    links+="<prop id=\"link.$link.source\" value=\"assumed\"\/>"
  done
done
sed -e '/link\./d' -e "s/.*\"node\".*/&$links/" "$machine" >"$work/switch.xml"
machine=$work/switch.xml expect 'a switch' "$(by_hand '2 + 1.4 + n / 15' '2 + 1.4 + n / 15')" \
  -a pairs -P pairs=2

# One link of the topology: the way there has its rate, the way back the class's.
host() {
  sed -e '/place\.\|link\./d' -e "s|.*\"node\".*|&<prop id=\"link.$1\" value=\"1GB/s\"/>\
<prop id=\"link.$1.source\" value=\"assumed\"/>|" "$machine" >"$work/host.xml"
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
grep -q 'names no copy engine' "$work/err" || complain 'device-ipc without an engine: why?'

# Messages to another package go another way than those within one: as a run of one pair each says.
pair() {
  "$turnstile" run -p xeon-8480 -c bcast -a binomial -n 2 -s 256K --buffers rewritten --verify \
    --format csv "$@" 2>"$work/err" | awk -F, 'NR == 2 { print $21 }'
}
cases=$((cases + 3))
for mapping in core socket; do
  both=$(pair --mapping "$mapping" --mechanism cma --set mechanism.machine=cico)
  [ "$mapping" = core ] && way=cma || way=cico
  [ "$both" = "$(pair --mapping "$mapping" --mechanism "$way")" ] ||
    complain "cma, cico to another package: mapping $mapping takes $both us, not what $way does"
done
refuse 2 'mechanism.machine' run -p xeon-8480 -c bcast -a binomial -n 4 -s 4K \
  --set mechanism.machine=xpmem

cases=$((cases + 2))
arrows=$("$turnstile" platform draw "$machine" | grep -c '<path d="M.* stroke=')
links=$("$turnstile" platform show "$machine" --format csv | grep -c '^link\.')
[ "$arrows" = "$links" ] && [ "$links" = "$(grep -c '"link\.[^.]*"' "$machine")" ] ||
  complain "the drawing has $arrows arrows, the list $links links"
"$turnstile" platform draw "$(dirname "$0")/cluster.xml" | grep -q '<path' &&
  complain 'arrows where no link is named'

finish
