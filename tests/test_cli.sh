#!/bin/bash
# Bad input and faults: the exit status and the one line that the user sees. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

# The same after a selection that is sound without the further words.
point() {
  refuse "$1" "$2" run -p knl -c scatter -a throttled-read -n 4 -s 4K "${@:3}"
}

# A scenario of these lines.
scenario() {
  printf "$3" >"$work/x.ini"
  refuse "$1" "$2" run "$work/x.ini"
}

names() {
  refuse 2 'no command "lst" .nearest: list' lst
  refuse 2 'no command "platforms" .nearest: list platforms' platforms
  refuse 2 'mvapich-plus.s own decision is not simulated .export --for' run -p knl -c bcast -a library:mvapich-plus
  point 2 '--reference: no algorithm of this run "x"' --reference x
  refuse 2 'no list .*nearest: collectives' list colectives
  refuse 2 '^turnstile: -c: only with list algorithms$' list -c bcast
  "$turnstile" list algorithms -c scan,scatterv >"$work/out" 2>"$work/err"
  [ "$(grep -c '^[a-z]' "$work/out")" -gt 3 ] && ! grep '^[a-z]' "$work/out" | grep -qv '^scan \|^scatter+scatterv \|^scatterv ' ||
    complain 'list algorithms -c: others, or none'
  refuse 2 'platform "knk".*knl' run -p knk -c scatter
  refuse 2 'nearest: scatter' run -p knl -c scater
  refuse 2 'nearest: throttled-read' run -p knl -c scatter -a throttled-raed
  point 2 'nearest: throttle' -P throtle=3
  point 2 'no parameter "distance"' -P distance=1
  point 2 'nearest: size' --sise 4K
  point 2 'mapping "cores".*numa' --mapping cores
  point 2 'mapping l3: some cores have no known L3 cache' --mapping l3
  point 2 '"ppr:0:numa" is not ppr:N:LEVEL' --mapping ppr:0:numa
  point 2 '"ppr:2:block" is not ppr:N:LEVEL' --mapping ppr:2:block
  point 2 'ppr:3:numa: 4 ranks for 3 places$' -n 4 --mapping ppr:3:numa
  point 2 'ppr:9:core: 4 ranks for 0 places .*fewer processing units' -n 4 --mapping ppr:9:core
  point 2 'nearest: batched' --law bached
  point 2 'nearest: paper' --kernel papr
  point 2 'no values on the platform knl .there is: paper, linux-6.$' --kernel measured
  point 2 'no format "cvs".*csv' --format cvs
  point 2 'nearest: collective' -C colective.size=4K
  point 2 'nearest: size' -C collective.sizes=4K
  point 2 'alhpa' --set alhpa=1us
  point 2 '--like' --like broadwell
}

# A changed copy of an included platform has its file's name, and files of one name are refused together.
namesakes() {
  cases=$((cases + 1))
  sed 's/id="alpha" value="1.43us"/id="alpha" value="5us"/' platforms/knl.xml >"$work/another.xml"
  "$turnstile" run -p "knl,$work/another.xml" -c bcast -a linear -s 64K -n 8 >"$work/both" 2>"$work/err"
  grep -q '^bcast on knl,' "$work/both" && grep -q '^bcast on another,' "$work/both" ||
    complain 'a changed copy keeps the name of the included platform'
  cp "$work/another.xml" "$work/knl.xml"
  cp platforms/knl.xml "$work/same.xml"
  for file in knl.xml:knl.xml same.xml:knl; do
    "$turnstile" run -p "$work/${file%:*}" -c bcast -a linear -s 64 -n 8 --format csv >"$work/both" 2>"$work/err"
    tail -n 1 "$work/both" | cut -d, -f3 | grep -qx "${file#*:}" || complain "$file: rows have another name"
  done
  refuse 2 'two platforms are called knl ' run -p "knl,$work/same.xml" -c bcast -a linear -s 64
  sed 's/id="pin_time" value="0.25us"/id="pin_time" value="150us"/' platforms/knl.xml >"$work/same.xml"
  "$turnstile" platform check "$work/same.xml" >"$work/both" 2>"$work/err"
  grep -q 'pin_time=150us is unusual: the included platforms have 110ns to 530ns' "$work/both" ||
    complain 'platform check passes a pin time of 150 us'
}

# Rows by a mapping are those of the same places in a list, but for its name, which is the one given.
mappings() {
  local machine n how list as
  while read -r machine n how list; do
    for as in "$how" "list:$list"; do
      "$turnstile" run -p "$machine" -c allreduce -a ring,recursive-doubling -n "$n" -s 64K --map-by "$as" \
        --format csv 2>"$work/err" | sed "s/\"list:[^\"]*\"/$how/" >"$work/${as::4}"
    done
    cases=$((cases + 1))
    cmp -s "$work/${how::4}" "$work/list" && [ "$(grep -cF ",$n,$how," "$work/list")" = 2 ] ||
      complain "$how on $machine: other rows than $list"
  done <<END
epyc-7763 18 l3 0,8,16,24,32,40,48,56,64,72,80,88,96,104,112,120,1,9
epyc-7763 5 ppr:2:l3 0,1,8,9,16
broadwell 6 ppr:3:package 0,1,2,14,15,16
epyc-7763 4 block:cyclic 0,64,1,65
END
  refuse 2 'ppr:1:package: 3 ranks of each node for 2 places' run -n 9 -s 4K \
    -p "$(dirname "$0")/cluster.xml" -c bcast -a linear --mapping ppr:1:package
}

decisions() {
  has_satellites || return
  printf 'source,version,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,size_bytes,avg_us\nsim,0.1.0,knl,paper,base,8,bcast,binomial,segment=0,cma,single,unchanged,8,1\n' >"$work/rows.csv"
  refuse 2 'no parameter that chooses' export "$work/rows.csv" --for acoll
  refuse 2 'coll/han is off' export "$work/rows.csv" --for han
  refuse 2 'presets' export "$work/rows.csv" --for intel
  refuse 2 'compiled in' export "$work/rows.csv" --for mvapich2
  refuse 2 'mvapich-plus needs --base' export "$work/rows.csv" --for mvapich-plus
  refuse 2 'xhc does not have it' export "$work/rows.csv" --for xhc
  refuse 2 'cico and by cma' export "$work/rows.csv" --for ucx
  refuse 2 'no library "ucq" .nearest: uc' export "$work/rows.csv" --for ucq
  sed '1s/$/,memory/; 2s/cma/device-ipc/; 2s/$/,device/' "$work/rows.csv" >"$work/devices.csv"
  refuse 2 "omitted from bcast: binomial .on device memory" export "$work/devices.csv" --for ompi-5.0
}

# composition STATUS MESSAGE PARAMETERS WORD...: on the 128 cores of two packages of 8 caches each.
composition() {
  refuse "$1" "$2" run -p epyc-7763 -c bcast -a compose -P "$3" -s 4K "${@:4}"
}

# What collectives are made of.
compositions() {
  "$turnstile" run -p knl -c barrier -a library:acoll -n 64 --format csv >"$work/rows.csv" 2>"$work/err" &&
    grep -q 'subgroups ~ compose;levels=llc;inner=linear;outer=linear' "$work/rows.csv" ||
    complain 'acoll has no barrier of 64 ranks in subgroups'
  cases=$((cases + 1))
  local two='inner=knem-linear;outer=k-nomial'
  composition 2 'made of nothing .-P levels=' "$two"
  composition 2 'no levels "cache".*llc' "levels=cache;$two"
  composition 2 'levels=llc.llc names llc twice' "levels=llc+llc;$two"
  composition 2 'level l3 has no effect: its groups are those of level llc' \
              "levels=llc+l3;middle=k-nomial;$two"
  composition 2 'level node has one group only, of all 128 ranks' "levels=node;$two"
  composition 2 'level core has no effect: no two of the 128 ranks share one' "levels=core;$two"
  composition 2 'from the inside out, but ranks 0 and 8 share a package and no llc' \
              "levels=package+llc;middle=k-nomial;$two"
  composition 2 'no algorithm for middle .-P middle=NAME, of bcast.' "levels=llc+package;$two"
  composition 2 'middle is given, but levels names 1 level only' "levels=llc;middle=chain;$two"
  composition 2 'no algorithm for outer' 'levels=llc;inner=chain'
  composition 2 'inner: no bcast "flat".*xhc-flat' 'levels=llc;inner=flat;outer=chain'
  composition 2 'a composition cannot contain compositions' 'levels=llc;inner=compose;outer=chain'
  composition 2 'inner has a parameter "throttle"' "levels=llc;inner.throttle=4;$two"
  composition 2 'no parameter "upmost"' "levels=llc;upmost=chain;$two"
  composition 2 'inner.chunk=1' 'levels=llc;inner=xhc-flat;inner.chunk=1;outer=chain'
  composition 2 'inner smhc-flat has no mechanism cma .it has cico' \
              'levels=llc;inner=smhc-flat;outer=chain' --mechanism cma
  composition 2 'more than 4096 segments of 512' "levels=llc;segment=512;$two" -s 4M
  refuse 2 'outer ring-neighbor on 8 ranks: distance 2 and 8 ranks' run -p epyc-7763 -s 4K \
         -c allgather -a compose -P 'levels=llc;inner=linear;outer=ring-neighbor;outer.distance=2' \
         -n 64
  refuse 2 'no algorithm for inner-bcast .-P inner-bcast=NAME, of bcast.' run -p epyc-7763 -s 4K \
         -c allreduce -a compose -P 'levels=llc;inner=rabenseifner-reduce;outer=ring'
}

# cluster STATUS MESSAGE WORD...: on three nodes of four cores.
cluster() {
  refuse "$1" "$2" run -p tests/cluster.xml -s 4K "${@:3}"
}

# Ranks on several nodes.
clusters() {
  cluster 2 'direct-read: ranks on several nodes .*compose -P levels=node' -c bcast -a direct-read
  cluster 2 'xhc-flat: ranks on several nodes' -c bcast -a xhc-flat --mechanism xpmem
  cluster 2 'outer direct-read on 3 ranks: ranks on several nodes' -c bcast -a compose \
          -P 'levels=node;inner=direct-read;outer=direct-read'
  cluster 2 '10 ranks do not divide evenly among 3 nodes' -c bcast -a linear -n 10
  cluster 2 '4 ranks do not divide evenly among 3 nodes' -c bcast -a linear -n 3,4
  refuse 2 'psg-k40: 32 ranks do not divide evenly among 10 nodes .a multiple of 10, or --nodes 8.$' \
    run -p psg-k40 -n 32 -c bcast -a linear -s 4K
  "$turnstile" run -p psg-k40 -n 32 --nodes 8 -c bcast -a linear -s 4K --format csv >"$work/out" 2>"$work/err"
  grep -q ',psg-k40:nodes=8,' "$work/out" || complain '--nodes: rows do not name them'
  refuse 2 'nodes of psg-k40: "11" is not a whole number from 1 to 10' \
    run -p psg-k40 --nodes 11 -c bcast -a linear -s 4K
  refuse 2 'one node' run -p 'synthetic:core:4 pu:1' --like knl --nodes 2 -c bcast -a linear -s 4K
  # The first 4 of 8 nodes are what a file of 4 such nodes is.
  local four=(-n 64 -c bcast -a linear,binomial -s 4K,64K --format csv)
  cmp -s <("$turnstile" run -p knl-cluster-8:nodes=4 "${four[@]}" 2>&1 | sed 's/-8:nodes=4/-4/') \
    <("$turnstile" run -p knl-cluster-4 "${four[@]}" 2>&1) || complain '--nodes: not the first nodes'
  cluster 2 'barrier of library:intel: ranks on several nodes' -c bcast -a linear \
          --arrival barrier:intel
  says 0 'on several nodes Open MPI 5.0 and later use coll/han' run -p tests/cluster.xml -c bcast \
    -a library:ompi,library:mpich -s 4K
  says 0 'with one rank on each node Open MPI 6.0 uses other tables' run -p tests/cluster.xml -n 3 \
    -c alltoall -a library:ompi -s 4K
  refuse 2 'cluster has 3 nodes, closed forms cover one' \
    run --closed-form -p tests/cluster.xml -c bcast -s 4K
  cases=$((cases + 1))
  "$turnstile" run -p tests/cluster.xml -s 4K -c bcast -a compose --format csv \
    -P 'levels=node;inner=direct-read;outer=chain' >"$work/out" 2>"$work/err"
  [ "$(wc -l <"$work/out")" = 2 ] || complain 'a composition over nodes: no row'
}

