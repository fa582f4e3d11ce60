#!/bin/bash
# Tables that export writes are loaded by MPICH 4.0 and in force with four ranks, seen by the sizes
# of its copies; and a table that lint complains of aborts. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
export MPIEXEC_ALLOW_ROOT=1
if ! command -v mpicc.mpich >/dev/null || ! mpichversion 2>/dev/null | grep -q 'Version:[[:space:]]*4\.0\.' ||
  ! mpichversion | grep -q 'ch4'; then
  echo "skipped: needs MPICH 4.0 with ch4"
  exit 77
fi
mpi_starts mpiexec.hydra || exit 77
mpicc.mpich -O1 -rdynamic -fno-builtin -o "$work/program" "$here/bcast_copies.c" 2>"$work/err" ||
  { echo "skipped: a program of MPICH cannot be built here"; exit 77; }
library=$(ldd "$work/program" | awk '$1 ~ /^libmpich/ { print $3 }')
[ -r "$library" ] || { echo "skipped: no shared library of MPICH"; exit 77; }

cat >"$work/rows.csv" <<'END'
source,version,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,size_bytes,avg_us,transport
sim,0.1.0,host,linux-6,base,4,bcast,scatter-ring-allgather,,cico,single,unchanged,800,1,mpich-4.0
sim,0.1.0,host,linux-6,base,4,bcast,binomial,segment=0,cico,single,unchanged,900,1,mpich-4.0
sim,0.1.0,host,linux-6,base,4,bcast,scatter-doubling-allgather,,cico,single,unchanged,960,1,mpich-4.0
sim,0.1.0,host,linux-6,base,4,bcast,release-gather,buffer=32768;cells=4;forward=whole;radix=64;tree=kary,cico,single,unchanged,1000,1,mpich-4.0
sim,0.1.0,host,linux-6,base,4,allgather,ring,,cico,single,unchanged,200,1,mpich-4.0
END
refuse 2 'needs --base: .*generic.json.*libmpich.so' export "$work/rows.csv" --for mpich-4.0
refuse 2 'not a table of mpich-4.0|: not ' export "$work/rows.csv" --for mpich-4.0 --base "$work/rows.csv"
refuse 2 'not needed for files of ompi-4.1' export "$work/rows.csv" --for ompi-4.1 --base "$library"
"$turnstile" export "$work/rows.csv" --for mpich-4.0 --base "$library" -o "$work/mpich.json" \
  2>"$work/err" || complain "no tables"
"$turnstile" lint "$work/mpich.json" "$work/mpich.ch4.json" --for mpich-4.0 >"$work/err" ||
  complain "flaws in the tables"
# Neither table goes where something is read, or where nothing can be written.
cp "$work/rows.csv" "$work/read.ch4.json"
refuse 2 'read.ch4.json: it is read' export "$work/read.ch4.json" --for mpich-4.0 \
  --base "$library" -o "$work/read.json"
cmp -s "$work/rows.csv" "$work/read.ch4.json" || complain "ROWS are overwritten"
cp "$work/mpich.ch4.json" "$work/base.ch4.json"
refuse 2 'base.ch4.json: it is read' export "$work/rows.csv" --for mpich-4.0 \
  --base "$work/mpich.json,$work/base.ch4.json" -o "$work/base.json"
mkdir "$work/folder.ch4.json"
refuse 2 'folder.ch4.json: cannot write there' export "$work/rows.csv" --for mpich-4.0 \
  --base "$library" -o "$work/folder.json"
for file in read base folder; do
  [ -e "$work/$file.json" ] && complain "$file.json is written"
done

# calls NAME=VALUE...: sizes of copies, in ranks 0 to 3.
calls() {
  env "$@" timeout 120 mpiexec.hydra -n 4 "$work/program" 700 800 900 960 1000 a100 a200 a201 \
    2>"$work/err" </dev/null
}
calls LANG=C >"$work/own" || complain "without tables: status $?"
calls MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="$work/mpich.json" \
  MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE="$work/mpich.ch4.json" >"$work/found" ||
  complain "with tables: status $?"
own() { grep "^$1:" "$work/own"; }
ring='200 200 200 200 200 200'
{
  own 700
  echo "800: 400 200 $ring | 200 $ring | 400 200 $ring | 200 $ring"
  echo '900: 900 900 | 900 | 900 900 | 900'
  echo '960: 480 240 240 240 480 480 | 240 240 240 480 480 | 480 240 240 240 480 480 | 240 240 240 480 480'
  own 1000
  own a100
  echo "a200: $ring | $ring | $ring | $ring"
  own a201
} >"$work/wanted"
diff "$work/wanted" "$work/found" >"$work/err" || complain "other algorithms than the tables'"
cases=$((cases + 8))

# An algorithm of 4.1: MPICH 4.0 aborts, as lint says.
sed 's/MPIR_Bcast_intra_scatter_ring_allgather/MPIR_Bcast_intra_tree/' "$work/mpich.json" \
  >"$work/newer.json"
"$turnstile" lint "$work/newer.json" --for mpich-4.0 >"$work/out" && complain "no flaw is found"
grep -q 'no algorithm "tree" of bcast: MPICH aborts' "$work/out" || complain "another flaw"
calls MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="$work/newer.json" >"$work/found" &&
  complain "MPICH takes what lint says it aborts on"

# with NAME BODY: the table with another object of bcast as NAME.json.
with() {
  awk -v body="$2" '/"collective=bcast":/ { print "\"collective=bcast\": " body ","; skip = 1; next }
    /"collective=/ { skip = 0 } !skip' "$work/mpich.json" >"$work/$1.json"
}
# aborts NAME WHAT: MPICH aborts, and lint finds WHAT.
aborts() {
  calls MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="$work/$1.json" >"$work/found" &&
    complain "MPICH takes $1.json"
  "$turnstile" lint "$work/$1.json" --for mpich-4.0 >"$work/out" && complain "no flaw in $1.json"
  grep -q "$2" "$work/out" || complain "another flaw in $1.json"
  cases=$((cases + 1))
}
binomial='{ "algorithm=MPIR_Bcast_intra_binomial": {} }'
ring='{ "algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {} }'
with undefined "{ \"is_commutative=yes\": $binomial, \"is_commutative=no\": $binomial }"
aborts undefined '"is_commutative=yes" is not defined for bcast'
with bare "{ \"comm_size<=4\": $binomial, \"any\": $binomial }"
aborts bare 'unknown key "any"'
# Commas too many and what stands behind the end are taken.
with comma "{ \"comm_size<=4\": $binomial, \"comm_size=any\": $binomial, }"
calls MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="$work/comma.json" >"$work/found" ||
  complain "MPICH refuses a comma too many"
"$turnstile" lint "$work/comma.json" --for mpich-4.0 >"$work/err" || complain "a comma too many"
# Behind a test of a call comm_size<4 is taken for comm_size<=4, as patch.c says.
with shifted "{ \"avg_msg_size<=850\": { \"comm_size<4\": $binomial, \"comm_size=any\": $ring },
  \"avg_msg_size=any\": { \"comm_size<=3\": $binomial, \"comm_size=any\": $ring } }"
calls MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="$work/shifted.json" >"$work/found" ||
  complain "shifted.json: status $?"
grep -q '^800: 800 800 | 800 | 800 800 | 800$' "$work/found" || complain "comm_size<4 is not <=4"
grep -q '^900: 450 225 ' "$work/found" || complain "comm_size<=3 is not what it says"
cases=$((cases + 3))
[ -n "${TN_SHOW-}" ] && { echo "MPICH's own:"; cat "$work/own"; echo "tables:"; cat "$work/wanted"; }
finish
