#!/usr/bin/env bash
# replay as a user meets it. Usage: test_replay.sh PROGRAM WRITE_TRACE
. "$(dirname "$0")/lib.sh"

# works ARGUMENT...: exit status 0; what the program prints goes to $work/out.
works() {
  cases=$((cases + 1))
  "$turnstile" "$@" >"$work/out" 2>"$work/err" || complain "$*"
}

# One rank of 64 that is late in every iteration: nothing but an even distribution helps.
slow="replay -p knl -n 64 --iterations 20 --computation 100us"
# shellcheck disable=SC2086
works $slow --calls 'allreduce 8; bcast 4K root=in-turn' --imbalance 'rank(5,10ms)'
tr '\n' ' ' <"$work/out" >"$work/line"
grep -q '[0-9]* % for rank 5' "$work/line" || complain 'replay: the late rank is not named'
grep -q 'no algorithm helps this program' "$work/line" || complain 'replay: waiting is no verdict'
# shellcheck disable=SC2086
works $slow --calls 'allreduce 8; bcast 4K root=in-turn'
if grep -q 'no algorithm helps' "$work/out"; then complain 'replay: even ranks wait for none'; fi

# The same bytes for any number of jobs, and in another run.
cat >"$work/app.ini" <<'EOF'
[platform]
name = broadwell

[collective]
ranks = 12
algorithm = library:ompi, bcast=k-nomial@cma+allreduce=recursive-doubling

[application]
iterations = 100
simulate = 10
calls = bcast 64K root=blocks; allreduce 8 x2
computation = 50us
imbalance = normal(5us)
EOF
works replay "$work/app.ini" --format csv --tune --jobs 1
cp "$work/out" "$work/once"
works replay "$work/app.ini" --format csv --tune --jobs 4
cmp -s "$work/once" "$work/out" || complain 'replay: the number of jobs changes the rows'
works replay "$work/app.ini" --format csv --tune --jobs 4 --seed 2
if cmp -s "$work/once" "$work/out"; then complain 'replay: the seed changes nothing'; fi

# Rows: three variants of two classes and the program; 100 iterations make so many calls.
head -n 1 "$work/once" | grep -q '^variant,collective,ranks,size_from,size_to,calls,algorithm,' ||
  complain 'replay: columns'
[ "$(wc -l <"$work/once")" -eq 10 ] || complain 'replay: number of rows'
[ "$(grep -c ',allreduce,12,8,8,200,' "$work/once")" -eq 3 ] || complain 'replay: calls of a class'
grep -q ',bcast,12,65536,65536,100,k-nomial,cma,' "$work/once" || complain 'replay: a named choice'
# What is tuned is no worse than what it was tuned from.
awk -F, '$1 == "the best for each size" && $2 != "program" && $13 < 0 { exit 1 }' "$work/once" ||
  complain 'replay: tuning loses'
works replay "$work/app.ini" --format json
python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))) == 6' "$work/out" ||
  complain 'replay: JSON'

# Double the computation: the program takes longer, its collectives the same.
works replay "$work/app.ini" --format csv --imbalance none
cp "$work/out" "$work/once"
works replay "$work/app.ini" --format csv --imbalance none --computation 100us
awk -F, 'NR == FNR { before[FNR] = $11; next }
  $2 == "program" && $11 < before[FNR] + 4900 { exit 1 }
  FNR > 1 && $2 != "program" && ($11 > 1.01 * before[FNR] || $11 < 0.99 * before[FNR]) { exit 1 }' \
  "$work/once" "$work/out" || complain 'replay: computation'

