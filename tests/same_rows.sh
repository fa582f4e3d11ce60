#!/usr/bin/env bash
# Compares simulated rows, which must depend neither on the compiler nor on the number of jobs.
# Usage: same_rows.sh PROGRAM JOBS PROGRAM JOBS
set -uo pipefail

# rows PROGRAM JOBS
rows() {
  local program=$1 protocol collective
  for protocol in single osu; do
    for collective in scatter gather bcast allgather alltoall; do
      "$program" run -p knl,broadwell,power8 --kernel paper,linux-6 -c "$collective" -a all -n 20 \
        -s 4K,68000 --protocol "$protocol" --repetitions 3 --format csv --jobs "$2" || return 1
    done
  done
  for collective in scatter gather bcast allgather alltoall; do
    "$program" run -p knl,broadwell -c "$collective" -a all -n 12 -s 5000,68000 --law queue \
      --mechanism cma,cico --buffers unchanged,rewritten,new,cold --protocol imb-old \
      --arrival 'uniform(0,5us)' --noise 'poisson:rate=1kHz,duration=uniform(0,50us)' \
      --repetitions 3 --format csv --jobs "$2" || return 1
  done
  "$program" run -p knl -c scatter -a throttled-read -P throttle=1..p-1 -s 64K..256K \
    --format csv --jobs "$2"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows "$1" "$2" >"$work/first.csv" &
rows "$3" "$4" >"$work/second.csv" && wait $! &&
  [[ -s $work/first.csv ]] && diff "$work/first.csv" "$work/second.csv"