# A chain's closed form, (p + n_s - 2) T(m, 1): 38 (0.98 us + 16 KiB / 13.2 GB/s + 4 pages of 0.11 us).
chains() {
  local ask=(-p broadwell -c bcast -n 8 -s 512K -P tree=chain --format csv)
  "$turnstile" run --closed-form "${ask[@]}" -a adapt >"$work/out" 2>"$work/err"
  [ "$(awk -F, 'NR == 2 { print $21 }' "$work/out")" = 101.126061 ] || complain 'the form of a chain'
  "$turnstile" run "${ask[@]}" -a adapt --ideal >"$work/out" 2>"$work/err"
  [ "$(awk -F, 'NR == 2 { print $23 }' "$work/out")" = 101.126061 ] || complain 'an ideal chain'
  refuse 2 'no closed form' run --closed-form "${ask[@]}" -a adapt -P segment=4000
  refuse 2 'no closed form' run --closed-form "${ask[@]}" -a adapt -P segment=4K
  refuse 2 'no closed form' run --closed-form "${ask[@]}" -a adapt -P segment=16K --mechanism xpmem
  local option
  for option in '--law queue' '--noise none' --verify '--jobs 2' '--seal x' '--ideal' '-C model.law=queue'; do
    refuse 2 ".*: not with --closed-form .a simulation has it.$" run --closed-form "${ask[@]}" -a adapt $option
  done
  refuse 2 'model: removed; run --closed-form' model "${ask[@]}" -a adapt
  cases=$((cases + 2))
}

# XBRC's 32 ranks look up two buffers of 31 others each: 1984 in the one timed call.
registrations() {
  local ask=(run -p epyc-1p -c allreduce -a xbrc -s 16K --notes)
  "$turnstile" "${ask[@]}" >"$work/out" 2>"$work/err"
  grep -q '^hits of registration caches: xbrc 100 % of 1984$' "$work/out" || complain 'hits'
  "$turnstile" "${ask[@]}" --buffers new >"$work/out" 2>"$work/err"
  grep -q '^hits of registration caches: xbrc 0 % of 1984$' "$work/out" || complain 'misses'
  "$turnstile" "${ask[@]}" --set rcache=off >"$work/out" 2>"$work/err"
  ! grep -q '^registration caches' "$work/out" || complain 'look-ups without a cache'
  cases=$((cases + 3))
}

# What names a library, and what that changes.
libraries() {
  local node=$work/node.xml
  refuse 2 'no transport "mpich-6"' run -p knl -c bcast -a binomial --transport mpich-6
  refuse 2 'binomial: messages of mpich-4.0 have no mechanism cma' \
         run -p knl -c bcast -a binomial --transport mpich-4.0 --mechanism cma -s 4K
  refuse 2 'no transport "mpich-6"' run -p knl -c bcast -a binomial@mpich-6
  "$turnstile" run -p zoot -c bcast -n 4 -s 4K --transport ompi-1.7 --format csv \
    -a library:mpich2-1.3@mpich2-1.3,binomial,linear@ompi-1.7 -P segment=1K >"$work/rows.csv"
  [ "$(awk -F, 'NR > 1 { printf "%s %s;", $11, $(NF - 5) }' "$work/rows.csv")" = \
    'binomial ompi-1.7;linear ompi-1.7;library:mpich2-1.3 mpich2-1.3;' ] ||
    complain 'a line over a transport of its own'
  cases=$((cases + 1))
  refuse 2 'MPICH.s bcast tree is not simulated' run -p knl -c bcast -a mpich:tree -s 4K
  refuse 2 'Open MPI has no scatter "9"' run -p knl -c scatter -a 9 -s 4K
  "$turnstile" platform import 'pack:1 core:4 pu:1' --like broadwell -o "$node" >"$work/out" 2>&1
  sed -i 's|<prop id="backing"|<prop id="library" value="mpich-4.0"/>&|' "$node"
  enters 'arrival=barrier:mpich-4.0' -p "$node" --protocol osu
  enters 'arrival=barrier:ompi' -p "$node" --protocol imb --transport ompi-ob1
  enters '' -p "$node" --protocol osu --arrival barrier
  enters '' -p "$node"
  enters '' -p broadwell --protocol osu
  enters 'arrival=barrier:xhc-flat' -p broadwell --arrival barrier:xhc-flat
  refuse 2 'xhc-fat" is not a library with a barrier or a barrier algorithm .*xhc-flat' \
         run -p knl -c bcast -a linear -s 4K --arrival barrier:xhc-fat
  sed -i 's|value="mpich-4.0"|value="lam"|' "$node"
  refuse 2 '"lam" is not a library with a barrier' run -p "$node" -c bcast -a linear --protocol osu
}

# costs NS SIZE SETTING ARGUMENT...: by so much a part of a library's software makes a call longer that
# the setting takes away.
costs() {
  local avg
  cases=$((cases + 1))
  for setting in "" "--set $3"; do
    avg+=$("$turnstile" run -p broadwell -n 2 -s "$2" $setting "${@:4}" --format csv 2>"$work/err" |
      awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "avg_us") k = i } NR == 2 { print $k }')' '
  done
  awk -v ns="$1" '{ off = ($1 - $2) * 1000 - ns; exit !(off < 1 && off > -1) }' <<<"$avg" ||
    complain "$3 at $2: $avg us, not $1 ns apart"
}

# What messages of a library take beside osu_latency. From 257 B on a root of Open MPI 4.1 leaves with its
# receiver: 0.232 us later in the mean.
software() {
  local tree='-c bcast -a binomial --transport ompi-vader'
  costs 0 256 send_completion=handed-over $tree
  costs 232 257 send_completion=handed-over $tree
  costs 0 257 send_completion=handed-over -c bcast -a binomial --transport ompi-2.1
  costs 0 0 request_overhead=0 $tree
  costs 25 8 request_overhead=0 $tree
  costs 0 8 request_overhead=0 -c scatter -a linear --transport ompi-vader
  costs 0 4032 rendezvous_overhead=0 $tree
  costs 600 4033 rendezvous_overhead=0 $tree
  costs 0 4033 rendezvous_overhead=0 $tree --mechanism cico
  costs 125 8 local_overhead=0 -c scatter -a linear --transport mpich-ucx
  costs 25 8 local_overhead=0 -c scatter -a linear --transport ompi-vader
}

# put_by PARAMETER VALUE ARGUMENT...: what platform show states.
put_by() {
  cases=$((cases + 1))
  "$turnstile" platform show "${@:3}" --format csv | grep -q "^$1,$2," || complain "${*:3}: $1 is not $2"
}

# The transport that a platform's file states is the default, and what the file has measured stays.
own_transport() {
  local ask=(run -c bcast -a binomial -n 4 -s 8,256K --format csv) lib node=$work/own.xml
  "$turnstile" "${ask[@]}" -p epyc7h12 >"$work/own"
  [ "$(awk -F, 'NR > 1 { print $(NF - 5) }' "$work/own" | sort -u)" = ompi-ucx ] ||
    complain 'rows do not name the transport of the platform'
  "$turnstile" "${ask[@]}" -p epyc7h12 --transport ompi-ucx | diff - "$work/own" >"$work/err" ||
    complain 'the own transport differs where it is named'
  ! "$turnstile" "${ask[@]}" -p epyc7h12 --transport ompi-ob1 | diff -q - "$work/own" >"$work/err" ||
    complain 'another transport changes nothing'
  cases=$((cases + 3))
  put_by transport ompi-ucx epyc7h12
  put_by call_overhead 45ns epyc7h12
  put_by inline_limit 92 epyc7h12
  put_by rendezvous_limit.blocking 128K epyc7h12
  put_by transport ompi-ob1 epyc7h12 --transport ompi-ob1
  put_by rendezvous_limit.blocking 4032 epyc7h12 --transport ompi-ob1
  put_by transport none knl-cluster-2
  put_by call_overhead 0 knl
  [ "$("$turnstile" platform show epyc7h12 | grep -c '^transport ompi-ucx: ')" = 1 ] || complain 'text'
  "$turnstile" "${ask[@]}" -p epyc7h12 --mechanism memfd >"$work/out" 2>&1 || complain 'memfd'
  "$turnstile" platform import 'pack:1 core:4 pu:1' --like epyc7h12 -o "$node" >"$work/out" 2>&1
  put_by transport none "$node"
  enters 'arrival=barrier:ompi' -p epyc7h12 --protocol osu
  enters 'arrival=barrier:mpich-4.0' -p epyc7h12 --protocol osu -a library:mpich-4.0
  # Each name may have a mapping of its own: rows are those of runs by themselves.
  for lib in library:ompi-1.7@ompi-1.7:numa direct-read@:ppr:4:package linear@:list:0,5,9,2; do
    "$turnstile" run -p ig -c bcast -n 4 -s 4K --format csv -a "$lib" | tail -n +2
  done >"$work/alone"
  "$turnstile" run -p ig -c bcast -n 4 -s 4K --format csv -a "library:ompi-1.7@ompi-1.7:numa,\
direct-read@:ppr:4:package,linear@:list:0,5,9,2" | tail -n +2 | sort | diff - <(sort "$work/alone") ||
    complain 'mappings together are not those alone'
  "$turnstile" run -p ig -c bcast -n 4 -s 4K --format csv -a linear --mapping list:0,5,9,2 |
    tail -n +2 | diff - <(grep ,linear, "$work/alone") || complain 'a mapping of a name, and of all'
  cases=$((cases + 4))
  refuse 2 '"nume" is not known' run -p ig -c bcast -n 4 -s 4K -a linear@:nume
  refuse 2 'no transport "core"' run -p ig -c bcast -n 4 -s 4K -a linear@core:core
  refuse 2 'all candidates must use one mapping .--mapping' tune -p ig -c bcast -n 4 -s 4K -a linear@:numa,chain
  refuse 2 'no transport here .linear@:core' measure -c bcast -n 1 -s 4K -a linear@ompi-ob1:core
}

# enters OVERRIDES ARGUMENT...: what rows of a broadcast say.
enters() {
  "$turnstile" run -c bcast -a linear -n 4 -s 64 --format csv "${@:2}" >"$work/out" 2>"$work/err"
  cases=$((cases + 1))
  [ "$(tail -n 1 "$work/out" | cut -d, -f19)" = "$1" ] || complain "${*:2}: not \"$1\""
}