# A trace's calls are measured rows: of a folder and of a merged file.
trace_rows() {
  mkdir "$work/calls"
  "$1" "$work/calls" 64 5 1000
  works run -p knl -c bcast -a binomial,linear -n 64 -s 4K --format csv
  cp "$work/out" "$work/rows.csv"
  works trace merge "$work/calls" -o "$work/calls.trace"
  for trace in calls calls.trace; do
    works compare "$work/rows.csv" "$work/$trace:algorithm=binomial"
    grep -q '  binomial .* 64 .* 4K .* 8.00 ' "$work/out" || complain "compare: no call of $trace"
    tr -s '\n ' ' ' <"$work/out" | grep -q ': a trace: [0-9]* % of the times is waiting for late ranks' ||
      complain 'compare: waiting is not named'
  done
  refuse 2 'MEASURED: no row has its algorithm' compare "$work/rows.csv" "$work/calls"
  mkdir "$work/no-trace"
  refuse 2 'no-trace: no recordings in it' compare "$work/rows.csv" "$work/no-trace"
}
trace_rows "$2"

# A trace of 64 ranks with a slow one: nearly all is waiting, and it says that no algorithm helps.
mkdir "$work/slow"
"$2" "$work/slow" 64 5 1000
works replay "$work/slow" -p knl --tune
tr '\n' ' ' <"$work/out" >"$work/line"
grep -q '[0-9]* % for rank 5' "$work/line" || complain 'replay: the trace has a late rank'
grep -q 'no algorithm helps this program' "$work/line" || complain 'replay: a trace of waiting'
works replay "$work/slow" -p knl --format csv
awk -F, '$2 == "allreduce" && ($12 < 0.95 * $11 || $10 < 0.9 * $11 || $10 > 1.1 * $11) { exit 1 }' \
  "$work/out" || complain 'replay: waiting as measured'
# More ranks than recorded: the program's iterations, and the output says so.
works replay "$work/slow" -p epyc-9654 -n 192 --simulate 2
grep -q '192 ranks; .*' "$work/out" || complain 'replay -n: other ranks'
grep -q ': projected from 64 to 192 ranks: 50 iterations with mean sizes and computation as recorded$' "$work/out" ||
  complain 'replay -n: no word of the projection'
works replay "$work/slow" -p knl -n 64 --format csv
cp "$work/out" "$work/once"
works replay "$work/slow" -p knl --format csv
cmp -s "$work/once" "$work/out" || complain 'replay -n with the ranks of the trace: another program'
refuse 2 '-n: 192 ranks do not fit on epyc-7763' replay "$work/slow" -p epyc-7763 -n 192
refuse 2 '^turnstile: --seed: not for a trace without -n' replay "$work/slow" -p knl --seed 2
# A collective that gains only since another one's ranks leave earlier needs no rule.
works replay "$(dirname "$0")/../examples/cg-64.ini" --for ompi-5.0
grep -q '^7  # bcast$' "$work/out" || complain 'replay --for: no rule of the broadcast'
grep -q '# gather$' "$work/out" && complain 'replay --for: a rule for what the library does itself'
# The first algorithms of the sampled calls are compared in all calls: here the second one is the best.
grep -Eq '^  bcast +64  512K  pipeline  8 of 20 +[0-9.]+ %  chain takes [0-9]+ % longer +[0-9.]+ % longer$' "$work/out" ||
  complain 'replay --for: no lead of the broadcast'
grep -Eq '^  gather .* of 20 ' "$work/out" && complain 'replay --for: a lead of what the library does itself'
# A faster broadcast before a call in which the ranks wait for each other: the program gains little, and a
# setting is kept only if it gains 0.1 %. The gain that is printed is that of a replay with the setting alone.
late="replay -p epyc-7763 -n 8 --iterations 8 --imbalance normal(200us) --transport ompi-vader"
# shellcheck disable=SC2086
for computation in 300us 1ms; do
  works $late --calls 'bcast 4K; allreduce 8' --computation $computation --reference library:ompi-4.1 -a bcast=linear
  grep -Eq '^  bcast .* linear .* [23][0-9][.][0-9] %$' "$work/out" || complain 'replay: no gain in the class'
  sed -n 's/^with bcast=linear.* a gain of \(.*\)$/\1/p' "$work/out" >"$work/gain"
  works $late --calls 'bcast 4K; allreduce 8' --computation $computation --for ompi-4.1
  case $computation in
    300us) grep -q "^  bcast .* linear .* $(cat "$work/gain")\$" "$work/out" || complain 'replay --tune: another gain' ;;
    1ms) grep -q '^nothing to set in ompi-4.1: no other choice' "$work/out" || complain 'replay --tune: no gain is set' ;;
  esac
