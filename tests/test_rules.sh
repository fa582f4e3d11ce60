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
mpi_starts mpirun.openmpi || exit 77
mpicc.openmpi -O1 -o "$work/program" "$here/bcast_sizes.c" 2>"$work/err" &&
  gcc -shared -fPIC -O1 -o "$work/show.so" "$here/show_rules.c" -ldl 2>"$work/err" ||
  { echo "skipped: a program of Open MPI cannot be built here"; exit 77; }

# calls FILE [RANKS SIZE...]: "bytes algorithm segment" of each broadcast under the rules in FILE,
# and "collective bytes algorithm" of other calls.
calls() {
  local file=$1 n=${2:-2}
  shift; shift
  (($#)) || set -- 512 1024 4096 131072 1048576 1048577 a99 a100 a199 a200 a201 t50 t51
  timeout 60 mpirun.openmpi -n "$n" -x LD_PRELOAD="$work/show.so" \
    --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename "$file" \
    "$work/program" "$@" 2>"$work/err" </dev/null
}

cat >"$work/rows.csv" <<'END'
source,version,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,size_bytes,avg_us,transport
sim,0.1.0,host,linux-6,base,2,bcast,binary,segment=2048,cico,single,unchanged,1024,1,ompi-vader
sim,0.1.0,host,linux-6,base,2,bcast,chain,fanout=1;segment=512,cico,single,unchanged,4096,1,ompi-vader
sim,0.1.0,host,linux-6,base,2,bcast,pipeline,segment=32768,cico,single,unchanged,131072,1,ompi-vader
sim,0.1.0,host,linux-6,base,2,bcast,pipeline,segment=32768,cico,single,unchanged,1048576,1,ompi-vader
sim,0.1.0,host,linux-6,base,2,allgather,ring,,cico,single,unchanged,100,1,ompi-vader
sim,0.1.0,host,linux-6,base,2,allgather,bruck-p2p,,cico,single,unchanged,200,1,ompi-vader
sim,0.1.0,host,linux-6,base,2,alltoall,bruck-p2p,,cico,single,unchanged,50,1,ompi-vader
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

# The same rows of another transport are refused, with the command that makes the right ones; OSU's
# and other measured ones are not.
sed 's/ompi-vader$/ompi-ob1/' "$work/rows.csv" >"$work/others.csv"
refuse 2 'transport ompi-vader .*: turnstile sweep -p host.xml -c bcast,allgather,alltoall -n 2 -s 50\.\.200,1K.* --for ompi-4.1\)' \
  export "$work/others.csv" --for ompi-4.1
sed 's/^sim/imported/' "$work/others.csv" >"$work/measured.csv"
"$turnstile" export "$work/measured.csv" --for ompi-4.1 >"$work/out" 2>"$work/err" ||
  complain "measured rows are refused"
cases=$((cases + 1))

# The recipe of docs/start-library.md, as it is written there but for the ranks, on a machine that is not included: what
# is in force is what the file says.
recipe() {
  local n=$1 line
  (
    cd "$work" || exit 1
    lstopo-no-graphics -i 'pack:2 numa:1 l3:4 core:8 pu:1' --of xml --force lstopo.xml >"$work/out" || exit 1
    turnstile() { "$turnstile_path" "$@"; }
    while read -r line; do
      eval "${line//-n 64/-n $n}" >>"$work/talk" 2>&1 || { echo "fails: $line" >"$work/err"; exit 1; }
    done < <(sed -n '/^## Without measuring/,$s/^    \(turnstile .*\)/\1/p' "$here/../docs/start-library.md")
  )
}
turnstile_path=$(realpath "$turnstile")
if command -v lstopo-no-graphics >"$work/out"; then
  for n in 64 4; do
    rm -f "$work"/rows.sqlite* "$work/node.xml" "$work/rules.conf" "$work/report.html"
    recipe "$n" || complain "the page's recipe with $n ranks"
    cases=$((cases + 1))
    grep -q 'Rules for ompi-4.1' "$work/report.html" || complain "no rules in the report of $n ranks"
    for loss in 0 2; do
      "$turnstile" export "$work/rows.sqlite" --for ompi-4.1 --loss "$loss" 2>"$work/err" |
        grep -c '^[0-9]* [0-9]* [0-9]* [0-9]*  # [^t]' >"$work/loss$loss"
    done
    (($(cat "$work/loss2") <= $(cat "$work/loss0"))) || complain "more rules with a loss of 2 %"
    [ -n "${TN_SHOW-}" ] && echo "$n ranks: $(cat "$work/loss0") rules, $(cat "$work/loss2") with --loss 2"
  done
  sizes=(64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 262144)
  calls "$work/empty" 4 "${sizes[@]}" >"$work/own" || complain "4 ranks without rules: status $?"
  calls "$work/rules.conf" 4 "${sizes[@]}" >"$work/found" || complain "4 ranks with rules: status $?"
  awk -v own="$work/own" '
    BEGIN { while ((getline line < own) > 0) { split(line, word, " "); other[word[1]] = line } }
    /# bcast$/ { is_bcast = 1 }
    is_bcast && /^4 .*# 4 ranks/ { in_block = 1; next }
    in_block && /ranks$/ { exit }
    in_block { from[++n] = $1; number[n] = $2; segment[n] = $4; name[n] = $6 }
    END {
      for (size = 64; size <= 262144; size *= 2) {
        for (k = n; k > 1 && from[k] > size; k--);
        sub(/binary_tree/, "bintree", name[k])
        is_cut = name[k] !~ /linear|scatter|knomial/
        if (number[k]) print size, name[k], is_cut ? segment[k] : "-"
        else print other[size]
      }
    }' "$work/rules.conf" >"$work/wanted"
  [ -n "${TN_SHOW-}" ] && cat "$work/rules.conf" "$work/wanted" "$work/found"
  awk 'NR == FNR { wanted[$1] = $2; segment[$1] = $3; next }
    wanted[$1] != $2 || (segment[$1] != "-" && segment[$1] != $3) { print; bad = 1 }
    END { exit bad || FNR != 13 }' "$work/wanted" "$work/found" >"$work/err" ||
    complain "other algorithms than the recipe's rules"
  cases=$((cases + 13))
fi
cases=$((cases + 13)) # calls, each with and without a file in force
[ -n "${TN_SHOW-}" ] && { echo "library's own:"; cat "$work/own"; echo "rules:"; cat "$work/wanted"; }
finish
