#!/usr/bin/env bash
# --memory and what follows from it: mechanisms, defaults, rows, refusals. Usage: test_devices.sh PROGRAM
. "$(dirname "$0")/lib.sh"

machine=$(dirname "$0")/machines/accelerator.xml
on=(-p "$machine" -c bcast)

# row NAME WANT OPTION...: memory, mechanism, ranks, mapping and algorithm of each row.
row() {
  local name=$1 want=$2 got
  shift 2
  cases=$((cases + 1))
  got=$("$turnstile" run "${on[@]}" -s 64K --format csv "$@" 2>"$work/err" |
    awk -F, 'NR > 1 { printf "%s%s %s %s %s %s", (NR > 2 ? ";" : ""), $NF, $13, $6, $7, $11 }')
  [ "$got" = "$want" ] || complain "$name: $got"
}

defaults() {
  row 'on devices' 'device device-ipc 4 device direct-read' -a direct-read --memory device
  row 'as said' 'device device-ipc 2 core direct-read' -a direct-read --memory device -n 2 --mapping core
  row 'by mechanism' 'device device-ipc 4 device direct-read' -a direct-read --mechanism device-ipc
  row 'of the host' 'host cma 3 core direct-read' -a direct-read -n 3
  row 'said to be' 'host xpmem 3 core direct-read' -a direct-read -n 3 --memory host --mechanism xpmem
  row 'both' 'host cma 4 core direct-read;device device-ipc 4 core direct-read' \
    -a direct-read -n 4 --mapping core --mechanism cma,device-ipc
  printf '[platform]\nname = %s\n[collective]\nname = bcast\nalgorithm = direct-read\nsize = 4K
[model]\nmemory = device\n' "$(realpath "$machine")" >"$work/x.ini"
  cases=$((cases + 1))
  "$turnstile" run "$work/x.ini" >"$work/out" 2>"$work/err"
  grep -q '^bcast on accelerator, 4 ranks, .* backing base, device memory (sim)' "$work/out" ||
    complain 'head of the table'
}

refusals() {
  local read=(run "${on[@]}" -a direct-read -s 64K)
  refuse 2 'no memory "gpu" .there are: host, device' "${read[@]}" --memory gpu
  refuse 2 'knl names no memory of a device' run -p knl -c bcast -s 64K --memory device
  refuse 2 'cma has no buffers in device memory .device-ipc, device-staged, device-mapped have' \
    "${read[@]}" --memory device --mechanism cma
  refuse 2 'device-ipc has no buffers in host memory .cma' "${read[@]}" --memory host \
    --mechanism device-ipc
  refuse 2 'device-ipc has no buffers in host memory' "${read[@]}" --mechanism cma/device-ipc
  refuse 2 'xhc-tree has none of the device mechanisms: device-ipc' run "${on[@]}" -a xhc-tree \
    -s 64K --memory device
  refuse 2 'closed forms are for host memory' run --closed-form "${on[@]}" -a direct-read -s 64K --memory device
  refuse 2 'not for real processes' measure -c bcast -a linear -s 64K -n 2 --memory device
}

# The parts of the last rank's time add up to it, also where copies are handed to streams.
parts() {
  cases=$((cases + 1))
  "$turnstile" sweep -p hgx-h100,psg-k40-node --memory device -c bcast,allreduce -a all -s 64K,4M \
    >"$work/parts.csv" 2>"$work/err"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(startup|lock|copy|memory|sync|reduce|compute|noise|launch)_us$/)
                       of[i]; else if ($i == "span_us") span = i; next }
           { sum = 0; for (i in of) sum += $i; n++; if ((sum - $span) ^ 2 > 1e-6) { print; exit 1 } }
           END { exit n < 100 }' "$work/parts.csv" >"$work/err" || complain 'parts do not add up to the span'
  cases=$((cases + 2))
  for algorithm in ring nccl; do
    "$turnstile" run -p hgx-h100 --memory device -c allreduce -a $algorithm -s 4M \
      --timeline "$work/t.json" >"$work/out" 2>"$work/err"
    grep -q '"atomic"' "$work/t.json" && complain "timeline of $algorithm: an operation without a name"
  done
}

# Rows of the host and of devices are not chosen among each other; rows of before are the host's.
rows() {
  local where
  for where in host device; do
    "$turnstile" run "${on[@]}" -a direct-read,throttled-read -n 4 -s 4K,64K --memory $where \
      --mapping core --format csv >"$work/$where.csv" 2>"$work/err"
  done
  "$turnstile" tune "$work/host.csv" "$work/device.csv" >"$work/out" 2>"$work/err"
  cases=$((cases + 3))
  [ "$(grep -c '^bcast on accelerator' "$work/out")" = 2 ] || complain 'tune: one table each'
  [ "$(grep -c 'memory device' "$work/out")" = 1 ] || complain 'tune: which'
  sed 's/,[^,]*$//' "$work/host.csv" >"$work/old.csv"
  cmp -s <("$turnstile" tune "$work/host.csv" --format csv) \
    <("$turnstile" tune "$work/old.csv" --format csv) || complain 'rows without the column'
}

# Calls back to back: a rank of a chain is busy for two steps of each call, so that the last of p ranks
# takes (p - 1) + 2 (N - 1) steps for N, and rank 0 one less in the last call.
back_to_back() {
  local step got want calls
  local chain=(run -p knl --ideal -c bcast -a chain -P 'fanout=1;segment=0' -s 1M --format csv)
  step=$("$turnstile" "${chain[@]}" -n 2 | awk -F, 'NR == 2 { print $23 }')
  for calls in 20 50; do
    cases=$((cases + 1))
    got=$("$turnstile" "${chain[@]}" -n 8 --verify --protocol nccl-tests --repetitions $calls |
      awk -F, 'NR == 2 { printf "%.3f %.3f %s", $22, $23, $38 }')
    want=$(awk -v t="$step" -v n=$calls \
      'BEGIN { printf "%.3f %.3f yes", (1 + 2 * (n - 1)) * t / n, (7 + 2 * (n - 1)) * t / n }')
    [ "$got" = "$want" ] || complain "nccl-tests, $calls calls: $got us, by hand $want us"
  done
  cases=$((cases + 1))
  got=$("$turnstile" "${chain[@]}" -n 8 --protocol nccl-tests | awk -F, 'NR == 2 { print $44 }')
  [ "$got" = 20 ] || complain "nccl-tests: $got calls"
}

defaults
refusals
parts
rows
back_to_back
finish