# Files that never end, and times beyond what the clock resolves.
endless() {
  point 2 '/dev/zero: a device' --noise file:/dev/zero
  point 2 '/dev/zero: a device' --arrival file:/dev/zero
  seq 8 >"$work/delays"
  refuse 2 '8 delays for 4 ranks .one for each' run -p knl -c bcast -a linear -n 4 -s 4K \
    --arrival "file:$work/delays"
  has_satellites && refuse 2 '8 times for 4 ranks .one for each' replay -p knl -n 4 \
    --calls 'bcast 4K' --imbalance "file:$work/delays"
  refuse 2 '/dev/zero: a device' run /dev/zero
  refuse 2 '/dev/zero: a device' compare /dev/zero /dev/zero
  point 2 'at most 1000s' --noise 'inject:at=0s,duration=1e300s'
  point 2 'at most 1000s' --arrival 'uniform(0,1e300s)'
  echo "0 1e300" >"$work/noise.txt"
  point 2 'noise.txt:1: "1e300" is longer than 1000s' --noise "file:$work/noise.txt"
}

# shown STATUS PATTERN ARGUMENT...: that exit status, and the program prints a line that matches and
# nothing that a terminal would obey.
shown() {
  "$turnstile" "${@:3}" >"$work/err" 2>&1
  [ $? = "$1" ] || complain "${*:3}: not status $1"
  grep -Eq -- "$2" "$work/err" || complain "${*:3}: no /$2/"
  ! LC_ALL=C grep -q $'[\001-\010\013-\037\177\233\377]' "$work/err" || complain "${*:3}: raw"
  cases=$((cases + 1))
}

# What --for stands for, and that what is said goes before it.
one_library() {
  local both=(--buffers unchanged,rewritten) library words
  while read -r library words; do
    # shellcheck disable=SC2086
    cmp -s <("$turnstile" sweep -p knl -c bcast,allreduce -n 8 -s 4K --for $library 2>"$work/err") \
      <("$turnstile" sweep -p knl -c bcast,allreduce -n 8 -s 4K --for $library $words "${both[@]}" \
        2>>"$work/err") ||
      complain "--for $library: not $words"
    cases=$((cases + 1))
  done <<'END'
ompi-4.1 -a all,library:ompi-4.1 --transport ompi-vader
ompi-5.0 -a all,library:ompi-5.0 --transport ompi-ob1
ompi-6.0 -a all,library:ompi-6.0 --transport ompi-ob1
mpich-4.0 -a all,library:mpich-4.0 --transport mpich-4.0 -P segment=0;radix_large=4
ucc -a all,library:ucc --transport ompi-ucx
xhc -a all,library:xhc
END
  "$turnstile" sweep -p knl -c bcast -n 8 -s 4K --for ompi-5.0 --transport ompi-ucx -a linear \
    --buffers new >"$work/out" 2>"$work/err"
  grep -q ',linear,.*,new,.*,ompi-ucx,,,0.000000,0.000000,host$' "$work/out" && [ "$(wc -l <"$work/out")" = 2 ] ||
    complain '--for goes before what is said'
  has_satellites &&
    refuse 2 'no transport "nonesuch"' export "$work/out" --for ompi-5.0 --transport nonesuch
  for library in xpmem knem; do # both copy 8 KiB once, and KNEM declares a region besides
    "$turnstile" run -p epyc-2p -c bcast -a library:ompi -s 8K --transport ompi-ob1 --mechanism $library \
      --format csv 2>"$work/err" | awk -F, 'NR == 2 { print $21 }'
  done | xargs | awk '{ exit !($2 > 1.1 * $1) }' || complain 'ompi-ob1 copies 8 KiB twice over XPMEM'
  for library in component owner creator; do # SMHC's flags lie in rank 0's segment, XHC's with their owner
    "$turnstile" run -p epyc-2p -c bcast -a smhc-flat,xhc-flat -s 8 --root 63 --set flag_home=$library \
      --format csv 2>"$work/err" | awk -F, 'NR > 1 { print $21 }'
  done | xargs | awk '{ exit !($1 == $5 && $1 > $3 && $2 == $4 && $2 < $6) }' ||
    complain 'flags do not lie where their component places them'
  "$turnstile" tune -p knl -c bcast -n 8 -s 4K --for ompi-4.1 >"$work/out" 2>"$work/err"
  grep -q 'among what ompi-4.1 has' "$work/out" && grep -q 'buffers rewritten' "$work/out" &&
    grep -q '^  beside ompi-4.1:' "$work/out" || complain 'tune --for: other than among, in both states'
  "$turnstile" run -p knl -c allgather -a all --for ompi-4.1 -n 8 -s 4K 2>"$work/err" | grep -q sparbit &&
    complain '-a all --for ompi-4.1 has what came later'
  "$turnstile" run -p knl -c bcast -n 8 -s 4K --for mpich-4.0 -a library:mpich-4.0,linear >"$work/out" 2>"$work/err" ||
    complain 'run --for: parameters of algorithms that are not there'
  cmp -s <("$turnstile" run -p knl -c bcast -n 8 -s 4K --for mpich-4.0 --format csv 2>"$work/err") \
    <("$turnstile" sweep -p knl -c bcast -n 8 -s 4K -C collective.for=mpich-4.0 2>>"$work/err") ||
    complain 'run --for: other rows than sweep --for'
  "$turnstile" run -p knl -c bcast -n 8 -s 4K --for ompi-5.0 2>"$work/err" | grep -q 'x: ratio to library:ompi-5.0' ||
    complain "run --for: no ratio to the library's own decision"
  cases=$((cases + 5))
}

# The same of files of decisions and traces.
strangers_of_satellites() {
  local word=$1 rows=$2
  printf 'X_%s=1\n' "$word" >"$work/conf"
  shown 1 '"X_.033\[2J.302.2332J.377" does not begin with UCC_' lint --for ucc "$work/conf"
  printf '{ "module": "tuned", "rule_file_version": 3, "collectives": { "%s": [] } }' \
    $'\302\2332J' >"$work/json"
  shown 1 'no collective ".302.2332J"' lint --for ompi-6.0 "$work/json"
  mkdir "$work/$word"
  shown 2 '.033\[2J.302.2332J.377: no recordings' trace show "$work/$word"
  "$turnstile" export --for ompi-5.0 "$rows" 2>"$work/err" | grep -q '^# known error of bcast: ' ||
    complain 'export: no known error'
  "$turnstile" export --for ompi-5.0 "$work/path.csv" 2>"$work/err" |
    grep -q 'known error: bcast on .*has not been compared' || complain 'export opens what a row says'
  cases=$((cases + 2))
}

# What files of strangers say is shown, and their rows have no file opened.
strangers() {
  local word=$'\033[2J\302\2332J\377' rows="$work/rows.csv"
  sed "s/<prop id=\"alpha\"/<prop id=\"al$word\"/" platforms/knl.xml >"$work/odd.xml"
  shown 1 'UTF-8' platform check "$work/odd.xml"
  printf "<?xml version='1.0'?>\n%s\n%s" \
    '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">' \
    '<platform version="4"><zone id="z" routing="Full"><host id="a" speed="1Gf"/><host id="b"
    speed="1Gf"/><route src="a" dst="b"/></zone></platform>' >"$work/hosts.xml"
  refuse 2 'hosts.xml:3: <host>: .* are not read.*platform import' run -p "$work/hosts.xml" -c bcast
  [ "$("$turnstile" platform check "$work/hosts.xml" 2>"$work/err" | grep -c ':')" = 1 ] ||
    complain 'a file of hosts has more than one mistake'
  # A copied platform is named once, in either place.
  sed 's/id="name" value="knl"/id="name" value="mine"/' \
    platforms/knl.xml >"$work/copy.xml"
  "$turnstile" run -p "$work/copy.xml" -c bcast -a direct-read -n 4 -s 4K 2>"$work/err" |
    grep -q '^bcast on mine,' || complain 'a copied platform is not named once'
  sed '/id="name"/d; s/zone id="knl"/zone id="own"/' platforms/knl.xml >"$work/copy.xml"
  "$turnstile" run -p "$work/copy.xml" -c bcast -a direct-read -n 4 -s 4K 2>"$work/err" |
    grep -q '^bcast on own,' || complain 'a zone does not name its platform'
  sed 's/zone id="knl"/zone id="numa-0"/' platforms/knl.xml >"$work/copy.xml"
  refuse 2 'copy.xml:[0-9]+: <zone>: id "numa-0" is also a part.s id' run -p "$work/copy.xml" -c bcast
  cases=$((cases + 2))
  "$turnstile" run -p csx48 -c bcast -a linear --transport ompi-ob1 -n 4 -s 4K --format csv >"$rows"
  cp platforms/csx48.xml "$work/node.xml"
  sed "s|,csx48,|,$work/node.xml,|" "$rows" >"$work/path.csv"
  "$turnstile" compare "$work/path.csv" "$work/path.csv" 2>&1 | tr -s ' \n' ' ' |
    grep -q 'node.xml" is not known .*-p FILE' || complain 'compare opens what a row says'
  "$turnstile" compare "$work/path.csv" "$work/path.csv" -p "$work/node.xml" >"$work/out" 2>&1
  ! grep -q 'is not known' "$work/out" || complain 'compare: what -p says is not opened'
  has_satellites && strangers_of_satellites "$word" "$rows"
  cases=$((cases + 3))
}

# Maps of delays.
delays() {
  point 2 '"3" is not a rank and its delay' --delay-map 3
  point 2 '"3:0ms" is not a rank and its delay' --delay-map 3:0ms
  point 2 '"3:1ms@x" is not a rank and its delay' --delay-map 3:1ms@x
  point 2 'no rank 999: a point has' --delay-map 999:1ms
  point 2 '.-ideal: not with --delay-map' --delay-map 3:1ms --ideal
  point 2 'no format "osu"' --delay-map 3:1ms --format osu
  refuse 2 'not for a sweep' sweep -p knl -c bcast -a adapt -s 1K --delay-map 3:1ms
  refuse 2 'not for tune' tune -p knl -c bcast -a adapt -s 1K --delay-map 3:1ms
  point 2 '"soon" is not a phase' --noise 'periodic:rate=10Hz,duration=1ms,phase=soon'
  point 2 '"20" is not a time' --noise 'periodic:rate=10Hz,duration=1ms,phase=spread(20)'
}

# Mechanisms, protocols, and patterns, whose parameters fix the ranks.
patterns() {
  refuse 2 'pin has no mechanism cico .it has cma' run -p knl -c pattern -a pin --mechanism cico
  point 2 'throttled-read has no mechanism cico' --mechanism cma,cico
  refuse 2 'smhc-flat has no mechanism cma' run -p knl -c bcast -n 4 -s 4K -a linear,smhc-flat \
    --mechanism cma,xpmem
  refuse 2 'none of the algorithms named has .*cma' run -p knl -c allreduce -n 4 -s 4K \
    -a xhc-flat,xbrc --mechanism cma,xpmem
  point 2 'nearest: cico' --mechanism cicos
  point 2 'nearest: imb-old' --protocol imb_old
  refuse 2 'readers=3 makes 4 ranks, not 8' run -p knl -c pattern -a pin -P readers=3 -n 8
  refuse 2 'runs on 2 ranks, not 3' run -p knl -c pattern -a pingpong -n 3
  refuse 2 'distance machine' run -p knl -c pattern -a pingpong -P distance=machine
  refuse 2 'try buffer=different' run -p knl -c pattern -a one-source -P direction=write
  refuse 2 'has no root' run -p knl -c pattern --root 1
  refuse 2 'do not fit' run -p broadwell -c pattern -a pairs -P pairs=99
  refuse 2 '-P: ' run -p knl -c pattern -a pin -P pages=1025
  refuse 2 '-P: throttle is given twice .throttle=4,8 takes both values.' run -p knl -c scatter -P throttle=4 -P throttle=8 -n 8
}