done
tr '\n' ' ' <"$work/out" | grep -q 'no gain' || complain 'replay --tune: settings that are not worth it stay'
# Settings that gain in their classes and lengthen the program are given up.
# shellcheck disable=SC2086
works $late --calls 'bcast 4K; bcast 1M; allreduce 8' --computation 100us --for ompi-4.1
grep -q '^with ompi-4.1: .* a loss of' "$work/out" && complain 'replay --tune: settings that lose'
# The library decides between the classes that gain; without late ranks the gain is another one.
# shellcheck disable=SC2086
works $late --imbalance 'normal(50us)' --calls 'bcast 4K; allreduce 256K; bcast 1M' --computation 100us --for ompi-4.1
grep -A 1 -x '4096 1 0 0  # basic_linear' "$work/out" | grep -q '^4097 0 0 0 ' || complain 'replay --for: a rule holds beyond its class'
tr '\n' ' ' <"$work/out" | grep -Eq 'a gain of [0-9.]+ us, [0-9.]+ % .[0-9.]+ % without the imbalance of its computation. ' ||
  complain 'replay --tune: no gain without imbalance'
grep -A 1 '^  turnstile measure -c bcast .* -s 1M' "$work/out" |
  grep -Eq '^  # predicted in the program: [0-9.]+ us and [0-9.]+ us a call, without waiting$' || complain 'replay --tune: no expected times'
works replay -p epyc-7763 -n 8 --calls 'bcast 1M' --iterations 3 --tune -a bcast=pipeline --reference bcast=linear
grep -Eq '^  bcast .* 3 of 3 ' "$work/out" || complain 'replay --tune: all of 3 calls are not sampled'
printf '%s\n' '0 gatherv 10 10 20 0' '1 gatherv 20 10 20 0' >"$work/counts.txt"
refuse 2 'counts.txt: cannot be projected to 8 ranks: skipped: 1 calls of gatherv of 2 ranks' \
  replay "$work/counts.txt" -p knl -n 8

# What ranks wait because a collective has let them go one after another is to be gained, too.
works replay -p epyc-7763 -n 64 --calls 'scatter 2K; allreduce 8' --iterations 4 \
  --computation 1us -a 'scatter=throttled-read'
tr '\n' ' ' <"$work/out" >"$work/line"
grep -q 'would wait 0.00 us for others.*gain more than [0-9.]* us, 9[0-9]' "$work/line" ||
  complain 'replay: even ranks are waited for'

# --tune recommends what the traced library accepts, and names measurements; other programs are told so.
example=$(dirname "$0")/../examples/cg-2.trace
works replay "$example" -p epyc-7763 --tune
grep -q '^with ompi-4.1: the program takes' "$work/out" || complain 'replay --tune: not what the library has'
grep -Eq '^to set in ompi-4.1|^nothing to set in ompi-4.1' "$work/out" || complain 'replay --tune: no settings'
works replay -p epyc-7763 -n 8 --calls 'gather 4K; bcast 1M' --tune
tr '\n' ' ' <"$work/out" | grep -q 'The best are of any library, since the program names none' ||
  complain 'replay --tune: no word of any library'
grep -q '(knem)' "$work/out" && complain 'replay --tune: KNEM'
sed -n '/^to confirm the largest gains/,$p' "$work/out" |
  grep -q '^  turnstile measure -c bcast -a library:ompi,[a-z-]* .*-n 8 -s 1M' || complain 'replay --tune: no measurement'
works replay -p epyc-7763 -n 8 --calls 'gather 4K' --tune --mechanism knem
grep -q '(knem)' "$work/out" || complain 'replay --tune --mechanism knem: it is left out'

