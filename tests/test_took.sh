#!/bin/bash
# doctor --took: which rules were in force by what libraries print, and UCX's table as a transport. The logs
# in corpus/log are excerpts of runs of Debian's libraries with two ranks (ompi-6, ucc and mpich-counters are
# written from the sources). Where Open MPI 4.1 is installed, its runs are asked, too. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
logs=$here/corpus/log
: >"$work/err"
cd "$work" || exit 1

# took STATUS LOG WORDS...: the exit status, and the lines of $work/verdicts, "line N: VERDICT..." each, are
# what is said of the rules.
took() {
  local status=$1 log=$2
  shift 2
  cases=$((cases + 1))
  "$turnstile" doctor --took "$log" "$@" --format csv >"$work/csv" 2>"$work/err" </dev/null
  [ $? = "$status" ] || complain "doctor --took $log $*: not status $status"
  grep -o 'line [0-9]*: [^"]*' "$work/csv" | sed 's/,*$//' >"$work/found"
  diff "$work/verdicts" "$work/found" >"$work/err" || complain "doctor --took $log $*: other verdicts"
}
# shows PATTERN: a row of what it prints.
shows() {
  cases=$((cases + 1))
  grep -Eq -- "$1" "$work/csv" || complain "no /$1/"
}

# Which component has a collective is shown without rules, too; one rank's lines do not tell how many ran.
printf 'coll:base:comm_select: communicator MPI_COMM_WORLD rank 0 %s\n' 'bcast -> han' 'reduce -> tuned' >who
: >verdicts
took 0 who
shows '^bcast,coll/han'
shows '^reduce,coll/tuned'
shows '^library,Open MPI,ok,unknown number of ranks'

cat >rules <<'END'
1  # collectives
7  # bcast
1
2 3
0 6 0 0  # binomial
1024 5 0 8192
131072 3 0 32768
END
printf 'line %d: in force\n' 5 6 7 >verdicts
took 0 "$logs/ompi-on" --rules rules
shows '^coll components,"tuned 30, basic 10, libnbc 10"'
# Their lines as others hand them on: carriage returns, mpirun --tag-output, an end that was cut off.
sed 's/^/[1,0]<stderr>:/; s/$/\r/' "$logs/ompi-on" >tagged
took 0 tagged --rules rules
{ cat "$logs/ompi-on"; printf '[vm:24845] coll:base:comm_sel'; } >cut
took 0 cut --rules rules

off='line 5: not in force: coll_tuned_use_dynamic_rules is not set: no rules are read'
others() { printf '%s\n' "$1" "line $2: not in force, as before" "line $3: not in force, as before" >verdicts; }
others "$off" 6 7
took 1 "$logs/ompi-off" --rules rules
others 'line 5: not in force: coll/sm runs bcast, not coll/tuned' 6 7
took 1 "$logs/ompi-sm" --rules rules
# Rules for 8 ranks hold for 2 where no block stands before theirs (the runs below are asked).
mkdir eight
sed 's/^2 3/8 3/' rules >eight/rules
printf 'line %d: in force\n' 5 6 7 >verdicts
took 0 "$logs/ompi-on" --rules eight/rules
printf '1 7 2\n0 1\n0 0 0 0\n8 2\n0 6 0 0\n1024 5 0 8192\n' >eight/rules
printf '%s\n' 'line 3: in force' 'line 5: not in force: it is for 8 and more ranks, and 2 ran' \
  'line 6: not in force, as before' >verdicts
took 0 "$logs/ompi-on" --rules eight/rules
took 0 "$logs/ompi-on" --rules eight/rules -n 2
# Rules that leave the decision to the library, for other numbers of ranks, are only counted.
printf 'line %d: in force\n' 5 6 >verdicts
took 0 "$logs/ompi-on" --rules eight/rules -n 8
shows '^other numbers of ranks,1 rule,ok,they leave the decision to the library'
# JSON has no such way out: none of its rules is for 2 ranks.
printf '{"collectives": {"bcast": [{"comm_size_min": 8, "rules": [\n {"alg": "binomial"}]}]}}\n' >eight/rules.json
echo 'line 2: not in force: it is for 8 and more ranks, and 2 ran' >verdicts
took 1 "$logs/ompi-6" --rules eight/rules.json
# 4.1 drops the file, and what it was meant to say is told.
{ echo rule-file-version-2; cat rules; } >version && mv version eight/rules
others 'line 6: not in force: lint: 4.1 does not know rule-file-version-: the number after it is read as the negative number of collectives, and the whole file is dropped' 7 8
took 1 "$logs/ompi-on" --rules eight/rules
shows '^release,ompi-4.1,note,'
sed 's/^0 6/0 16/' rules >eight/rules
printf '%s\n' 'line 5: not in force: lint: bcast of ompi-4.1 has no algorithm 16 (0 to 9): every call that meets this rule fails' \
  'line 6: in force' 'line 7: in force' >verdicts