# Elements of reductions, and collectives without sizes or roots.
reductions() {
  refuse 2 '-s: 1001 bytes are not a whole number of float32 .multiples of 4' \
    run -p knl -c allreduce -s 1001
  refuse 2 'whole number of float64 .multiples of 8' run -p knl -c reduce -s 4 --type float64
  refuse 2 'type "int64".*float64' run -p knl -c reduce --type int64
  point 2 '--type: only reduce and allreduce' --type uint8
  refuse 2 'op "max"' run -p knl -c reduce --op max
  refuse 2 'allreduce has no root' run -p knl -c allreduce --root 1
  refuse 2 'barrier has no root' run -p knl -c barrier --root 1
}

numbers() {
  local text
  for text in -1 1e3 16X 99999999999999999999 '' 5..1 3.. , nan; do
    refuse 2 '-s: ' run -p knl -c scatter -s "$text"
  done
  for text in 0 -1 '' 5..1 1.5 273 100000 1..99999999999; do
    refuse 2 '(-n|knl): ' run -p knl -c scatter -s 4K -n "$text"
  done
  for text in 0 -1 x 99999999999; do
    point 2 '--repetitions: .*whole number' --repetitions "$text"
    point 2 '--jobs: .*whole number' --jobs "$text"
    point 2 '-P: .*whole number' -P "throttle=$text"
  done
  point 2 'is not NAME=VALUES' -P throttle=
  point 2 'is not NAME=VALUES' -P throttle
  point 2 'range that rises' -P throttle=5..1
  point 2 'longer than' -P throttle=1..1000000,1
  refuse 2 'more than 1000000 points' run -p knl -c scatter -a throttled-read -n 2..4 \
    -P throttle=1..1000000
  point 2 'rank 4 of 4' --root 4
  refuse 2 'has no root' run -p knl -c allgather --root 1
  refuse 2 'common divisor' run -p knl -c allgather -n 4 -s 4K -a ring-neighbor -P distance=2
  refuse 1 '--verify would need' run -p knl -c alltoall -a pairwise -n 64 -s 1G --verify
}

files() {
  scenario 2 'given before, on line 2' '[collective]\nsize = 4K\nsize = 8K\n'
  scenario 2 'before the first' 'size = 4K\n'
  scenario 2 'group header' '[collective\n'
  scenario 2 'not UTF-8 text' '[collective]\nsize = 4\0K\n'
  scenario 2 'nearest: platform' '[platfrom]\n'
  scenario 2 'size: "16X"' '[platform]\nname = knl\n[collective]\nname = scatter\nsize = 16X\n'
  refuse 2 'No such file' run "$work/none.ini"
  refuse 2 'directory' run "$work"
  refuse 2 'regular file' run -p "$work" -c scatter
  head -c 2500 platforms/knl.xml >"$work/short.xml"
  refuse 2 'short.xml:[0-9]+: ' run -p "$work/short.xml" -c scatter
  { cat platforms/knl.xml; printf '\0'; } >"$work/nul.xml"
  refuse 2 'NUL' run -p "$work/nul.xml" -c scatter
  { printf '<?xml \303'; tail -c +7 platforms/knl.xml; } >"$work/bytes.xml"
  refuse 2 'bytes.xml:[0-9]+: Invalid UTF-8' run -p "$work/bytes.xml" -c scatter
  local command large="$work/large.csv"
  truncate -s 513M "$large"
  for command in tune export "compare $large" 'run -p knl -c scatterv --counts'; do
    # shellcheck disable=SC2086
    refuse 2 'large.csv: too large .at most 512 MiB are accepted' $command "$large"
  done
  has_satellites && refuse 2 'large.csv: too large' lint --for ompi-5.0 "$large"
  yes | timeout 60 "$turnstile" tune - >"$work/out" 2>"$work/err"
  [ $? = 2 ] && grep -q 'standard input: too large' "$work/err" || complain 'an input without end'
  cases=$((cases + 1))
  point 2 'No such file' -o "$work/none/x"
  point 2 'irectory' -o "$work"
  point 2 'cannot write there' --timeline "$work/none/x"
}

# many_rows NUMBER FORM: rules of so many rows, whose sizes or choices differ, take no minute: the time
# does not grow with the square of their number.
many_rows() {
  { echo source,version,platform,kernel,backing,ranks,collective,mechanism,protocol,buffers,transport,avg_us,algorithm,params,size_bytes
    seq -f "sim,0.1.0,host,linux-6,base,2,bcast,cico,single,unchanged,ompi-vader,1,$2" 4 4 $((4 * $1))
  } >"$work/many.csv"
  timeout 60 "$turnstile" export "$work/many.csv" --for ompi-4.1 >"$work/out" 2>"$work/err" ||
    complain "many rows: $2"
  cases=$((cases + 1))
}

comparisons() {
  local rows="$work/rows.csv" text="$work/osu"
  "$turnstile" run -p knl -c bcast -a direct-read -n 4 -s 4K --protocol osu --format csv >"$rows"
  printf '# OSU MPI Broadcast Latency Test\n# Size  Avg Latency(us)\n4096  1.00\n' >"$text"
  refuse 2 'needs PREDICTED and MEASURED..., found 1' compare "$rows"
  refuse 2 'No such file' compare "$rows" "$work/none"
  refuse 2 'MEASURED: no row has its ranks, algorithm .give it: FILE:ranks=...,algorithm=...' compare "$rows" "$text"
  refuse 2 'ranks is "4" in PREDICTED, "8"' compare "$rows" "$text:ranks=8,algorithm=direct-read"
  # The printed commands keep what only PREDICTED states, and work as they stand.
  "$turnstile" run -p knl -c bcast -a knomial-p2p -n 4 -s 4K --transport ompi-ucx --backing thp --format csv >"$work/other.csv"
  refuse 2 ' --backing thp .*--transport ompi-ucx -o matching.csv, then' compare "$work/other.csv" "$text:ranks=8,algorithm=knomial-p2p"
  (cd "$work" && turnstile() { "$turnstile" "$@"; } && eval "$(sed 's/.*rows: //; s/, then /; /' err)") >"$work/out" 2>&1
  grep -q 'points:    1 on both sides; without partner 0 predicted, 0 measured' "$work/out" || complain 'compare: its commands'
  printf '8192  2.00\n' >>"$text"
  "$turnstile" compare "$rows" "$text:ranks=4,algorithm=direct-read" --by size_bytes >"$work/out" 2>"$work/err"
  [ $? = 1 ] && [ "$(grep -c '^not compared' "$work/out")" = 1 ] &&
    grep -qx 'not compared: no row of PREDICTED' "$work/out" || complain 'a size that is not predicted'
  refuse 2 'no row has a span_us' compare "$rows" "$text:ranks=4,algorithm=direct-read" \
    --objective span
  refuse 2 '"algo=x" is not COLUMN=VALUE' compare "$rows" "$text:ranks=4,algo=x"
  refuse 2 'ranks: "four" is not a whole' compare "$rows" "$text:ranks=four"
  refuse 2 'not FILE.svg' compare "$rows" "$rows" --plot "$work/x.pdf"
  refuse 2 '"much" is not a percentage' compare "$rows" "$rows" --max-error much
  refuse 1 'median error .* is beyond 1%' compare "$rows" "$text:ranks=4,algorithm=direct-read" \
    --max-error 1%
  "$turnstile" compare "$rows" "$text:ranks=4,algorithm=direct-read" --format markdown \
    >"$work/table" 2>"$work/err" || complain 'no table in Markdown'
  [ "$(awk -F'|' '{ print NF }' "$work/table" | sort -u)" = 12 ] || complain 'a ragged table'
  [ "$(wc -l <"$work/table")" = 3 ] || complain 'a table without its one group'
  "$turnstile" compare "$rows" "$text:ranks=4,algorithm=direct-read" --format html >"$work/page" 2>"$work/err"
  python3 -c 'import sys, xml.etree.ElementTree as x; x.parse(sys.argv[1])' "$work/page" 2>"$work/err" ||
    complain 'the page of a comparison is not sound'
  grep -q '<h1>.* against ' "$work/page" || complain 'the page of a comparison has no title'
  local command
  for command in run explain; do
    "$turnstile" "$command" -p knl -c bcast -a chain -n 8 -s 4K --format html >"$work/page" 2>"$work/err"
    python3 -c 'import sys, xml.etree.ElementTree as x; x.parse(sys.argv[1])' "$work/page" 2>"$work/err" &&
      grep -q "<h1>turnstile $command -p knl -c bcast .*</h1>" "$work/page" &&
      grep -q '<th scope="row".*<td' "$work/page" || complain "$command: no page with a table"
  done
  "$turnstile" compare "$rows" "$text:ranks=4,algorithm=direct-read" \
    "$text:ranks=4,algorithm=direct-read" >"$work/table" 2>"$work/err" ||
    complain 'two measured files are not compared'
  grep -q "^measured:  $text.*, $text" "$work/table" || complain 'files are not named'
  printf 'size,avg,med\n4096,2.5,1.5\n' >"$work/theirs.csv"
  "$turnstile" compare "$rows" "$work/theirs.csv:ranks=4,algorithm=direct-read,collective=bcast" \
    --columns size_bytes=size,avg_us=avg,avg_median_us=med >"$work/table" 2>"$work/err" ||
    complain 'medians are not compared'
  grep -q '^compared: *avg_median_us' "$work/table" || complain 'disturbed averages are compared'
  grep -q '^note: *measured averages are 67% above' "$work/table" || complain 'a choice is not said'
  "$turnstile" compare "$rows" "$work/theirs.csv:ranks=4,algorithm=direct-read,collective=bcast" \
    --columns size_bytes=size,avg_us=avg,avg_median_us=med --objective avg >"$work/table" \
    2>"$work/err"
  grep -q '^compared: *avg_us' "$work/table" || complain 'an objective that was asked for is changed'
  refuse 2 'all 3 files are predictions' compare "$rows" "$rows" "$rows"
  printf 'size,us,node,run,least\n4096,2,a,1,1.5\n4096,8,b,1,1.5\n4096,2.2,a,2,1.75\n' \
    >"$work/nodes.csv"
  nodes() {
    "$turnstile" compare "$rows" "$work/nodes.csv:ranks=4,algorithm=direct-read,collective=bcast" \
      --columns "size_bytes=size,avg_us=us$1" "${@:2}" >"$work/table" 2>"$work/err"
  }
  nodes '' && complain 'rows of two nodes are merged'
  grep -q '4096 B differ in node ("a", "b"): .*--where node=a, --by node.*repeat=node' "$work/err" ||
    complain 'a refusal does not say how nodes are told apart'
  nodes '' --where node=a && complain 'runs are merged unasked'
  nodes ,repeat=run --where node=a --where size_bytes=4K || complain 'no row is selected'
  grep -q '^note: .*columns of no known meaning: node, least' "$work/table" ||
    complain 'unknown columns are not named'
  grep -q '  2.10 ' "$work/table" || complain 'repeats are not the median of node a'
  nodes ,repeat=run --by node || complain 'nodes are not compared apart'
  [ "$(grep -cE '^node = (a|b)$|  (2.10|8.00) ' "$work/table")" = 4 ] || complain 'a node is missing'
  nodes ,repeat=run --where node=c && complain 'a node that is not there is selected'
  grep -q 'no row of MEASURED has node=c (there are: a, b)' "$work/err" || complain 'nodes not named'
  nodes ,repeat=run --where nod=a && complain 'a column that is not there selects'
  nodes '' --by node && complain 'a comparison that failed for one node ends well'
  cases=$((cases + 8))
  selections
  benchmarks
}

