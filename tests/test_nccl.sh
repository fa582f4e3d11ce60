#!/usr/bin/env bash
# NCCL's kernels on four devices, to which only channels and steps set limits: times as a hand
# calculation says, bytes right, decisions and refusals. On machines: times near to measured ones.
# Usage: test_nccl.sh PROGRAM
. "$(dirname "$0")/lib.sh"

# machine NAME LINK...: four devices with these links, all of one rate.
machine() {
  local name=$1 props='<prop id="place.sw" value="switch"/><prop id="place.sw.source" value="assumed"/>'
  shift
  props+='<prop id="place.e" value="engine serves=m0+m1+m2+m3"/><prop id="place.e.source" value="assumed"/>'
  for i in 0 1 2 3; do
    props+="<prop id=\"place.m$i\" value=\"memory rate=1000000GB/s\"/>"
    props+="<prop id=\"place.m$i.source\" value=\"assumed\"/>"
  done
  for link in "$@"; do
    props+="<prop id=\"link.${link%=*}\" value=\"${link#*=}\"/>"
    props+="<prop id=\"link.${link%=*}.source\" value=\"assumed\"/>"
  done
  sed -e '/place\.\|link\./d' -e "s|.*\"node\".*|&$props|" \
    "$(dirname "$0")/machines/accelerator.xml" >"$work/$name.xml"
}
star=() mesh=()
for i in 0 1 2 3; do
  star+=("m$i>sw=100GB/s" "sw>m$i=100GB/s")
  for j in 0 1 2 3; do
    [ $i = $j ] || mesh+=("m$i>m$j=10GB/s")
  done
done
machine star "${star[@]}"
machine mesh "${mesh[@]}"
# Two to a socket, with no links but those to their socket's memory.
machine sockets {m0,m1}'>numa-0=10GB/s' numa-0'>m'{0,1}=10GB/s {m2,m3}'>numa-1=10GB/s' \
  numa-1'>m'{2,3}=10GB/s

none=(--set kernel_launch=0 --set kernel_start=0 --set kernel_sync=0 --set barrier_skew=0
  --set line_occupancy=0)
for class in core llc numa package machine; do
  none+=(--set "line_latency.$class=0")
done
steps=(--set nccl_step.ll=1us --set nccl_step.simple=1us)

# column NAME OPTION...: of the only row.
column() {
  "$turnstile" run --memory device --verify --format csv -n 4 "${none[@]}" "${@:2}" 2>"$work/err" |
    awk -F, -v name="$1" '/^#/ { next } !at { for (at = NF; at && $at != name;) at--; next }
      { print $at }'
}

# expect NAME TIME OPTION...: the last rank's, us, as a formula over n (thousands of bytes).
expect() {
  local name=$1 formula=$2 got
  shift 2
  cases=$((cases + 1))
  got=$(column max_us "${steps[@]}" "$@")
  awk -v got="$got" "BEGIN { want = $formula; exit !(got > 0.999 * want && got < 1.001 * want) }" ||
    complain "$name: $got us, by hand $formula"
}

switch=(-p "$work/star.xml" --set nccl_generation=hopper --set nccl_channels=2
  --set nccl_channel_rate=10GB/s --set nccl_nvls_channels=4)
# All devices store a quarter of the vector in each of 6 steps, in two slices: steps are hidden.
expect 'ring by Simple' '6 * 262.144 / 20 + 1' "${switch[@]}" -c allreduce -a nccl -s 1M \
  -P 'algorithm=ring;protocol=simple'
# One chunk, one of two channels, half its rate.
expect 'ring by LL' '6 * (1 + 0.008 / 5)' "${switch[@]}" -c allreduce -a nccl -s 8 \
  -P 'algorithm=ring;protocol=ll'
# A step of LL128 on Hopper takes 1.9 us in NCCL's table, and its call begins 7.4 us later than one of LL.
expect 'allgather by LL128' '3 * (262.144 / (0.92 * 20) + 0.3) + 1.6 + 7.4' "${switch[@]}" -c allgather -a nccl \
  -s 256K -P 'algorithm=ring;protocol=ll128'