# What is wrong with a trace is named by each command that reads it.
mkdir "$work/torn"
"$2" "$work/torn" 4 0 0
for file in "$work"/torn/*2.rank; do truncate -s -640 "$file"; done
works trace show "$work/torn"
grep -q '^torn: unfinished: rank 2 ended without MPI_Finalize' <(sed "s,^$work/,," "$work/out") || complain 'trace show: not torn'
works replay "$work/torn" -p knl
grep -q 'torn: unfinished: rank 2 ended' "$work/out" || complain 'replay: not torn'
tr -s '\n ' ' ' <"$work/out" | grep -q 'predicted to take [0-9.]* ms without what rank 2 did after the recording ends' ||
  complain 'replay: the time of a torn trace is that of the program'
works replay "$work/torn" -p knl -n 8 --format csv
grep -q 'torn: unfinished: rank 2 ended' "$work/err" || complain 'replay --format csv: not torn'
works trace skeleton "$work/torn" -n 8 -o "$work/torn.ini"
grep -q '^# .*torn: unfinished: rank 2 ended' "$work/torn.ini" || complain 'trace skeleton: not torn'
works replay "$work/torn.ini" -p knl
mkdir "$work/no-calls"
"$2" "$work/no-calls" 4 0 0
rm "$work"/no-calls/*2.rank
for command in 'trace show' 'trace skeleton' 'replay -p knl' 'replay -p knl -n 8'; do
  # shellcheck disable=SC2086
  refuse 2 'no-calls: it has no call that all ranks completed .no recording of rank 2 of 4; 100 calls' \
    $command "$work/no-calls"
done

# All times 20 times as long, as on a busy host: a projection names it as a replay does.
mkdir "$work/busy" "$work/even-4"
"$2" "$work/even-4" 4 0 0
"$2" "$work/busy" 4 0 0
python3 - "$work"/busy/*.rank <<'EOF'
import struct, sys
for name in sys.argv[1:]:
    data = bytearray(open(name, "rb").read())
    for at in [48] + [r + k for r in range(8192 + 2 * 64, len(data), 64) for k in (0, 8)]:
        struct.pack_into("=Q", data, at, 20 * struct.unpack_from("=Q", data, at)[0])
    open(name, "wb").write(data)
EOF
# More ranks than processors: each command that reads the trace names them.
cp -r "$work/even-4" "$work/crowded"
for file in "$work"/crowded/*.rank; do printf '\2' | dd of="$file" bs=1 seek=3384 conv=notrunc status=none; done
works trace merge "$work/crowded" -o "$work/crowded.trace"
works trace skeleton "$work/crowded" -n 8 -o "$work/crowded.ini"
for command in "trace show $work/crowded" "trace show $work/crowded.trace" "replay -p knl $work/crowded"; do
  # shellcheck disable=SC2086
  works $command
  tr -s '\n ' ' ' <"$work/out" | grep -q 'crowded[.a-z]*: 4 ranks on 2 processors: .* looks like waiting .record again.' ||
    complain "$command: more ranks than processors"
done
grep -q '^# .*crowded: 4 ranks on 2 processors' "$work/crowded.ini" || complain 'trace skeleton: more ranks than processors'
for more in '' '-n 8' '-n 8 --tune'; do
  # shellcheck disable=SC2086
  works replay "$work/busy" -p knl $more
  tr -s '\n ' ' ' <"$work/out" | grep -q '2[0-9] times as long.*machine may have been busy.*(record again)' ||
    complain "replay $more: a busy host"
  works replay "$work/even-4" -p knl $more
  grep -q 'record again' "$work/out" && complain "replay $more: a quiet host is called busy"
done

# The example's trace as iterations: 10 is the most that 40, 20, 50 and 200 calls are multiples of.
works trace skeleton "$(dirname "$0")/../examples/cg-2.trace" -n 8 -o "$work/cg.ini"
for line in 'ranks = 8' 'iterations = 10' \
  'calls = allreduce 8; alltoall 65536; bcast 524288; gather 4096; .*; bcast 524288; allreduce 8; alltoall 65536; allreduce 8 x3'; do
  grep -qx "$line" "$work/cg.ini" || complain "trace skeleton: no $line"
done
works replay "$work/cg.ini" -p epyc-7763 --format csv
[ "$(cut -d, -f2,3,6 "$work/out" | sed 1d | tr '\n' ' ')" = \
  "bcast,8,40 gather,8,20 alltoall,8,50 allreduce,8,200 program,8, " ] || complain 'a skeleton: other calls'
truncate -s 3G "$work/sparse"
refuse 2 'sparse: too large .at most 2048 MiB' trace show "$work/sparse"
refuse 2 'sparse: too large' replay "$work/sparse" -p knl
refuse 2 'only for trace skeleton' trace show "$work/even" -n 4

# What a library can be told: its own choice is the base, nothing that it lacks wins, and the rules are those
# of the winners; no rule where only others gain.
for library in ompi-5.0 ompi-6.0 mpich-4.0 ucc xhc; do
  works replay -p epyc-7763 -n 16 --calls 'bcast 1M; gather 4K; allreduce 8' --for $library \
    --format csv
  grep -q "^library:$library,bcast" "$work/out" || complain "replay --for $library: another base"
  awk -F, -v own="library:$library" '$1 != own && $2 != "program" { print $7 }' "$work/out" |
    grep -E '^(xhc-flat|throttled|k-nomial)' >"$work/err"
  [ -s "$work/err" ] && [ $library != xhc ] && complain "replay --for $library: what it lacks"
done
works replay -p epyc-7763 -n 16 --calls 'bcast 1M; gather 4K; allreduce 8' --for ompi-5.0
sed '1,/^to set in ompi-5.0/d' "$work/out" >"$work/rules"
"$turnstile" lint "$work/rules" --for ompi-5.0 >"$work/err" 2>&1 || complain 'replay --for: rules'
grep -q '^7 .*bcast' "$work/rules" || complain 'replay --for: no rule of bcast'
works replay -p epyc-7763 -n 16 --calls 'bcast 1M' --for mpich-4.0
grep -Eq '^  bcast, 16 ranks, 1048576..1048576 bytes: [a-z_]+$|^nothing to set' "$work/out" ||
  complain 'replay --for mpich-4.0: what to set'
refuse 2 'no library "lam" .there are: ompi' replay -p knl -n 4 --calls 'bcast 8' --for lam
refuse 2 '^turnstile: --among: removed; --for LIBRARY ' replay -p knl -n 4 --calls 'bcast 8' --among ompi
works replay -p knl -n 4 --calls 'ireduce 8' --reference library:ompi+ireduce=split-tree
refuse 2 'turnstile replay accepts it' run "$work/app.ini"
mkdir "$work/even"
"$2" "$work/even" 16 0 0
works tune --profile "$work/even" -p knl -a xhc-tree,xhc-flat
grep -q '^allreduce on knl, 16 ranks' "$work/out" || complain 'tune: no allreduce of the profile'
grep -q '% *bcast *16 *4K *4K *50$' "$work/out" || complain 'tune: shares of the profile'
refuse 2 'not with rows' tune --profile "$work/even" -p knl "$work/once"
refuse 2 'not with --profile' tune --profile "$work/even" -p knl -c bcast

# Who starts the program may ignore the ends of children.
(trap '' CHLD; exec timeout 60 "$turnstile" replay -p knl -n 4 --calls 'bcast 8') >"$work/out" \
  2>"$work/err" || complain 'replay: SIGCHLD ignored'

# Messages from rank to rank are not simulated: no total without their number and bytes.
printf '%s\n' '0 init' '1 init' '0 compute 1e9' '0 isend 1 0 2000' '1 irecv 0 0 2000' '1 wait 0 1 0' \
  '0 send 1 1 4000000' '1 recv 0 1 4000000' '0 sendRecv 10 1 10 1 1 1' '0 barrier' '1 barrier' '0 finalize' \
  '1 finalize' >"$work/p2p.ti"
works replay "$work/p2p.ti:speed=1Gf" -p broadwell
tr '\n' ' ' <"$work/out" >"$work/line"
grep -q 'is predicted to take 1.00 s without 3 messages from rank to rank (4002040 bytes)' "$work/line" ||
  complain 'a total without what is not simulated'
grep -q 'not simulated: 3 messages' "$work/line" || complain 'replay does not count messages'
grep -q 'no algorithm helps' "$work/line" && complain 'what messages take is called waiting'
"$turnstile" trace show "$work/p2p.ti:speed=1Gf" >"$work/line" 2>&1
grep -q 'not simulated: 3 messages' "$work/line" || complain 'trace show does not count messages'

# A rank whose actions end early: its time is missing, and the total says so.
grep -v '^1 \(barrier\|finalize\)' "$work/p2p.ti" >"$work/cut.ti"
printf '%s\n' '0 barrier' '0 compute 1e9' '0 barrier' >>"$work/cut.ti"
sed -i '1i 1 barrier' "$work/cut.ti"
works replay "$work/cut.ti:speed=1Gf" -p broadwell
tr -s '\n ' ' ' <"$work/out" >"$work/line"
grep -q 'take 1.00 s without the calls from call 2 on and what follows them, what rank 1 did after its last action (1 of 2 ranks' \
  "$work/line" || complain 'a rank that ends early is not named'

app="replay -p broadwell -n 4 --calls"
refuse 2 'no platform' replay --calls 'barrier'
refuse 2 'no program' replay -p knl
refuse 2 'no-such-trace' replay -p knl "$work/no-such-trace"
# shellcheck disable=SC2086
{
  refuse 2 'no collective "bcats" .there are: bcast' $app 'bcats 4K'
  refuse 2 'a call with a size' $app 'bcast'
  refuse 2 '"4Q" is not a size' $app 'bcast 4Q'
  refuse 2 'root=RANK' $app 'bcast 4K root=4'
  refuse 2 'without a root' $app 'allreduce 8 root=0'
  refuse 2 'imbalance.*often.*normal' $app 'barrier' --imbalance often
  refuse 2 'a rank of the application' $app 'barrier' --imbalance 'rank(4,1ms)'
  refuse 2 'no collective of this program has an algorithm "xhc-three"' $app 'bcast 4K' -a xhc-three
  refuse 2 'the program has no such calls' $app 'bcast 4K' -a reduce=binomial
  refuse 2 'no mechanism or transport "cmma"' $app 'bcast 4K' -a linear@cmma
  refuse 2 'no algorithm of this replay has a parameter "throttel"' $app 'bcast 4K' -P throttel=4
  refuse 2 'one value' $app 'bcast 4K' -a k-nomial -P throttle=2,4
  refuse 2 'ranks do not fit' $app 'bcast 4K' -n 5000
  refuse 2 'allgather: two-proc: ' $app 'allgather 4K' -a allgather=two-proc
  refuse 2 'a replay takes one' $app 'bcast 4K' --buffers new,cold
  refuse 2 '"knl,power8": a replay takes one' replay -p knl,power8 --calls 'bcast 4K'
  refuse 2 'it has none of these mechanisms' $app 'bcast 4K' -a xhc-tree@cico
  refuse 2 'ireduce: library:ompi has no algorithm' $app 'ireduce 8'
  refuse 2 'an empty name in the list' $app 'bcast 4K' -a binomial,
  refuse 2 '"all": one algorithm' $app 'bcast 4K' -a all
  refuse 2 'has a parameter "nonsense"' $app 'bcast 4K' --tune -P nonsense=3
  refuse 2 '"16" is not wanted there' $app 'bcast 8 16'
  refuse 2 '"8" is not wanted there' $app 'barrier 8'
  refuse 2 '7 bytes are not a whole number of float32' $app 'allreduce 7'
  refuse 2 'more than 1e[+]07 s' $app 'bcast 8' --computation 1e300s
  refuse 2 'more than 1e[+]07 s' $app 'bcast 8' --imbalance 'rank(0,99999999999s)'
  refuse 2 'are more than [0-9]* entries' $app 'bcast 8 x10000000' --simulate 2 -n 28
  refuse 2 '1000000 ranks do not fit' $app 'bcast 8' -n 1000000
  refuse 2 '"pattern" is not a collective that programs call' $app 'pattern 8'
  refuse 2 'no format "osu"' $app 'bcast 4K' --format osu
}
finish