# reads WHAT N PATTERN [VALUES] <TEXT: so many of its rows are joined with b.csv, and compare says PATTERN.
reads() {
  cat >"$work/bench"
  "$turnstile" compare "$work/b.csv" "$work/bench${4-:ranks=4,algorithm=binomial}" >"$work/table" \
    2>"$work/err" || complain "$1 is not read"
  grep -Eq "^points: +$2 on both sides" "$work/table" || complain "$1: not $2 points"
  tr -s '\n ' ' ' <"$work/table" | grep -Eq -- "$3" || complain "$1: no /$3/"
  cases=$((cases + 1))
}

# What launchers, libraries and benchmarks make of a table.
benchmarks() {
  local title='# OSU MPI Broadcast Latency Test v7.5\n' head='# Size       Avg Latency(us)\n'
  local imb='#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n' tag
  "$turnstile" run -p knl -c bcast -a binomial -n 4 -s 8,1K --protocol osu --format csv >"$work/b.csv"
  for tag in '[1,0]<stdout>:' '[prterun-n17-231@1,0]<stdout>: ' ' 0: ' '[0] ' '2024-07-18T15:41:05+0200 ' \
    'Thu Jul 18 15:41:05 2024<stdout>:' 'Jul 18 15:41:05 0: '; do
    printf "$title${head}8  2.10\n1024  4.20\n" | sed "s/^/$tag/" | reads "tag $tag" 2 ''
  done
  printf "[1,0]<stdout>:$title[1,0]<stdout>:$head[1,0]<stdout>:8 2\n[1,3]<stderr>:9 x\n" |
    reads 'standard error' 1 'skipped: 1 line that is not a row .line 4.'
  printf "[n1:12] MCW rank 0 bound\n$title${head}8 2\n\nWARNING: x\n[n1:12] 15 more processes\n1024 4\n" |
    reads 'an interrupted table' 2 'skipped: 3 lines that are not rows .first: line 1'
  printf "$title# Size Avg Latency(us)\n8 2.1\n1024 4.2\n" | reads 'single blanks' 2 ''
  printf "$title${head}8  2.1  1.8  3.2  1000\n" | reads 'a short heading' 1 'bench:3: 5 values under 2 headings'
  printf "$title# Size  Avg Latency(us)  Validation\n8  2.1  Pass\n1024  0.1  Fail\n" |
    reads 'validation' 1 "skipped: 1 row that failed the benchmark's data check"
  printf "$title# Size  Avg Latency(us)  P50 Tail Lat(us)\n8  9.1  2.1\n" | reads 'percentiles' 1 'avg_median_us .*2.10'
  printf "$title${head}8  2,5\n" | reads 'a decimal comma' 1 ' 2.50'
  printf "$title${head}8  2.5\n" | iconv -t UTF-16 | reads 'UTF-16' 1 ' 2.50'
  printf "$title${head}8  2.5\n" | sed '1s/^/\xef\xbb\xbf/; s/$/\r/' | reads 'a mark and CRLF' 1 ''
  printf "# M\xfcnchen\n$title${head}8  2.5\n8  3.5\n" | reads 'ISO 8859-1, a row twice' 1 'read as ISO 8859-1.* 3.00'
  printf 'collective;ranks;size_bytes;avg_us;algorithm\nbcast;4;8;2,5;binomial\n\n' | reads 'semicolons' 1 ' 2.50' ''
  sed -i 's/,osu,/,imb,/' "$work/b.csv"
  printf "# Benchmarking Bcast\n# #processes = 4\n${imb}8 1000 2.4 2.5 2.43\n1024 out-of-mem.; needed X=0.25 GB\n
    2048 time-out.; Time limit\n4096 int-overflow.; The production\n4194304 int-overflow.; The production\n" |
    reads 'sizes without times' 1 'skipped: 4 sizes without a time .out-of-mem. 1, time-out. 1, int-overflow. 2' \
      ':algorithm=binomial'
  sed -i 's/,imb,/,,/' "$work/b.csv"
  for tag in '(in microseconds)' 'avgbw (GB/s)'; do
    printf "TEST bcast:\n  :root=0\n msgsize min max avg sigma $tag\n 8 0.2 6.1 4.4 0.3 ${tag:+$(
      [ "$tag" = '(in microseconds)' ] || echo 0.1)}\n" | reads "MPICH's $tag" 1 'root.*4.40'
  done
  # What a join needs is named at once, with the command.
  printf '# nThread 1 nGpus 8\n#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong
 8 2 float sum -1 19.28 0.0 0.0 0 19.1 0.0 0.0 0\n 64 2 float sum -1 1.2 0.0 0.0 3 19.1 0.0 0.0 N/A\n' >"$work/bench"
  refuse 2 'no row has its collective .*ranks is "4" in PREDICTED, "8".*memory is "host".*sweep -p knl .*-n 8 -s 8,64 .*--memory device -a library:nccl' \
    compare "$work/b.csv" "$work/bench"
  out="$work/table" says 0 'failed the benchmark' report "$work/bench:collective=allgather"
  printf 'Collective: Allreduce\nMemory type: cuda\nDatatype: float32\nInplace: 1\nCount  Size   Time, us\n avg min max
 2 8 4.35 4.06 4.63\n' >"$work/bench"
  refuse 2 'no row has its ranks.*"allreduce".*--in-place .*--memory device -a library:ucc' \
    compare "$work/b.csv" "$work/bench"
  printf '# OSU MPI-CUDA Non-blocking Broadcast Latency Test v7.5\n# Size  Overall(us)  Compute(us)  Pure Comm.(us)  Overlap(%%)
8  4.16  2.00  2.10  3.00\n' >"$work/bench"
  refuse 2 '"ibcast" in MEASURED; memory is "host" in PREDICTED, "device"' compare "$work/b.csv" "$work/bench:ranks=4,algorithm=x"
  # Its values may be a stranger's: the shell takes each as one word.
  sed 's/^sim,[^,]*,knl,/sim,0,my; node,/' "$work/b.csv" >"$work/strange.csv"
  printf "$title${head}8  2.5\n" >"$work/bench"
  refuse 2 "turnstile sweep -p 'my; node' -c bcast -n 9 .*-a 'x .1.' -o matching.csv, then turnstile compare matching.csv '.*bench:ranks=9,algorithm=x .1.'$" \
    compare "$work/strange.csv" "$work/bench:ranks=9,algorithm=x (1)"
  # Titles and headings are no lines without rows, nor are the rows of a table that is left out by its name.
  printf "[17.1] [n1:12 :0] ucc_perftest.cc:55 UCC_PT INFO\nNCCL version 2.18\nTEST p2p_latency:\n msgsize latency(us) sigma(us)
 8 0.4 0.1\nTEST bcast:\n :root=0\n :evenness=1\n msgsize min max avg sigma\n 8 0.2 6.1 4.4 0.3\n" |
    reads 'titles' 1 '^'
  cat "$work/err" "$work/table" | grep -q 'no row' && complain 'compare: titles are counted as lines without rows'
  : >"$work/bench"
  refuse 2 'bench: the file is empty' compare "$work/b.csv" "$work/bench"
  printf '<?xml version="1.0"?>\n<topology/>\n' >"$work/bench"
  for tag in tune report plot; do
    refuse 2 'bench:1: XML .a topology or platform.: no measured times' "$tag" "$work/bench" -o "$work/x.svg"
  done
  refuse 2 'bench:1: XML' platform fit 'Package:1 L3:1 L2:4 Core:1 PU:1' --like broadwell \
    --p2p "$work/bench" -o "$work/x.xml"
}

# joined WHAT N ARGS...: compare has N points.
joined() {
  "$turnstile" compare "${@:3}" --format csv >"$work/table" 2>"$work/err" || complain "$1"
  [ "$(grep -c '^scatter,' "$work/table")" = "$2" ] || complain "$1: not $2 points"
  cases=$((cases + 1))
}

# What is said of a file selects by a column that is there; tables of others with our names, and
# with parameters as columns.
selections() {
  local rows="$work/many.csv" theirs="$work/ours.csv" text="$work/scatter"
  "$turnstile" run -p knl -c scatter -a throttled-read,linear -P throttle=2,4 -n 8,16 -s 64K \
    --format csv >"$rows"
  printf 'collective,algorithm,ranks,size_bytes,throttle,avg_us
scatter,throttled-read,16,65536,2,100\nscatter,throttled-read,16,65536,4,90
scatter,throttled-read,8,65536,4,95\nscatter,linear,8,65536,,60\n' >"$theirs"
  joined 'our names' 4 "$rows" "$theirs"
  joined 'selected' 2 "$rows" "$theirs:ranks=8"
  joined 'selected on both sides' 1 "$rows:ranks=8" "$theirs:throttle=4,ranks=8"
  refuse 2 'ours.csv: no row has ranks=32 .there are: 16, 8.' compare "$rows" "$theirs:ranks=32"
  refuse 2 'many.csv: no row has throttle=3 .there are: 2, 4.' compare "$rows:throttle=3" "$theirs"
  sed 's/,throttle,/,k,/' "$theirs" >"$work/k.csv"
  joined 'a parameter by another name' 4 "$rows" "$work/k.csv" --columns throttle=k
  refuse 2 'no column "thrtl"' compare "$rows" "$work/k.csv" --columns thrtl=k
  printf '# OSU MPI Scatter Latency Test\n# Size  Avg Latency(us)\n65536  1.00\n' >"$text"
  "$turnstile" run -p knl -c scatter -a throttled-read -P throttle=2,4 -n 8 -s 64K --protocol osu \
    --format csv >"$rows"
  joined 'a parameter that is said' 1 "$rows" "$text:ranks=8,algorithm=throttled-read,throttle=2"
  refuse 2 'no row has protocol=imb .there are: osu.' compare "$rows" "$text:protocol=imb"
}

# The time that a table, a picture and a scenario show.
metrics() {
  local rows="$work/metric.csv" what
  local gather=(-p knl -c gather -a linear,throttled-write -n 8 -s 64K)
  "$turnstile" run "${gather[@]}" --format csv >"$rows"
  # Column of a time in the rows; the same figure stands in the table.
  for what in avg:21 max:23 span:24; do
    "$turnstile" run "${gather[@]}" --objective "${what%:*}" >"$work/table" 2>"$work/err"
    local time
    time=$(cut -d, -f"${what#*:}" <"$rows" | sed -n 3p)
    awk -v time="$time" '/^ *64K/ && !done { done = 1; ok = ($4 - time) ^ 2 < (0.06 + time / 500) ^ 2 }
                         END { exit !ok }' "$work/table" || complain "${what%:*}: not $time"
    cases=$((cases + 1))
  done
  printf '[collective]\nname = gather\n[plot]\nmetric = span\n' >"$work/metric.ini"
  "$turnstile" run "$work/metric.ini" "${gather[@]}" >"$work/table" 2>"$work/err"
  grep -q 'last entry to last exit, us$' "$work/table" || complain 'a scenario has no metric'
  "$turnstile" tune "$work/metric.ini" "${gather[@]}" >"$work/table" 2>"$work/err"
  grep -q 'least span_us' "$work/table" || complain 'tune: a scenario has no metric'
  "$turnstile" explain "$work/metric.ini" "${gather[@]}" -a linear >"$work/table" 2>"$work/err" ||
    complain 'explain: a metric in a scenario'
  refuse 2 'not for explain' explain "${gather[@]}" -a linear --objective span
  refuse 2 'no objective "mean"' run "${gather[@]}" --objective mean
  refuse 2 'no objective "worst-arrival"' sweep "${gather[@]}" --objective worst-arrival
  refuse 2 'needs noise' run "${gather[@]}" --objective p95-under-noise
  sed -i 's/span/mean/' "$work/metric.ini"
  refuse 2 'metric.ini: .plot. metric: no objective "mean"' plot "$rows" "$work/metric.ini" \
    -o "$work/x.svg"
  refuse 2 '--kind: gamma: removed; --kind relative:lock_us' plot "$rows" --kind gamma -o "$work/x.svg"
  refuse 2 '--kind: shares: removed; --kind parts:percent' plot "$rows" --kind shares -o "$work/x.svg"
  refuse 2 '--kind: messages: removed; --kind parts:messages' \
    plot "$rows" --kind messages -o "$work/x.svg"
  refuse 2 '"latency:platform" .latency, slowdown and relative take a column of numbers' \
    plot "$rows" --kind latency:platform -o "$work/x.svg"
  refuse 2 '"noise:percent" .*parts takes parts:percent or parts:messages' plot "$rows" --kind noise:percent -o "$work/x.svg"
  cases=$((cases + 3))
}