expect 'reduce-scatter' '3 * 262.144 / 20 + 1' "${switch[@]}" -c reduce_scatter_block -a nccl \
  -s 256K -P 'algorithm=ring;protocol=simple'
# 128 threads pass 1 KiB on at a time, four times.
expect 'bcast by LL' '3 * (1 + 1.024 / 5) + 3 * 1.024 / 5' "${switch[@]}" -c bcast -a nccl -s 4K \
  -P 'algorithm=ring;protocol=ll'
expect 'reduce by Simple' '3 * (1 + 65.536 / 20)' "${switch[@]}" -c reduce -a nccl -s 64K \
  -P 'algorithm=ring;protocol=simple' --root 3
# Three stores up, three down.
expect 'chain' '6 * (1 + 65.536 / (0.92 * 20))' "${switch[@]}" -c allreduce -a nccl -s 64K \
  -P 'algorithm=tree;protocol=simple'
# 25 us in all, 9 of which are the kernel's; the quarters of three peers are read, three times one is stored.
# All goes in one round of a pipeline of three stages; 8 MiB take four rounds.
expect multicast '25 - 9 + 3 * 6 * 262.144 / (4 * 10 * 0.85 * 0.75 * 2)' "${switch[@]}" -c allreduce \
  -a nccl -s 1M -P 'algorithm=nvls;protocol=simple'
expect 'multicast in rounds' '25 - 9 + 6 * 6 * 524.288 / (4 * 10 * 0.85 * 0.75 * 2)' "${switch[@]}" \
  -c allreduce -a nccl -s 8M -P 'algorithm=nvls;protocol=simple'
# On a mesh a channel to each peer, of which the ring takes but one way.
expect mesh '6 * 262.144 / 30 + 1' -p "$work/mesh.xml" --set nccl_generation=ampere \
  --set nccl_fabric=mesh --set nccl_channels=1 --set nccl_channel_rate=10GB/s -c allreduce -a nccl \
  -s 1M -P 'algorithm=ring;protocol=simple'

# NCCL's transport SHM: a rank stores into pinned memory of the next one's socket, which loads from it.
sockets=(-p "$work/sockets.xml" --set nccl_generation=ampere --set nccl_fabric=pcie
  --set nccl_channels=2 --set nccl_channel_rate=10GB/s --set memory_bandwidth=1000GB/s)
expect 'bcast by the host' '4 * 65.536 / 10 + 3' "${sockets[@]}" -c bcast -a nccl -s 64K \
  -P 'algorithm=ring;protocol=simple'
expect 'ring by the host' '7 * 262.144 / 10' "${sockets[@]}" -c allreduce -a nccl -s 1M \
  -P 'algorithm=ring;protocol=simple'
expect 'over a slow link between sockets' '3 * 65.536 / 10 + 65.536 / 4 + 3' "${sockets[@]}" \
  --set package_bandwidth=4GB/s -c bcast -a nccl -s 64K -P 'algorithm=ring;protocol=simple'

cases=$((cases + 1))
got=$(column decision "${switch[@]}" -c allreduce -a library:nccl -s 4K)
[[ $got == 'Ring LL = nccl;algorithm=ring;protocol=ll' ]] || complain "library:nccl takes $got"

# refuses TEXT OPTION...
refuses() {
  cases=$((cases + 1))
  column max_us "${@:2}" >"$work/out"
  grep -qF "$1" "$work/err" || complain "not refused ($1): $(cat "$work/err")"
}
refuses 'the platform has no NCCL values' -p "$work/star.xml" -c bcast -a nccl -s 8
refuses 'the platform has no NCCL values' -p "$work/star.xml" -c bcast -a library:nccl -s 8
refuses 'NCCL has no such algorithm' "${switch[@]}" -c bcast -a nccl -s 8 -P algorithm=tree
refuses "chooses nothing on NVIDIA's devices here" "${switch[@]}" -c bcast -a library:rccl -s 8

