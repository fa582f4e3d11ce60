#!/usr/bin/env bash
# test_actors.sh PROGRAM: contexts of our own and SimGrid's actors give the same bytes, and SimGrid is
# loaded for platform files of users only.
. "$(dirname "$0")/lib.sh"

# same ARGUMENT...: the same status, rows and errors both ways, and at least one row.
same() {
  local ours theirs
  cases=$((cases + 1))
  timeout 120 "$turnstile" run "$@" --format csv >"$work/ours" 2>"$work/err"
  ours=$?
  TURNSTILE_ACTORS=simgrid timeout 120 "$turnstile" run "$@" --format csv >"$work/theirs" 2>"$work/err.2"
  theirs=$?
  [ "$ours" = "$theirs" ] || complain "$*: status $ours, with SimGrid $theirs"
  cmp "$work/ours" "$work/theirs" && cmp "$work/err" "$work/err.2" || complain "$*: other bytes"
  [ "$(wc -l <"$work/ours")" -ge 2 ] || complain "$*: no rows"
}

# loads COUNT WORD... : as many processes load libsimgrid as COUNT, 0 or 1, says.
loads() {
  local expected=$1 got
  shift
  cases=$((cases + 1))
  got=$(LD_DEBUG=libs "$turnstile" "$@" 2>&1 >"$work/out" | grep -c 'init:.*/libsimgrid')
  [ "$got" = "$expected" ] || complain "$*: SimGrid is loaded $got times, not $expected"
}

# SimGrid reads the hosts and links of every platform that comes with turnstile.
for file in platforms/*.xml; do
  name=$(basename "$file" .xml)
  same -p "$name" -c bcast -a linear,binomial -s 4K
done
for collective in bcast scatter gather reduce allreduce allgather alltoall barrier; do
  size=(-s 5000)
  [ "$collective" != barrier ] || size=()
  same -p broadwell -c "$collective" -a all -n 12 "${size[@]}" --verify
done
same -p knl-cluster-4 -c allreduce -a all -n 32 -s 64K
same -p hgx-h100 -c allreduce -a all -n 8 -s 1M --memory device
# Several strands of a rank, and 2,048 actors.
same -p epyc-7763 -c ibcast -a all -n 32 -s 4K,256K
same -p 'synthetic:pack:8 core:256 pu:1' --like knl -n 2048 -s 8 -c bcast -a k-nomial,knomial-p2p,xhc-flat
same -p knl -c alltoall -a pairwise,pairwise-p2p -n 24 -s 64K --mechanism cma,cico --protocol osu \
  --repetitions 3 --arrival 'uniform(0,5us)' --noise 'poisson:rate=1kHz,duration=uniform(0,50us)'

point=(-c bcast -a linear -n 4 -s 4K)
loads 0 run -p knl "${point[@]}"
loads 0 run -p 'synthetic:pack:1 core:8 pu:1' --like knl "${point[@]}"
loads 1 run -p platforms/knl.xml "${point[@]}"
TURNSTILE_ACTORS=simgrid loads 1 run -p knl "${point[@]}"
TURNSTILE_ACTORS=own refuse 1 'TURNSTILE_ACTORS: "own" is not known' run -p knl "${point[@]}"

finish
