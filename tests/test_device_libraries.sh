#!/usr/bin/env bash
# MPI libraries on buffers in devices' memory: what they stage, and how their times lie to each other
# where these have been measured (docs/evidence/gpu.md has the figures). Usage: test_device_libraries.sh PROGRAM
. "$(dirname "$0")/lib.sh"

# column NAME OPTION...: that column of the rows of a run, in order.
column() {
  local name=$1
  shift
  "$turnstile" run --memory device --protocol osu --format csv "$@" 2>"$work/err" |
    awk -F, -v name="$name" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
      { print $at }'
}

# holds NAME CONDITION VALUE...: an awk condition on a[1], a[2], ...
holds() {
  local name=$1 condition=$2
  shift 2
  cases=$((cases + 1))
  awk "BEGIN { for (i = 1; i < ARGC; i++) a[i] = ARGV[i]; exit !($# > 1 && ($condition)) }" "$@" ||
    complain "$name: $* (wanted: $condition) $(head -1 "$work/err")"
}

# staged NAME "YES..." OPTION...: which rows say that the library stages.
staged() {
  local name=$1 want=$2 got
  shift 2
  cases=$((cases + 1))
  got=$(column decision "$@" | sed 's/.*;staged.*/yes/; t; s/.*/no/' | tr '\n' ' ')
  [ "$got" = "$want " ] || complain "$name: $got, not $want; $(head -1 "$work/err")"
}

abci=(-p abci-a -n 4 --transport ompi-ucx)
staged 'sums' 'yes yes' "${abci[@]}" -c allreduce -a library:ompi-4.0 -s 4,16M
staged 'a bcast of 4.0' 'no no' "${abci[@]}" -c bcast -a library:ompi-4.0 -s 4,16M
staged 'a bcast of 6.0' 'yes no' "${abci[@]}" -c bcast -a library:ompi-6.0 -s 256,512
staged 'an allgather of 6.0' 'yes no' "${abci[@]}" -c allgather -a library:ompi-6.0 -s 64K,128K
staged 'an alltoall of 5.0' 'no' "${abci[@]}" -c alltoall -a library:ompi-5.0 -s 1K
staged 'a scan of 5.0' 'yes' "${abci[@]}" -c scan -a library:ompi-5.0 -s 1M
mpich=(-p abci-a -n 4 --transport mpich-5.0 -a library:mpich-5.0)
staged "MPICH's reduce" 'yes' "${mpich[@]}" -c reduce -s 2M
staged "MPICH's bcast" 'yes no' "${mpich[@]}" -c bcast -s 1M,2M
staged 'UCC' 'no' "${abci[@]}" -c allreduce -a library:ucc -s 1M

# Bytes, staged and not, of collectives that read and write different parts.
for c in bcast scatter gather allgather alltoall reduce allreduce reduce_scatter scan; do
  for library in ompi-4.0 ompi-6.0 mpich-5.0; do
    cases=$((cases + 1))
    "$turnstile" run -p abci-a -n 5 --memory device --verify -c "$c" -a "library:$library" \
      -s 200,40K >"$work/out" 2>"$work/err" || complain "$c of $library: $(head -1 "$work/err")"
  done
done

# ABCI: the rules leave split-binary by mapped reads for a pipeline by IPC between 1 and 2 MiB.
holds "ABCI's cliff" 'a[1] / a[2] >= 7 && a[1] / a[2] <= 13' \
  $(column avg_us "${abci[@]}" --mapping ppr:2:package -c bcast -a library:ompi-4.0 -s 1M,2M)
# Its staged allreduce, calibrated at 4 B and 16 MiB, with ranks as they were, two to a socket: within 15 %
# to 256 KiB. 1 MiB misses that (docs/evidence/gpu.md).
holds "ABCI's staged allreduce" 'a[1] / 32.7 < 1.15 && a[1] / 32.7 > 0.85 &&
  a[2] / 53.8 < 1.15 && a[2] / 53.8 > 0.85 && a[3] / 296 < 1.15 && a[3] / 296 > 0.85' \
  $(column avg_us "${abci[@]}" --mapping ppr:2:package -c allreduce -a library:ompi-4.0 -s 1K,16K,256K)

# EESSI: bytes per second of osu_bw's window of 64 messages, from 8 to 16 KiB; 7.3 times measured.
mesh=(-p a100-mesh4 -n 2 --transport ompi-ucx -c bcast -a adapt)
window=(-P tree=chain -P sends=64 -P receives=64)
holds "EESSI's jump" '2 * a[1] / a[2] >= 6 && 2 * a[1] / a[2] <= 9' \
  $(column avg_us "${mesh[@]}" "${window[@]}" -P segment=8K -s 512K) \
  $(column avg_us "${mesh[@]}" "${window[@]}" -P segment=16K -s 1M)

# Pull request 13006, by the limits of Open MPI's accelerator/rocm and UCX's rocm_copy: staged is faster.
rocm=(-p mi250x-node -n 16 -c bcast --transport ompi-ucx-rocm -s 1,16,128)
holds 'staging on MI250X' 'a[1] > 2 * a[4] && a[2] > 2 * a[5] && a[3] > 2 * a[6]' \
  $(column avg_us "${rocm[@]}" -a library:ompi-5.0) $(column avg_us "${rocm[@]}" -a library:ompi-6.0)

# The limits of NVIDIA's devices on AMD's are named; those of AMD's, and host buffers, are not.
named() {
  cases=$((cases + 1))
  "$turnstile" run -p mi250x-node -n 8 -c bcast -a binomial -s 1K "${@:2}" 2>&1 >"$work/out" |
    grep -c 'NVIDIA.*--transport ompi-ucx-rocm$' | grep -qx "$1" || complain "NVIDIA's limits named: ${*:2}"
}
named 1 --memory device --transport ompi-ucx
named 0 --memory device --transport ompi-ucx-rocm
named 0 --memory device --transport ompi-ucx --set mapped_read_limit=256
named 0 --transport ompi-ucx

# Without a transport, limits of loads and stores that only a transport has are named.
unknown() {
  cases=$((cases + 1))
  "$turnstile" run -n 2 -c allreduce -s 8 "${@:2}" 2>&1 >"$work/out" |
    grep 'without --transport' | grep -c "taken as 0 .*--transport ompi-ucx" | grep -qx "$1" || complain "limits unknown: ${*:2}"
}
unknown 1 -p mi250x-node --memory device -a library:ompi-6.0,library:rccl
unknown 1 -p abci-a --memory device -a library:ompi
unknown 0 -p mi250x-node --memory device -a library:rccl,ring
unknown 0 -p mi250x-node --memory device -a library:ompi-6.0 --transport ompi-ucx-rocm
unknown 0 -p mi250x-node --memory device -a library:ompi-6.0 --set staged_read_limit=1K
unknown 0 -p mi250x-node -a library:ompi-6.0

# MPICH issue 7448: a longer limit of copies by the CPU makes an allreduce of 2 KiB slower, 3.4 times
# as measured, 2.1 here.
aurora=(-p aurora-node -n 6 -c allreduce -a library:mpich-4.2 --transport mpich-4.2 -s 2K)
holds "Aurora's fast copies" 'a[2] > 1.5 * a[1]' $(column avg_us "${aurora[@]}") \
  $(column avg_us "${aurora[@]}" --set staged_read_limit=4K --set staged_write_limit=4K)

finish