# ranges OPTION...: mean, low and high of one point, us.
ranges() {
  "$turnstile" run --format csv "$@" 2>"$work/err" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { print $c["avg_us"], $c["low_us"], $c["high_us"] }'
}

# joint FILE: what messages tell together, a message is known by, whatever they tell of each value alone; a direction
# moves all its values, and not those that are set.
joint() {
  local scatter=(-p "$work/joint.xml" -c scatter -a parallel-read -n 8 -s 64K) long short
  local message=(-c pattern -a message-pingpong -n 2 -s 1M --mechanism cma --uncertainty)
  sed '/joint_errors/d' "$1" >"$work/alone.xml"
  ranges -p "$1" "${message[@]}" >"$work/a"
  ranges -p "$work/alone.xml" "${message[@]}" >"$work/b"
  paste "$work/a" "$work/b" | awk '{ exit !($2 < $1 && $1 < $3 && $3 / $2 < 1.5 && $6 / $5 > 2) }' ||
    complain "a message is not known together: $(paste "$work/a" "$work/b")"
  "$turnstile" run -p "$1" "${message[@]}" >"$work/a" 2>"$work/err"
  grep -q "others move with a parameter as the file's joint_errors say" "$work/a" || complain 'who moves together is not named'
  sed '/\.error"/d; /\.range"/d; s/value="unknown"/value="assumed"/; s|<prop id="alpha" |<prop id="joint_errors" \
    value="alpha 2 pin_time 0.5"/>&|' "$(dirname "$0")/../platforms/broadwell.xml" >"$work/joint.xml"
  long=$(ranges "${scatter[@]}" --set alpha=0.49us --set pin_time=220ns)
  short=$(ranges "${scatter[@]}" --set alpha=1.96us --set pin_time=55ns)
  [ "$(ranges "${scatter[@]}" --uncertainty)" = "$(ranges "${scatter[@]}" | tr -d ' ') ${short%% *} ${long%% *}" ] ||
    complain "a direction: $(ranges "${scatter[@]}" --uncertainty), not $short to $long"
  ranges "${scatter[@]}" --uncertainty --set alpha=1us >"$work/a"
  awk '{ exit !($1 > 0 && $2 >= $1 && $3 <= $1) }' "$work/a" || complain "a direction moves without its lead: $(cat "$work/a")"
  for part in 'pin_tim 0.5' 'pin_time '; do
    sed -i "s/alpha 2 [^\"]*/alpha 2 $part/" "$work/joint.xml"
    "$turnstile" platform check "$work/joint.xml" >"$work/a" 2>&1
    grep -q "joint.xml:[0-9]*: joint_errors: \"$part\" is not a parameter and a factor above 0" "$work/a" ||
      complain "a direction of $part is taken: $(cat "$work/a")"
  done
  cases=$((cases + 5))
}

fits() {
  local table="$work/p2p.csv" node='Package:2 L3:2(size=4MiB) Core:2 PU:1'
  printf 'distance,bytes,us\nllc,1,0.3\nllc,1024,0.5\nllc,65536,9\nmachine,1024,1\n' >"$table"
  fit() { refuse "$1" "$2" platform fit "${@:3}"; }
  fit 2 'needs one FILE.xml or synthetic' --like knl
  fit 2 'where to' "$node" --like broadwell --p2p "$table"
  fit 2 'nothing to fit to' "$node" --like broadwell -o "$work/x.xml"
  fit 2 'No such file' "$node" --like broadwell --p2p "$work/none" -o "$work/x.xml"
  fit 2 'p2p.csv: how many children has the tree' "$node" --like broadwell --rows "$table" -o "$work/x.xml"
  fit 2 '^turnstile: --tree: removed; --rows FILE' "$node" --like broadwell --tree "$table" -o "$work/x.xml"
  fit 2 '^turnstile: --classes: removed; write core, llc,' "$node" --p2p "$table" --classes near=llc -o "$work/x.xml"
  refuse 2 '^turnstile: --classes: removed; write core, llc,' platform import "$node" --p2p "$table" --classes near=llc
  fit 2 'no assumption "luck"' "$node" --like broadwell --p2p "$table" -o "$work/x.xml" \
    --assume luck
  fit 2 'no platform.*"brodwell"|brodwell' "$node" --like brodwell --p2p "$table" -o "$work/x.xml"
  [ ! -e "$work/x.xml" ] || complain 'a refused fit left a file'
  "$turnstile" platform fit "$node" --like broadwell --p2p "$table" -o "$work/x.xml" \
    >"$work/said" 2>"$work/err" || complain 'a fit failed'
  "$turnstile" platform fit "$node" --p2p "$table" -o "$work/y.xml" >"$work/chosen" 2>&1 &&
    grep -Eq '^chosen: [a-z0-9-]+, by the messages' "$work/chosen" || complain 'a fit chooses no relative'
  "$turnstile" platform import "$node" -o "$work/y.xml" >"$work/chosen" 2>&1 &&
    grep -Eq '^chosen: [a-z0-9-]+, by its shape' "$work/chosen" || complain 'an import chooses none'
  "$turnstile" platform import "$node" --p2p "$table" >"$work/y.xml" 2>"$work/chosen" &&
    "$turnstile" platform check "$work/y.xml" >"$work/err" 2>&1 &&
    grep -q '^chosen: .*, by the messages' "$work/chosen" || complain 'an import does not look at messages'
  refuse 2 'both choose the relative' platform import "$node" --like knl --p2p "$table"
  refuse 2 'p2p' platform show knl --p2p "$table"
  rm -f "$work/y.xml"
  grep -q 'assumption serial' "$work/said" || complain 'a fit does not say its assumptions'
  "$turnstile" platform check "$work/x.xml" >/dev/null 2>"$work/err" || complain 'its file is wrong'
  printf '# OSU MPI Latency Test v7.3\n# Size  Avg Latency(us)\n' >"$work/osu"
  printf '%d %d.5\n' 1 0 1024 1 65536 9 1048576 150 >>"$work/osu"
  # Two pairs send 64 messages each: 100 ns a message of 1 and 32 bytes, 300 of 1 KiB.
  printf '# OSU MPI Multiple Bandwidth / Message Rate Test v7.3\n# [ pairs: 2 ] [ window size: 64 ]\n' >"$work/many"
  printf '# Size  MB/s  Messages/s\n1 20.0 2e7\n32 640.0 2e7\n1024 6826.7 6.7e6\n' >>"$work/many"
  printf '# OSU MPI Bandwidth Test v7.3\n# Size  Bandwidth (MB/s)\n1 10.0\n32 320.0\n' >>"$work/many" # one pair again
  "$turnstile" platform fit "$node" --like broadwell --p2p "$table" --p2p "$work/many:distance=llc" -o "$work/y.xml" \
    >"$work/said" 2>"$work/err" || complain 'a fit of messages in flight failed'
  grep -q 'many: 0 points, 5 times of windows' "$work/said" &&
    python3 - "$work/x.xml" "$work/y.xml" <<'PY' || complain 'request_overhead is not what 100 ns leave'
import re, sys
one, two = (dict(re.findall(r'id="(\w+_overhead)" value="([\d.]+)ns"', open(file).read())) for file in sys.argv[1:])
assert "request_overhead" not in one and one["send_overhead"] == two["send_overhead"], (one, two)
assert abs(float(two["request_overhead"]) - max(0, 100 - float(two["send_overhead"]))) < 0.1, two
PY
  fit 2 'osu: how far apart' "$node" --like broadwell --p2p "$work/osu" -o "$work/y.xml"
  fit 2 'osu:distance=llc,children=3: "distance=llc,children=3": messages have no children' "$node" --like broadwell \
    --p2p "$work/osu:distance=llc,children=3" -o "$work/y.xml"
  "$turnstile" platform fit "$node" --like broadwell --p2p "$work/osu:distance=llc" \
    --p2p "$work/osu:peer=3" --p2p "$table" -o "$work/y.xml" >"$work/said" 2>"$work/err" ||
    complain 'a fit to text failed'
  grep -q 'osu: 4 points' "$work/said" ||
    complain 'a fit to text has not its points'
  grep -q '(osu, osu, p2p.csv)' "$work/y.xml" || complain 'a fit does not name its files'
  printf 'bytes;us\r\n1;0,3\r\n1024;0,5\r\n65536;9,5\r\n' >"$work/comma.csv"
  "$turnstile" platform fit "$node" --like broadwell --p2p "$work/comma.csv:distance=llc" \
    -o "$work/y.xml" >"$work/said" 2>"$work/err" && grep -q 'comma.csv: 3 points, 0 rows skipped' "$work/said" ||
    complain 'a fit does not read what compare reads'
  printf ',,\n52.5,,\n99,98,\n' >"$work/matrix.csv"
  "$turnstile" platform fit "$node" --like broadwell --matrix "$work/matrix.csv" -o "$work/x.xml" \
    >/dev/null 2>"$work/err" || complain 'a matrix alone does not fit'
  grep -q 'line_latency.llc" value="52.5ns"' "$work/x.xml" || complain 'a matrix is not taken over'
  printf ',\n90,\n20,90,\n90,20,90,\n' >"$work/crossed.csv"
  fit 2 'crossed.csv: pairs of distance llc are faster.* machine in only 25% of the cases' \
    'Package:2 L3:1(size=4MiB) Core:2 PU:1' --like broadwell --matrix "$work/crossed.csv" \
    -o "$work/z.xml"
  printf 'distance,bytes,us,core1\nllc,1,0.3,0\nllc,1024,0.5,0\nllc,65536,9,0\nwide,8,1,0\n' \
    >"$work/words.csv"
  "$turnstile" platform fit "$node" --like broadwell --p2p "$work/words.csv" -o "$work/z.xml" \
    --columns peer=rcv >"$work/unread" 2>"$work/err"
  for part in 'no column "rcv" for peer' 'columns of no known meaning: core1' 'distance "wide" is not a class'; do
    grep -q "words.csv: 3 points, 1 rows skipped; .*$part" "$work/unread" || complain "not told: $part"
  done
  rm "$work/z.xml"
  fit 2 'eager_limit=1: no library has' "$node" --like broadwell --p2p "$table" -o "$work/z.xml" \
    --set eager_limit=1
  fit 2 'pin_time=900000ns: a page took [0-9.]*ns altogether' "$node" --like broadwell \
    --p2p "$work/osu:distance=llc" -o "$work/z.xml" --set pin_time=900us --assume parallel
  grep -q 'residuals of' "$work/said" && grep -q 'run with: -p .*y.xml --mechanism' "$work/said" ||
    complain 'a fit does not say its residuals, or what to run with'
  "$turnstile" platform fit "$node" --like broadwell --p2p "$work/osu:distance=llc" --max-error 99 \
    -o "$work/checked.xml" >"$work/said" 2>"$work/err" || complain 'a fit is not checked'
  for part in '^data: calm; 4 points, single runs' '^check: osu_latency in the simulator' \
    '^trust: simulated messages' '^not known: how fast a rank reads' '^run with: '; do
    grep -q "$part" "$work/said" || complain "a fit does not say $part"
  done
  "$turnstile" platform fit "$node" --like broadwell --p2p "$work/osu:distance=llc" \
    --max-error 0.1 -o "$work/checked.xml" >"$work/said" 2>"$work/err" && complain 'a check always holds'
  fit 2 'assume: ompi-ucx does not send serial .parallel or queued' "$node" --like broadwell \
    --p2p "$table" -o "$work/z.xml" --transport ompi-ucx --assume serial
  "$turnstile" platform import "$node" --set page_size=64K -o "$work/z.xml" >"$work/said" 2>&1 &&
    grep -q '^chosen: grace' "$work/said" || complain 'pages of 64K are of no relative that has them'
  "$turnstile" platform fit "$node" --like broadwell --p2p "$work/osu:distance=llc" \
    --transport ompi-ucx --set inline_limit=64 -o "$work/ucx.xml" >"$work/said" 2>"$work/err" ||
    complain 'no fit under a transport'
  "$turnstile" platform show "$work/ucx.xml" --format csv >"$work/shown"
  for part in eager_limit,8255 rendezvous_limit,8255 rendezvous_limit.blocking,262143 fragment_size,8256 \
    inline_limit,64; do
    grep -q "^$part,.*\(,source,\|given at the fit\)" "$work/shown" ||
      complain "a transport's $part is not held"
  done
  joint "$work/ucx.xml"
  "$turnstile" platform fit "$node" --like csx48 --p2p "$work/osu:distance=llc" --assume queued \
    --set alpha=777ns --set send_overhead=99ns -o "$work/held.xml" >"$work/said" 2>"$work/err" &&
    "$turnstile" platform show "$work/held.xml" >"$work/shown" || complain 'no fit with values held'
  grep -q '^alpha  *777ns  assumed .*given at the fit' "$work/shown" &&
    grep -q '^send_overhead  *99ns  assumed .*given at the fit' "$work/shown" ||
    complain 'a fit does not hold what --set gives'
  grep -q '^shared_remote  *0.5  unknown .*from 0 to 1' "$work/shown" ||
    complain "another machine's own value is handed on"
  ranges -p "$work/held.xml" -c bcast -a xhc-flat -s 1M --uncertainty --set line_occupancy=15ns >"$work/a"
  awk '{ exit !($2 < $1 && $1 < $3) }' "$work/a" || complain "an unknown moves one way: $(cat "$work/a")"
  grep -q 'line_occupancy.error" value="2"' "$work/ucx.xml" || complain 'what is lent is as sure as where it comes from'
  "$turnstile" run -p "$work/held.xml" -c bcast -a xhc-flat -s 1M --uncertainty >"$work/said" 2>&1
  grep -q '^unknown: shared_remote, 0 to 1; settled by' "$work/said" ||
    complain 'an answer does not say what is unknown'
  sed '/shared_remote.range/d' "$work/held.xml" >"$work/z.xml"
  "$turnstile" platform check "$work/z.xml" | grep -q 'shared_remote is unknown without' ||
    complain 'an unknown value needs no range'
  rm "$work/z.xml"
  fit 2 'max-error needs --p2p FILE' "$node" --like broadwell --matrix "$work/matrix.csv" -o "$work/z.xml" \
    --max-error 5
  fit 2 'check: removed; --max-error' "$node" --like broadwell --p2p "$table" -o "$work/z.xml" --check
  cases=$((cases + 16))
}