took 1 "$logs/ompi-range" --rules eight/rules
shows '^bcast,fails,problem,'
cp rules other
others 'line 5: not in force: the rules are those of rules' 6 7
took 1 "$logs/ompi-on" --rules other
# Another communicator's ranks are no mistake where there are rules for those that ran.
printf '1 7 2\n2 1\n0 6 0 0\n4 1\n0 1 0 0\n' >eight/rules
printf '%s\n' 'line 3: in force' 'line 5: not in force: it is for 4 and more ranks, and 2 ran' >verdicts
took 0 "$logs/ompi-on" --rules eight/rules
# A log that does not tell.
grep -v coll_tuned "$logs/ompi-on" | grep -v mpi_show >silent
printf '%s\n' 'line 5: not known: the log lacks whether rules are read: --mca mpi_show_mca_params all' \
  'line 6: not known, as before' 'line 7: not known, as before' >verdicts
took 0 silent --rules rules

# UCX below: the difference of the two transports.
printf 'line %d: in force\n' 5 6 7 >verdicts
took 0 "$logs/ompi-ucx" --rules rules
shows '^transport,ompi-ucx,note,the rules assume ompi-vader; -p PLATFORM'
shows '^messages 93..6237,sysv/memory,ok,eager copy-in copy-out'
shows '^messages 6238..,cma/memory,ok,rendezvous zero-copy read from remote'
cases=$((cases + 1))
"$turnstile" doctor --took "$logs/ompi-ucx" --rules rules -p knl --format csv >"$work/csv" 2>"$work/err" ||
  complain "costs: status $?"
[ "$(grep -c 'in force; at .* us, ' "$work/csv")" = 3 ] || complain 'not three costs'
# As much as the two runs by themselves.
at() { "$turnstile" run -p knl -c bcast -n 2 --buffers rewritten --format csv "$@" | cut -d, -f 21 | tail -n 1; }
predicted=$(at -a binary -P segment=8192 -s 1K --transport "file:$logs/ompi-ucx")
printf -v predicted '%.4g' "$predicted"
shows "^bcast 1K.*at 1K $predicted us, "

# Releases that are not here, by their sources.
cat >rules.json <<'END'
{"collectives": {"bcast": [{"comm_size_min": 2, "comm_size_max": 2, "rules": [
 {"msg_size_max": 1023, "alg": "binomial"},
 {"msg_size_min": 1024, "alg": "pipeline", "seg_size": 8192}]}],
 "allreduce": [{"rules": [
 {"alg": "ring"}]}],
 "alltoall": [{"rules": [
 {"alg": "nosuch"}]}]}}
END
printf '%s\n' 'line 2: ran: 1 of 2 calls, of any size' 'line 3: in force' \
  'line 5: not in force: coll/xhc runs allreduce, not coll/tuned' \
  "line 7: not in force: lint: alltoall has no algorithm " >verdicts
took 1 "$logs/ompi-6" --rules rules.json
printf '[team_size=8]\nUCC_TL_UCP_TUNE=allreduce:0-4k:@0#allreduce:4k-inf:@1#bcast:0-inf:@0\n[team_size=4]\nUCC_TL_UCP_TUNE=bcast:0-inf:@0\n' >ucc.conf
printf '%s\n' 'line 2: in force' 'line 2: in force' \
  'line 2: not in force: TL_SHARP runs bcast there, not TL_UCP' \
  'line 4: not in force: it is for 4 ranks, and 8 ran' >verdicts
took 1 "$logs/ucc" --rules ucc.conf
printf '{"collective=bcast":\n {"comm_type=intra": {"avg_msg_size<=8192":\n {"algorithm=MPIR_Bcast_intra_binomial": {}}, "avg_msg_size=any":\n {"algorithm=MPIR_Bcast_intra_scatter_recursive_doubling_allgather": {}}}}}\n' >mpich.json
printf '%s\n' 'line 3: ran: 16 of 22 calls, of any size' 'line 4: not known: the log lacks a call of it' >verdicts
took 0 "$logs/mpich-counters" --rules mpich.json --for mpich-4.0
shows '^bcast 8193..,scatter_recursive_doubling_allgather,note'
printf 'UCX_RNDV_THRESH=16K\nUCX_TLS=sm,self\nUCX_ZCOPY_THRESH=1M\n' >ucx.conf
printf '%s\n' 'line 1: not in force: rendezvous begins at 6238 bytes' 'line 2: in force' \
  'line 3: not known: the log lacks this setting' >verdicts
