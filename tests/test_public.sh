#!/usr/bin/env bash
# The platforms csx48 and epyc7h12 against public measurements that nothing was fitted to, a choice of
# what dev/compare-data holds them against in full. Usage: test_public.sh TURNSTILE
set -euo pipefail
turnstile=$(readlink -f "$1")
project=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
data=${TN_SHARED_DATA-$project/../shared/data}
[ -e "$data/xhc-csx48" ] && [ -e "$data/epyc7h12" ] ||
  { echo "skipped: no measurements in $data (TN_SHARED_DATA=FOLDER)"; exit 77; }
export TURNSTILE_PLATFORM_PATH=$project/platforms
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 14 to 24 and 27 to 48 ranks: the median of every group within the goal of 20 %.
"$turnstile" run -p csx48 -c bcast -a xhc-flat -P cico_max=512 --mechanism xpmem --protocol osu \
  --buffers rewritten -n 14,19,24,27,36,48 -s 1..1M --format csv -o "$work/xhc.csv"
"$turnstile" compare "$work/xhc.csv" "$data/xhc-csx48/flat_bcast_summary.csv:collective=bcast,\
algorithm=xhc-flat,mechanism=xpmem,protocol=osu,buffers=rewritten" \
  --columns ranks=nranks,size_bytes=size_B,avg_us=avg_us_mean --max-error 20

# Open MPI's broadcasts: error within 25 %, and what is chosen by them within 10 % of the best.
"$turnstile" run -p epyc7h12 -c bcast -a linear,chain,binary,binomial -P segment=4M \
  -n 14,38,62,86,110,126 -s 256,1K,64K,1M --protocol osu --format csv -o "$work/bcast.csv"
"$turnstile" compare "$work/bcast.csv" "$data/epyc7h12/bcast_core.csv:collective=bcast" \
  --columns algorithm=algorithm,ranks=cores,size_bytes=size,avg_us=latency,calls=iterations --max-error 25 \
  --max-regret 10