# What rows were made with is found again in them.
# What an hwloc file knows of GPUs, sound and damaged. gpus.xml: two packages of one core; at the first a
# switch with two GPUs, one of them known by four names, and an adapter; at the second, at root ports of
# their own, a GPU whose link is not known, a display of the board's management and an FPGA. (No comment
# there: hwloc without libxml reads none.)
gpus() {
  local here=$(dirname "$0") many=$work/many.xml
  "$turnstile" platform import "$here/gpus.xml" --like broadwell -o "$work/gpus-made.xml" \
    >"$work/said" 2>"$work/err" && grep -q '^GPUs: 3, PCI switches: 1; hwloc lacks' "$work/said" ||
    complain 'an import does not say what is not known of GPUs'
  "$turnstile" platform check "$work/gpus-made.xml" >/dev/null 2>"$work/err" ||
    complain 'an imported node with GPUs is wrong'
  # A link between devices leads both ways, or is named.
  sed 's/.*"link.gpu0&gt;pcie0" value.*/<prop id="link.gpu0\&gt;gpu1" value="50GB\/s"\/><prop id="link.gpu0\&gt;gpu1.source" value="assumed"\/>&/' \
    "$work/gpus-made.xml" >"$work/one-way.xml"
  "$turnstile" platform check "$work/one-way.xml" 2>"$work/err" | grep -q 'link.gpu0>gpu1 is unusual: no link.gpu1>gpu0' ||
    complain 'platform check: a link without a link back'
  # What a relative's devices cost is theirs; without devices on either side it is not written.
  "$turnstile" platform import "$here/gpus.xml" --like mi250x-node -o "$work/gpus-made.xml" >"$work/said" 2>"$work/err"
  grep -q '^to write into the file, as mi250x-node has them.*: link.gpu0>gpu1' "$work/said" &&
    grep -q ' nccl_channels' "$work/said" && grep -q 'largest effects on host buffers' "$work/said" &&
    grep -q '^next: .* --memory device$' "$work/said" || complain 'import: no links of GPUs to write'
  "$turnstile" platform show "$work/gpus-made.xml" --format csv >"$work/said" 2>>"$work/err"
  for line in mapped_read_time,1.8us place.gpu0,'memory rate=1.3TB/s' place.in2,'engine rate=50GB/s launch=3.6us'; do
    grep -q "^$line.*,assumed,2,.*as on mi250x-node: " "$work/said" || complain "a GPU has no $line of its relative"
  done
  grep -q '^nccl_generation,none,.*default' "$work/said" || complain "NCCL's values are a relative's"
  "$turnstile" platform import 'Package:1 Core:4 PU:1' --like mi250x-node -o "$work/none.xml" >"$work/said" 2>"$work/err"
  grep -q '^GPUs: none in the topology, and those of mi250x-node are not copied' "$work/said" || complain 'import: GPUs are lost'
  "$turnstile" platform show "$work/none.xml" --format csv | grep -q '^mapped_read_time,900ns,.*default' ||
    complain 'a node without GPUs has them from its relative, or mapped loads take no time'
  for speed in -5 1e9 nan; do
    sed "/pci_busid=\"0000:04:00.0\"/s/31.507692/$speed/" "$here/gpus.xml" >"$work/bad.xml"
    refuse 2 '0000:04:00.0 has a link of [-0-9a-z+]+ GB/s .0, not known, to 1000' \
      platform import "$work/bad.xml" --like broadwell
  done
  awk '/0000:81:00.0/ { sub(">$", "/>"); for (i = 0; i < 260; i++) print; next }
    /rsmi0/ { getline; next } { print }' "$here/gpus.xml" >"$many"
  refuse 2 'more than 256 GPUs' platform import "$many" --like broadwell
  head -c 4000 "$here/gpus.xml" >"$work/bad.xml"
  refuse 2 'not well-formed' platform import "$work/bad.xml" --like broadwell
}

fits_to_rows() {
  local node='Package:2 L3:1(size=4MiB) Core:4 PU:1' rows="$work/rows.csv"
  local spec="$rows:kernel=,platform=,overrides=,version="
  "$turnstile" run -p "synthetic:$node" --like epyc-2p -c bcast -a xhc-flat --mechanism cma -n 2..4 -s 1,4K,64K \
    --protocol osu --buffers rewritten --set copy_rate.llc=6GB/s --set line_latency.llc=40ns \
    --format csv -o "$rows" 2>"$work/err" || complain 'no rows to fit to'
  rowfit() { refuse "$1" "$2" platform fit "$node" --like epyc-2p -o "$work/z.xml" "${@:3}"; }
  rowfit 2 'which parameters for --rows' --rows "$spec"
  rowfit 2 '--free: "speed" is not a parameter' --rows "$spec" --free speed
  rowfit 2 '--free: "llc_size" cannot be fitted' --rows "$spec" --free llc_size
  rowfit 2 '^turnstile: --take: removed; --rows FILE:COLUMN=VALUE' --rows "$spec" --free copy_rate.llc --take ranks=2
  rowfit 2 'no row has ranks=7' --rows "$spec,ranks=7" --free copy_rate.llc
  rowfit 2 'no row has ranks=9' --rows "$spec,ranks=2" --rows "$spec,ranks=9" --free copy_rate.llc
  rowfit 2 'names copy_rate.llc twice' --rows "$spec" --free copy_rate.llc,copy_rate.llc
  [ ! -e "$work/z.xml" ] || complain 'a refused fit to rows left a file'
  "$turnstile" platform fit "$node" --like epyc-2p -o "$work/z.xml" --rows "$spec,ranks=2" --rows "$spec,ranks=3" \
    --rows "$spec,ranks=4" --free copy_rate.llc,line_latency.llc >"$work/said" 2>"$work/err" || complain 'a fit to rows failed'
  [ "$(grep -c '^  median error of .*rows.csv:.*ranks=[234]: all' "$work/said")" = 3 ] || complain 'files are not judged by themselves'
  grep -Eq 'copy_rate.llc +(5.[89][0-9]?|6|6.[012][0-9]?)GB/s' "$work/said" || complain 'rate not found'
  grep -Eq 'line_latency.llc +(39.[5-9]|40|40.[0-5])ns' "$work/said" || complain 'line not found'
  "$turnstile" platform check "$work/z.xml" >/dev/null 2>"$work/err" || complain 'its file is wrong'
  "$turnstile" run -p "synthetic:$node" --like epyc-2p -c allreduce -a ring -n 4 -s 4K --format csv \
    -o "$rows" 2>"$work/err"
  "$turnstile" platform fit "$node" --like epyc-2p -o "$work/z.xml" --rows "$spec" \
    --free send_overhead >"$work/said" 2>"$work/err" || complain 'no fit where there is no root'
  # The rows of two files weigh the same, and a flat tree is known by its column children.
  printf 'distance,children,bytes,us\nllc,1,8,0.4\nllc,1,4096,1.2\nllc,3,8,0.7\nllc,3,4096,2\nllc,1,65536,9\nllc,3,65536,21\n' >"$work/flat.csv"
  "$turnstile" platform fit "$node" --like epyc-2p -o "$work/z.xml" --rows "$work/flat.csv" --rows "$spec,overrides=warmup=3;type=uint8" \
    --free send_overhead >"$work/said" 2>"$work/err" || complain 'no fit to a flat tree and rows'
  grep -q 'flat.csv: 6 points, 0 rows skipped' "$work/said" && grep -q '^  median error of .*warmup=3;type=uint8: all' "$work/said" ||
    complain 'a flat tree is not told from rows'
  # What a fit has found keeps no range of what was unknown.
  "$turnstile" platform fit "$node" --like epyc-2p -o "$work/z.xml" --rows "$spec" --free reduce_overhead \
    >"$work/said" 2>"$work/err" || complain 'no fit of reduce_overhead'
  grep -q 'id="post_overhead.range" value="20ns..100ns"' "$work/z.xml" || complain 'post_overhead is not unknown'
  grep -q 'id="reduce_overhead.range"' "$work/z.xml" && complain 'a fitted value keeps an unknown range'
  "$turnstile" run -p "synthetic:$node" --like epyc-2p -c bcast -a compose -n 8 -s 8,1K \
    -P 'levels=package;inner=linear;outer=chain' --set send_overhead=300ns --format csv -o "$rows" \
    2>"$work/err"
  "$turnstile" platform fit "$node" --like epyc-2p -o "$work/z.xml" --rows "$spec" \
    --free send_overhead >"$work/said" 2>"$work/err" || complain 'no fit to rows of a composition'
  grep -Eq 'send_overhead +(29[0-9]|30[0-9])(.[0-9])?ns' "$work/said" ||
    complain 'overhead of a composition not found'
  rowfit 2 'core sharing by the operating system is not simulated' --free copy_rate.llc \
    --rows "$spec,overrides=core_sharing=system"
  rowfit 2 'compose: made of nothing' --free copy_rate.llc \
    --rows "$spec,params=,params=levels=package"
  "$turnstile" compare "$rows:platform=,platform=epyc-2p,overrides=,overrides=core_sharing=system" "$rows" \
    >"$work/said" 2>"$work/err" || complain 'no comparison of measured strands'
  if grep -q 'no places of ranks' "$work/said"; then complain 'strands by the system have no node'; fi
  cases=$((cases + 9))
}