took 1 "$logs/mpich-ucx" --rules ucx.conf
printf 'coll_xhc_priority = 40\ncoll_xhc_bcast_chunk_size = 16K\n' >xhc.conf
printf '[a:1] coll_xhc_priority=40 (file (x))\n[a:1] coll_xhc_bcast_chunk_size=8K (environment)\n' >xhc.log
printf '%s\n' 'line 1: in force' 'line 2: not in force: it is 8K (environment)' >verdicts
took 1 xhc.log --rules xhc.conf

# What a terminal would obey is only shown.
printf '[a:1] coll_tuned_dynamic_rules_filename=\033[2J (environment)\n' >escape
"$turnstile" doctor --took escape >csv 2>"$work/err"
shows 'rules_filename .033\[2J'

# Bad input.
: >empty
echo hello >hello
refuse 2 '^turnstile: empty: empty$' doctor --took empty
refuse 2 'hello: no line of Open MPI, MPICH, UCC or UCX' doctor --took hello
refuse 2 'mpich.json: rules for mpich-5.0, but .*ompi-on has no line of MPICH, only of Open MPI' \
  doctor --took "$logs/ompi-on" --rules mpich.json
refuse 2 'hello: no rule for ompi-4.1: ' doctor --took "$logs/ompi-on" --rules hello
refuse 2 'nowhere: No such file' doctor --took nowhere
refuse 2 'nowhere: No such file' doctor --took "$logs/ompi-on" --rules nowhere
refuse 2 'rules: only with --took LOG' doctor --rules rules
refuse 2 'for: only with --took LOG' doctor --for ompi-4.1

# UCX's table as a transport is that of UCX with its limits.
same() { "$turnstile" run -p knl -c bcast -a binomial -n 8 -s 1K..16K --format csv "$@"; }
same --transport "file:$logs/mpich-ucx" >by_log 2>"$work/err" || complain "file:LOG: status $?"
same --transport ompi-ucx --set inline_limit=92 --set eager_limit=6237 --set rendezvous_limit=6237 \
  --set rendezvous_limit.blocking=6237 >by_hand
cases=$((cases + 2))
diff by_log by_hand >"$work/err" || complain 'file:LOG is not the limits of its table'
same --transport "file:$logs/mpich-ucx" --set eager_limit=1K | grep -q 'eager_limit=1K;inline_limit=92' ||
  complain '--set does not override file:LOG'
sed 's/| *6238\.\.inf .*/& /; s/cma\/memory /sysv\/memory/; s/zero-copy read from remote/fragmented copy-in copy-out/' \
  "$logs/mpich-ucx" >cells
same --transport file:cells 2>"$work/err" | grep -q ',cico,' || complain 'through cells: not cico'
sed 's/eager short/inline send/' "$logs/mpich-ucx" >new
refuse 2 'file:.*|new: line [0-9]*: "inline send" from 0 bytes on is not in the form of UCX 1.13 to 1.20' \
  run -p knl -c bcast -s 1K --transport file:new
grep -v 'inf ' "$logs/mpich-ucx" >short
refuse 2 'short: line [0-9]*: the table has no sizes from 6238 on' run -p knl -c bcast -s 1K --transport file:short
# 150,000 tables of a rank to itself: read in a second, not in minutes.
awk 'BEGIN { for (i = 0; i < 150000; i++) printf "[vm:1:0] | 0x1 ep_cfg[0] | tagged message by ucp_tag_send*() from host memory |\n\
[vm:1:0] | 0..inf | eager short | self/memory0 |\n" }' >many
refuse 2 'many: no table of messages within a node' run -p knl -c bcast -s 1K --transport file:many
# An adapter that carries bytes inside the node, with shared memory or alone; the log has the lanes of a
# node with two of them.
sed 's/| *6238\.\.inf .*/& /; s/cma\/memory /55% on cma\/memory and 45% on rc_mlx5\/mlx5_2:1 /' "$logs/mpich-ucx" >two
sed 's/cma\/memory /rc_mlx5\/mlx5_2:1 /' "$logs/mpich-ucx" >alone
: >verdicts
for log in two alone; do
  took 0 $log
  shows 'adapter,.*rc_mlx5/mlx5_2:1.*,.*inside the node, 6238..: its cost is not predicted.*UCX_TLS=shm,self'
