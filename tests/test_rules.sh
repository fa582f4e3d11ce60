#!/bin/bash
# Rules that export writes are in force in Open MPI 4.1 with two ranks, and a file that lint finds
# dropped is dropped. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
if ! command -v mpicc.openmpi >/dev/null || ! mpirun.openmpi --version 2>&1 | grep -q ' 4\.1\.'; then
  echo "skipped: needs Open MPI 4.1"
  exit 77
fi
mpicc.openmpi -O1 -o "$work/program" "$here/bcast_sizes.c" 2>"$work/err" &&
  gcc -shared -fPIC -O1 -o "$work/show.so" "$here/show_rules.c" -ldl 2>"$work/err" ||
  { echo "skipped: a program of Open MPI cannot be built here"; exit 77; }

# calls FILE: "bytes algorithm segment" of each broadcast under the rules in FILE, and
# "collective bytes algorithm" of other calls.
calls() {
  timeout 60 mpirun.openmpi -n 2 -x LD_PRELOAD="$work/show.so" \
    --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename "$1" \
    "$work/program" 512 1024 4096 131072 1048576 1048577 \
    a99 a100 a199 a200 a201 t50 t51 2>"$work/err" </dev/null
}

cat >"$work/rows.csv" <<'END'
source,version,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,size_bytes,avg_us
sim,0.1.0,host,linux-6,base,2,bcast,binary,segment=2048,cico,single,unchanged,1024,1
sim,0.1.0,host,linux-6,base,2,bcast,chain,fanout=1;segment=512,cico,single,unchanged,4096,1
sim,0.1.0,host,linux-6,base,2,bcast,pipeline,segment=32768,cico,single,unchanged,131072,1
sim,0.1.0,host,linux-6,base,2,bcast,pipeline,segment=32768,cico,single,unchanged,1048576,1
sim,0.1.0,host,linux-6,base,2,allgather,ring,,cico,single,unchanged,100,1
sim,0.1.0,host,linux-6,base,2,allgather,bruck-p2p,,cico,single,unchanged,200,1
sim,0.1.0,host,linux-6,base,2,alltoall,bruck-p2p,,cico,single,unchanged,50,1
END
"$turnstile" export "$work/rows.csv" --for ompi-4.1 -o "$work/rules" 2>"$work/err" ||
  complain "no rules"
"$turnstile" lint "$work/rules" --for ompi-4.1 >"$work/err" || complain "flaws in the rules"
: >"$work/empty"
calls "$work/empty" >"$work/own" || complain "without rules: status $?"
calls "$work/rules" >"$work/found" || complain "with rules: status $?"
{
  head -n 1 "$work/own"
  printf '%s\n' '1024 bintree 2048' '4096 chain 512' '131072 pipeline 32768' \
    '1048576 pipeline 32768'
  grep '^1048577 ' "$work/own"
  # By the block times the two ranks.
  grep '^allgather 99 ' "$work/own"
  printf 'allgather %s\n' '100 ring' '199 ring' '200 bruck'
  grep '^allgather 201 ' "$work/own"
  echo 'alltoall 50 bruck'
  tail -n 1 "$work/own"
} >"$work/wanted"
diff "$work/wanted" "$work/found" >"$work/err" || complain "other algorithms than the rules'"

# The same rules behind a version that 4.1 does not know: dropped, as lint says.
{ echo rule-file-version-2; cat "$work/rules"; } >"$work/dropped"
"$turnstile" lint "$work/dropped" --for ompi-4.1 >"$work/out" && complain "no flaw is found"
calls "$work/dropped" >"$work/found" || complain "with a dropped file: status $?"
diff "$work/own" "$work/found" >"$work/err" || complain "a file that lint calls dropped is in force"
cases=13 # calls, each with and without a file in force
[ -n "${TN_SHOW-}" ] && { echo "library's own:"; cat "$work/own"; echo "rules:"; cat "$work/wanted"; }
finish