# about NAME MEASURED PART OPTION...: within a part of what was measured, us (docs/evidence/gpu.md).
about() {
  local name=$1 measured=$2 part=$3 got
  shift 3
  cases=$((cases + 1))
  got=$("$turnstile" run --memory device --type float32 -a library:nccl --format csv "$@" 2>"$work/err" |
    awk -F, '/^#/ { next } !at { for (at = NF; at && $at != "avg_us";) at--; next } { print $at }')
  awk -v got="$got" "BEGIN { exit !(got > $measured / (1 + $part) && got < $measured * (1 + $part)) }" ||
    complain "$name: $got us, measured $measured"
}
back=(--protocol nccl-tests)
about 'A100, 8, 16K' 22.6 .25 -p abci-a "${back[@]}" -n 8 -c allreduce -s 16K
about 'A100, 8, 128K' 27.4 .25 -p abci-a "${back[@]}" -n 8 -c allreduce -s 128K
about 'A100, 8, 256M' 2182 .25 -p abci-a "${back[@]}" -n 8 -c allreduce -s 256M
about 'A100, 8, allgather, 8K' 14.6 .25 -p abci-a "${back[@]}" -n 8 -c allgather -s 1K
about 'H100, 8, 4K' 16 .25 -p hgx-h100 "${back[@]}" -n 8 -c allreduce -s 4K
about 'H100, 8, 256K' 19.3 .25 -p hgx-h100 "${back[@]}" -n 8 -c allreduce -s 256K
about 'H100, 8, 8M' 79.2 .15 -p hgx-h100 "${back[@]}" -n 8 -c allreduce -s 8M
about 'A100 mesh, bcast, 4K' 9.98 .25 -p a100-mesh4 "${back[@]}" -n 4 -c bcast -s 4K
about 'GH200 mesh, 4K' 9.82 .25 -p gh200-mesh4 "${back[@]}" -n 4 -c allreduce -s 4K
about 'GH200 mesh, 1M' 16.9 .25 -p gh200-mesh4 "${back[@]}" -n 4 -c allreduce -s 1M
about 'ABCI, bcast, 64' 7.42 .25 -p abci-a -n 4 -c bcast -s 64 --protocol osu \
  --arrival barrier:ompi-4.0
# NCCL has no barrier: a benchmark that synchronises before each call has its own.
"$turnstile" run -p abci-a --memory device -n 4 -c allreduce -a library:nccl --protocol osu -s 1K >"$work/out" 2>"$work/err" ||
  complain 'osu with library:nccl fails'
cases=$((cases + 1))
# The output states that only one release is modelled: on ABCI 2.8 takes three times as long at 1 MiB.
cases=$((cases + 1))
"$turnstile" run -p abci-a --memory device -n 4 -c allreduce -a library:nccl -s 1M --notes >"$work/out"
grep -q '^library:nccl is NCCL 2.30, .*: other releases choose and cost otherwise' "$work/out" ||
  complain "the release is not named: $(tail -4 "$work/out")"
# NCCL and RCCL refuse two ranks on one device, and are simulated within a node: that comes first.
for call in 'hgx-h100 -a nccl' 'hgx-h100 -a library:nccl' 'mi250x-node -a library:rccl'; do
  # shellcheck disable=SC2086
  refuse 2 '16 ranks on the 8 devices of a node of .* refuse two ranks on one device .-n 8' \
    run -p $call -n 16 --memory device -c allreduce -s 1M
done
for memory in host device; do
  refuse 2 '^turnstile: nccl: NCCL and RCCL are simulated within a node, and psg-k40 has 10' \
    run -p psg-k40 -n 8 --memory $memory -c allreduce -a nccl -s 1M
done
# 208 GB/s of 2(p-1)/p bytes on a pair of NVLinks, 20 over PCIe.
pairs=(-p "$(dirname "$0")/machines/nvlink-pairs.xml" "${back[@]}" -c allreduce -s 256M)
about 'pair of NVLinks' 1290 .25 "${pairs[@]}" -n 2
about 'over PCIe' 17896 .25 "${pairs[@]}" -n 3

finish
