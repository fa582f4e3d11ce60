#!/usr/bin/env bash
# ADAPT on GPUs: what its figures 6a to 6c take on a machine whose lanes carry 10 GB/s, by hand, and that
# the bytes are right. Usage: test_adapt.sh PROGRAM
. "$(dirname "$0")/lib.sh"

machine=$(dirname "$0")/machines/gpu-cluster.xml
free=()
for name in barrier_skew line_occupancy rcache_lookup {send,receive}_overhead line_latency.{core,llc,numa,package,machine}; do
  free+=(--set "$name=0")
done
lane=10 n=8 # GB/s; 8 MB

# times OPTION...: least, most and mean of the ranks' times, us.
times() {
  "$turnstile" run -p "$machine" --memory device --format csv "${free[@]}" "$@" 2>"$work/err" |
    sed 's/"[^"]*"/-/g' |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      { print $at["min_us"], $at["max_us"], $at["avg_us"] }'
}

# expect NAME "LEAST MOST MEAN" OPTION...: equal to a millionth.
expect() {
  local name=$1 want=$2 got
  shift 2
  cases=$((cases + 1))
  got=$(times "$@")
  awk -v a="$got" -v b="$want" 'BEGIN { n = split(a, x, " "); m = split(b, y, " ")
    for (i = 1; i <= m; i++) if ((x[i] / y[i] - 1)^2 > 1e-12) exit 1
    exit n < 3 || m < 3 }' || complain "$name: $got us, by hand $want us"
}

# hand FORMULA FORMULA FORMULA: of l, us that 8 MB take over a lane, and w, over the network.
hand() { awk "BEGIN { l = 800; w = 400; printf \"%.9f %.9f %.9f\", $1, $2, $3 }"; }

# The root has its neighbour to serve, a GPU of the other socket, and another node's; one segment.
three=(-c bcast -a adapt -n 4 --mapping list:0,1,2,4 -s 8000000)
one_segment() { expect "$1" "$(hand "${@:3}")" "${three[@]}" -P "segment=0;staging=$2"; }
# 6a: three flows out of the root have a third each; what goes to the other socket then comes up there.
one_segment '6a' none '3 * l' '4 * l' '(2 * 3 * l + 2 * 4 * l) / 4'
# 6b: a copy down for each of two children, one after another, the first beside the neighbour's copy.
one_segment '6b' implicit '2 * l' '4 * l' '(2 * l + 2 * 4 * l + (3 * l + w)) / 4'
# 6c: one copy down, beside the neighbour's; from it to the network, and up to the other socket.
one_segment '6c' explicit '2 * l' '3 * l + w' '(2 * l + 2 * 3 * l + (3 * l + w)) / 4'

# rate NAME GB/S OPTION...: of twenty segments more.
rate() {
  local name=$1 want=$2 few many
  shift 2
  cases=$((cases + 1))
  few=$(times -s 20000000 "$@") many=$(times -s 40000000 "$@")
  awk -v few="$few" -v many="$many" -v want="$want" 'BEGIN { split(few, a, " "); split(many, b, " ")
    exit !((20000 / (b[2] - a[2]) / want - 1)^2 < 1e-10) }' ||
    complain "$name: not $want GB/s: $few us, twice as much $many us"
}

all=(-a adapt --mapping device -n 12)
for collective in bcast reduce; do
  straight=(-c $collective "${all[@]}" -P 'segment=1000000;staging=none')
  rate "$collective, 6a: a lane's third" 3.333333333 "${straight[@]}"
  rate "$collective, 6a: the adapter" 2 "${straight[@]}" --set network_bandwidth=2GB/s
done
cached=(-c bcast "${all[@]}" -P 'segment=1000000;staging=explicit')
rate '6c: the adapter' 4 "${cached[@]}" --set network_bandwidth=4GB/s
# The root's lane has what it caches and what its neighbour takes.
rate "6c: half the root's lane" 5 "${cached[@]}"
# One GPU on each node: P + s - 2 steps of a segment over its lanes, one each way.
expect 'a chain' "$(hand l '9 * l / 8' '(8 + 2 * 9) * l / 8 / 3')" -c bcast -a adapt -n 3 \
  --mapping list:0,4,8 -s 8000000 -P 'segment=1000000;staging=none'

# Eight messages of 1 MB by engines that take a while: on a stream launches and sights of ends go on beside
# the copies, starts do not; a rank that waits for each pays for all.
sed 's/moves=\(in\|out\)/& launch=2us start=3us sync=4us/' "$machine" >"$work/engines.xml"
window=(-c bcast -a adapt -n 2 --mapping list:0,1 -s 8000000 -P 'tree=chain;segment=1000000;sends=8;receives=8')
in_window() { machine=$work/engines.xml expect "$1" "$(hand "$2" "$2" "$2")" "${window[@]}" "${@:3}"; }
in_window 'on a stream' '2 + 8 * (3 + l / 8) + 4'
in_window 'waited for' '8 * (2 + 3 + l / 8 + 4)' --set device_copy_streams=0
# Two peers' messages come by one engine, their receiver's, one after another.
for way in 'switch0>switch1' 'switch1>switch0'; do
  sed -i "s|</zone>|<prop id=\"link.$way\" value=\"10GB/s\"/><prop id=\"link.$way.source\" value=\"assumed\"/>&|" \
    "$work/engines.xml"
done
cases=$((cases + 1))
got=$(machine=$work/engines.xml times -c reduce -a adapt -P 'tree=flat;segment=0' -n 3 --mapping list:0,1,2 \
  -s 1000000 --set kernel_launch=0 --set kernel_start=0 --set kernel_sync=0)
awk -v a="$got" 'BEGIN { split(a, x, " "); exit !((x[1] - 109)^2 < 1e-9 && x[2] > 212 && x[2] < 213) }' ||
  complain "the receiver's engine: $got us, by hand 109 and 212 us"
in_window 'software of copies' '3 + 8 * (3 + l / 8) + 4' --set device_copy_overhead=1us

# bytes OPTION...: they are right.
bytes() {
  cases=$((cases + 1))
  "$turnstile" run -p "$machine" --memory device -a adapt --verify "$@" >"$work/out" 2>"$work/err" ||
    complain "$*: wrong bytes"
}

for staging in explicit implicit none; do
  for root in 0 2 5 6; do
    bytes -c bcast -n 7 --mapping list:0,1,2,3,4,6,9 --root $root -s 1,4097,70001 \
      -P "segment=4K;staging=$staging"
    bytes -c reduce -n 7 --mapping list:0,1,2,3,4,6,9 --root $root -s 8,4104,70008 \
      -P "segment=4K;staging=$staging" --type float64
  done
  for mechanism in device-staged device-mapped; do
    bytes -c bcast -n 12 --mechanism $mechanism -s 70001 -P "segment=16K;staging=$staging"
    bytes -c reduce -n 12 --mechanism $mechanism -s 70008 -P "segment=16K;staging=$staging" --type int32
  done
  bytes -c bcast -n 12 -s 70001 -P "tree=binomial;segment=4K;sends=1;receives=2;staging=$staging"
  bytes -c reduce -n 12 -s 70008 -P "tree=flat;segment=4K;sends=3;receives=1;staging=$staging" --in-place
done
for collective in bcast reduce; do # by a library's messages, which go through the host to other nodes
  bytes -c $collective -n 12 -s 1M -P 'segment=64K;staging=none' --transport ompi-2.1
done

finish