done
says 0 'from 6238 bytes on: 55% on cma/memory and 45% on rc_mlx5/mlx5_2:1; predicted as cma alone' \
  run -p knl -c bcast -s 16K -a binomial --transport file:two
[ "$(grep -c 'inside the node' "$work/err")" = 1 ] || complain 'the adapter is named more than once'
refuse 2 'go over rc_mlx5/mlx5_2:1 from 6238 bytes on, which is not simulated' \
  run -p knl -c bcast -s 1K --transport file:alone
took 0 "$logs/mpich-ucx"
grep -q '^adapter' "$work/csv" && complain 'shared memory alone is no adapter'
# A transport's limits go together.
for set in eager_limit=64K rendezvous_limit=64K; do
  says 0 "set ${set%=*} keeps the other limits of ompi-ucx, .*: set .*rendezvous_limit.blocking" \
    run -p knl -c bcast -s 16K -a binomial --transport ompi-ucx --set $set
done
same --transport ompi-ucx --set eager_limit=64K --set rendezvous_limit=64K --set rendezvous_limit.blocking=64K \
  2>"$work/err" >by_hand
grep -q keeps "$work/err" && complain 'all limits are set, and a line is printed'
refuse 2 'ompi-on: no table of UCX_PROTO_INFO=y' run -p knl -c bcast -s 1K --transport "file:$logs/ompi-on"

# Runs of Open MPI 4.1: where doctor calls rules in force, the algorithms that it calls are the rules'.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
export OMPI_MCA_coll_base_verbose=10 OMPI_MCA_mpi_show_mca_params=env
live() {
  timeout 60 mpirun.openmpi -n 2 -x LD_PRELOAD="$work/show.so" "${@:2}" "$work/program" 512 4096 1048576 \
    >"$work/called" 2>"$1" </dev/null
}
if ! command -v mpicc.openmpi >/dev/null || ! mpirun.openmpi --version 2>&1 | grep -q ' 4\.1\.' ||
  ! mpi_starts mpirun.openmpi || ! mpicc.openmpi -O1 -o "$work/program" "$here/bcast_sizes.c" 2>"$work/err" ||
  ! gcc -shared -fPIC -O1 -o "$work/show.so" "$here/show_rules.c" -ldl 2>"$work/err"; then
  echo 'skipped: runs of Open MPI 4.1, which is not here or does not run'
else
  dynamic=(--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename)
  printf '512 binomial 0\n4096 bintree 8192\n1048576 pipeline 32768\n' >wanted
  live on.log "${dynamic[@]}" rules || complain "Open MPI: status $?"
  diff wanted called >"$work/err" || complain 'other algorithms than the rules'
  printf 'line %d: in force\n' 5 6 7 >verdicts
  took 0 on.log --rules rules
  sed 's/^2 3/8 3/' rules >eight/rules
  live eight.log "${dynamic[@]}" eight/rules || complain "for 8 ranks: status $?"
  diff wanted called >"$work/err" || complain 'rules for 8 ranks do not hold for 2'
  took 0 eight.log --rules eight/rules
  live off.log || complain "Open MPI without rules: status $?"
  diff wanted called >"$work/err" && complain 'the rules are in force by themselves'
  others "$off" 6 7
  took 1 off.log --rules rules
  live sm.log "${dynamic[@]}" rules --mca coll_sm_priority 40 || complain "coll/sm: status $?"
  [ ! -s called ] || complain 'coll/tuned has broadcasts, not coll/sm'
  others 'line 5: not in force: coll/sm runs bcast, not coll/tuned' 6 7
  took 1 sm.log --rules rules
  # Over UCX, where Open MPI has it: its table as it is printed now.
  export UCX_PROTO_ENABLE=y UCX_PROTO_INFO=y UCX_LOG_LEVEL=info
  if live ucx.log "${dynamic[@]}" rules --mca pml ucx --mca pml_ucx_tls any --mca pml_ucx_devices any; then
    cat called >>ucx.log
    printf 'line %d: in force\n' 5 6 7 >verdicts
    took 0 ucx.log --rules rules
    shows '^transport,ompi-ucx,note,'
    same --transport file:ucx.log 2>"$work/err" | grep -q ';rendezvous_limit=[0-9]' || complain "no limits in UCX's table"
  else
    echo 'skipped: Open MPI over UCX, which does not start here'
  fi
fi
finish