full_disk() {
  local out=/dev/full format command
  for format in text csv json osu; do
    point 1 'not everything could be written' --format "$format"
  done
  refuse 1 'not everything could be written' list
  for command in $("$turnstile" --help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do
    refuse 1 'not everything could be written' "$command" --help
  done
  refuse 1 'not everything could be written' --version
  refuse 1 'not everything could be written' platform check knl
}

# `-a all --for` is all that a library has; its bare name among the algorithms was that before.
groups() {
  local library
  for library in ompi mpich ucc xhc; do
    "$turnstile" run -p knl -c bcast -n 4 -s 4K -a all --for $library --format csv >"$work/rows" 2>"$work/err" ||
      complain "-a all --for $library"
    cases=$((cases + 1))
    refuse 2 "^turnstile: -a $library: removed; -a all --for $library" run -p knl -c bcast -n 4 -s 4K -a linear,$library
  done
  refuse 2 '^turnstile: -a ompi-5.0: removed; -a all --for ompi-5.0 selects' tune -p knl -c bcast -n 4 -s 4K -a ompi-5.0
  [ "$(cut -d, -f11 "$work/rows" | tail -n +2 | sort -u | tr '\n' ' ')" = 'xhc-flat xhc-tree ' ] ||
    complain 'xhc: not its broadcasts'
  refuse 2 'xhc has no algorithm here for allgather' run -p knl -c allgather -n 4 -s 4K -a all --for xhc
}

mechanisms() {
  refuse 2 'no column that parts tables "kernal" .nearest: kernel' \
    tune -p knl -c scatter -n 4 -s 4K --beside kernal
  refuse 2 '--beside: only for text, not csv' \
    tune -p knl -c scatter -n 4 -s 4K --beside kernel --format csv
  refuse 2 '--plot: "x.pdf" is not FILE.svg or FILE.png' \
    tune -p knl -c bcast -n 4 -s 4K --mechanism cma,cico --plot x.pdf
  "$turnstile" tune -p knl -c bcast -n 4 -s 4K -a linear,smhc-flat --mechanism cma,cico \
    >"$work/page" 2>"$work/err" || complain 'tune: algorithms do not take the mechanisms they have'
  grep -q 'cico smhc-flat' "$work/page" || complain 'tune: no page of mechanisms'
  refuse 2 '/nowhere/x.svg: cannot write there' \
    tune -p knl -c bcast -n 4 -s 4K --mechanism cma,cico --plot /nowhere/x.svg
  "$turnstile" tune -p knl -c bcast -n 1,4 -s 4K -a direct-read --mechanism xpmem --beside ranks \
    >"$work/page" 2>"$work/err"
  grep -q 'bcast on knl, kernel paper' "$work/page" || complain 'tune: ranks over a table by ranks'
  grep -q 'direct-read xpmem' "$work/page" || complain 'tune: a winner without its mechanism'
  cases=$((cases + 4))
  refuse 2 '^turnstile: validate: removed; validation/validate' validate C031
}

# What a table and a new platform file end with.
endings() {
  "$turnstile" run -p knl -c bcast -a direct-read,linear -n 4 -s 4K,8K --verify >"$work/page" \
    2>"$work/err"
  grep -q '^verified: 4 of 4$' "$work/page" || complain 'a table does not say what was verified'
  "$turnstile" run -p knl -c bcast -a direct-read -n 4 -s 4K >"$work/page" 2>"$work/err"
  grep -q '^verified' "$work/page" && complain 'a table says what was not verified'
  (cd "$work" && "$program" platform import synthetic:'pack:2 core:4 pu:1' --like knl \
    -o node.xml >page 2>err) || complain 'import failed'
  grep -q '^assumed: [0-9]* parameters from knl: .*alpha' "$work/page" ||
    complain 'import: what was taken over is missing'
  (cd "$work" && eval "$(sed -n 's/^next: turnstile/"$program"/p' page) -n 4 -s 4K" >out 2>err) ||
    complain 'import: the next command fails'
  cases=$((cases + 4))
}

# start: a sweep of minutes in its own process group, once its first row is written.
start() {
  rm -f "$work/rows" # the rows of an earlier one would count
  set -m
  "$turnstile" run -p knl -c scatter,alltoall -s 1K..4M --repetitions 2000 --jobs 2 \
    --format csv >"$work/rows" 2>"$work/err" &
  pid=$!
  set +m
  wait_until has_lines 2 "$work/rows"
  has_children 1 "$pid"
}

interrupt() {
  start
  kill -INT -- "-$pid"
  wait "$pid"
  [ $? = 130 ] || complain 'ctrl-C: status is not 130'
  cases=$((cases + 1))
  grep -q interrupted "$work/err" || complain 'ctrl-C: no word of it'
  [ "$(wc -l <"$work/err")" = 1 ] || complain 'ctrl-C: not one line'
  [ "$(wc -l <"$work/rows")" -ge 2 ] || complain 'ctrl-C: finished rows lost'
  gone "$workers" || complain 'ctrl-C: a worker lives on'
}

program=$(realpath "$turnstile")
names
namesakes
mappings
decisions
compositions
clusters
libraries
software
own_transport
chains
registrations
patterns
reductions
numbers
files
comparisons
metrics
endless
one_library
strangers
delays
fits
gpus
fits_to_rows
groups
full_disk
mechanisms
endings
interrupt
# More ranks than cores are named by every command that simulates; minutes and hours are times.
for command in run sweep tune explain; do
  says 0 '^turnstile: 100 ranks on the 68 cores of knl: some ranks share a core .-n 68' \
    $command -p knl -c bcast -a binomial -n 100 -s 1K
done
cases=$((cases + 3))
"$turnstile" run -p knl -c bcast -a binomial -n 8 -s 1K --point-timeout 5min >"$work/out" \
  2>"$work/err" || complain 'a time of 5min'
refuse 2 '"5m" is not a time .*, 2s, 5min or 2h' measure -c bcast -a binomial -n 2 -s 1K --budget 5m

# Where the errors of what matters are not varied, a narrow range is not that of the model.
"$turnstile" run -p hgx-h100 --memory device -c bcast -a direct-read -s 1M --uncertainty --set shared_remote=0 \
  >"$work/out" 2>"$work/err"
grep -q 'errors of what matters are not varied' "$work/out" || complain 'a narrow range'
# Errors of places and links are stated, but no command varies them.
grep -q '^errors .* of devices. memories, engines and links are not varied' "$work/out" || complain 'links are exact'
grep -q 'no error is stated:.*links' "$work/out" && complain 'links without errors'
if has_satellites; then
  for command in 'explain --sensitivity' 'tune --robust --uncertainty'; do
    # shellcheck disable=SC2086 # two words
    "$turnstile" $command -p mi250x-node -n 8 --memory device -c alltoall -a linear,pairwise -s 1M >"$work/out" 2>&1
    tr -s '\n ' ' ' <"$work/out" | grep -q 'of devices. memories, engines and links are not varied' || complain "$command: links are exact"
  done
fi

# A copy by loads and stores goes past the caches from streamed_from on: a file's or one that is set.
for case in 'same 4M' 'other 8M' 'same 512K --set streamed_from=1M' 'other 1M --set streamed_from=1M --set copy_rate.memory=1GB/s' \
  'same 1M --set streamed_from=1M --transport ompi-ob1' \
  'other 1M --set streamed_from=1M --transport ompi-vader --set copy_rate.memory=1GB/s' \
  'same 1M --set streamed_from=1M --mechanism cma'; do
  cases=$((cases + 1))
  read -r wanted size more <<<"$case"
  bcast() {
    "$turnstile" run -p epyc-2p -c bcast -a binomial -P segment=0 -n 2 --mechanism xpmem -s "$size" \
      --format csv "$@" 2>"$work/err" | tail -n 1 | cut -d, -f21
  }
  if [ "$(bcast $more)" = "$(bcast $more --set streamed_from=0)" ]; then is=same; else is=other; fi
  [ "$is" = "$wanted" ] || complain "streamed_from, $case: $is"
done

# What another collective or no rule has is named before anything runs.
refuse 2 'UCC has no reduce_scatter "ucc:knomial" .*, and -c reduce_scatter_block has it' \
  run -p knl -c reduce_scatter -a ucc:knomial -s 1K
refuse 2 'no alltoall of library:rccl is simulated .there are: bcast, allgather' \
  run -p mi250x-node -c alltoall --memory device -a library:rccl -s 1K
if has_satellites; then
  refuse 2 'no setting for allreduce on device memory .*: -a all,library:ompi-6.0 in place of --for ompi-6.0' \
    sweep -p hgx-h100 --for ompi-6.0 --memory device -c allreduce
  # What the schema of Open MPI forbids is named; --strict omits it.
  "$turnstile" sweep -p knl --for ompi-6.0 -c bcast -n 16 -s 256K -o "$work/six.csv" 2>"$work/err"
  says 0 'schema of this file forbids .comment and seg_size, .* .--strict omits both' \
    export "$work/six.csv" --for ompi-6.0
  grep -q '"seg_size": 16384' "$work/out" || complain 'export: no segment'
  says 0 '--strict: 1 rule loses its segment size' export "$work/six.csv" --for ompi-6.0 --strict
  grep -q 'seg_size\|comment' "$work/out" && complain 'export --strict: what the schema forbids'
  "$turnstile" lint "$work/out" --for ompi-6.0 >"$work/err" || complain 'export --strict: flaws'
  # Without --for, lint takes the release from a comment of the file.
  "$turnstile" export "$work/six.csv" --for ompi-6.0 -o "$work/six.json" 2>"$work/err"
  refuse 0 'six.json: read as ompi-6.0 reads it, which its comment names .--for' lint "$work/six.json"
  printf '# written for ompi-4.1\n1\n7\n1\n8 1\n16 6 0 0\n' >"$work/classic.conf"
  refuse 1 'classic.conf: read as ompi-4.1 reads it' lint "$work/classic.conf"
  sed -i 1d "$work/classic.conf"
  refuse 2 'for which library. .--for RELEASE: ' lint "$work/classic.conf"
  seq -f 'coll_xhc_none_%.0f = 1' 100000 >"$work/many.conf"
  timeout 60 "$turnstile" lint "$work/many.conf" --for xhc >"$work/out" 2>"$work/err"
  [ $? = 1 ] || complain 'lint of many lines'
  many_rows 4000 linear,,%.0f
  many_rows 20000 'chain,fanout=2;segment=%.0f,1024'
  refuse 2 'files of ompi-5.0 have no schema' export "$work/six.csv" --for ompi-5.0 --strict
fi

finish
