#!/bin/bash
# What --format json prints is what help --schema says, and has the columns of --format csv. Argument:
# turnstile.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 77; }
cd "$work" || exit 1
"$turnstile" help --schema >schema 2>"$work/err" || complain 'no schema'

# Types, members and references, which is all that the schema has. Arguments: schema, its part, a
# document and the same as CSV, whose header has the members of the rows ("" when there is none).
cat >check.py <<'X'
import csv, json, sys
schema, part, document, table = sys.argv[1:]
TYPES = {"string": str, "number": (int, float), "null": type(None), "object": dict, "array": list}
def check(value, schema, where):
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, TYPES[t]) for t in types):
        sys.exit(f"{where}: {value!r} is not {types}")
    if types == ["object"]:
        if sorted(value) != sorted(schema["required"]) or sorted(value) != sorted(schema["properties"]):
            sys.exit(f"{where}: has {sorted(value)}, not {sorted(schema['required'])}")
        for name in value:
            check(value[name], schema["properties"][name], f"{where}.{name}")
    for i, item in enumerate(value if types == ["array"] else []):
        check(item, schema["items"], f"{where}[{i}]")
schema = json.load(open(schema))
if {"$ref": f"#/$defs/{part}"} not in schema["anyOf"]:
    sys.exit(f"{part}: not in anyOf")
document = json.load(open(document))
check(document, schema["$defs"][part], part)
if not document:
    sys.exit(f"{part}: nothing to check")
if table and list(document[0]) != next(csv.reader(open(table))):
    sys.exit(f"{part}: other columns than the CSV's")
# The output of doctor changes from one call to the next.
rows = list(csv.DictReader(open(table))) if table and part != "doctor" else []
if rows and len(rows) != len(document):
    sys.exit(f"{part}: {len(document)} objects, {len(rows)} lines of CSV")
for row, item in zip(rows, document):
    for name, text in row.items():
        value = item[name]
        same = float(text) == value if isinstance(value, (int, float)) else text == (value or "")
        if not same:
            sys.exit(f"{part}: {name} is {value!r}, in the CSV {text!r}")
X

# agrees PART COMMAND...: its JSON with the schema and its CSV.
agrees() {
  local part=$1 table=rows.csv
  shift
  cases=$((cases + 1))
  "$turnstile" "$@" --format json >document 2>"$work/err" || { complain "$*"; return; }
  case $part in
    explain | compare) table= ;;
    *) "$turnstile" "$@" --format csv >rows.csv 2>"$work/err" || complain "$* as csv" ;;
  esac
  python3 check.py schema "$part" document "$table" 2>"$work/err" || complain "$*"
}

"$turnstile" run -p knl -c bcast -a cma -n 6 -s 1K,64K --format csv -o simulated.csv 2>"$work/err"
sed 's/^sim/measured/' simulated.csv >measured.csv
for command in run "run --closed-form"; do
  agrees run $command -p knl -c bcast -a direct-read,k-nomial -n 4 -s 1K
done
agrees tune tune -p knl -c bcast -a linear,direct-read -n 4 -s 1K..8K --for ompi-4.1
agrees tune-tree tune -p knl -c bcast -a cma -n 4,8 -s 1K..8K --loss 2% --tree
agrees tune-robust tune --robust -p knl,broadwell -c bcast -a cma -n 4 -s 4K
agrees diff diff ompi-6.0 ompi-main -p broadwell -c reduce -n 28 -s 1K
agrees explain-sensitivity explain --sensitivity -p knl -c scatter -a cma -n 4 -s 4K
agrees run-delay-map run -p knl -c bcast -a chain -n 4 -s 4K --delay-map 1:1ms
agrees compare compare simulated.csv measured.csv
agrees explain explain -p knl -c scatter -a parallel-read -n 4 -s 4K
agrees platform-show platform show knl
if has_satellites; then
  agrees doctor doctor
  agrees trace-show trace show "$TN_SOURCE_ROOT/examples/cg-2.trace"
  agrees replay replay "$TN_SOURCE_ROOT/examples/cg-2.trace" -p epyc-7763
fi

# cell KIND COLUMN KEY...: the column of the entry of a list whose first cells these are.
cell() {
  "$turnstile" list "$1" --format csv | python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin):
    if list(row.values())[:len(sys.argv) - 2] == sys.argv[2:]:
        print(row[sys.argv[1]])' "${@:2}"
}

# A list has one line for each entry of its text.
for kind in collectives algorithms libraries platforms laws kernels transports parameters scenarios; do
  agrees "list-$kind" list "$kind"
  cases=$((cases + 1))
  n=$("$turnstile" list "$kind" | grep -vE '^(collective|platform|parameter) ' | grep -c '^[a-z]')
  [ "$(tail -n +2 rows.csv | wc -l)" = "$n" ] || complain "list $kind --format csv: not $n lines"
done
while IFS='|' read -r kind column key expected; do
  cases=$((cases + 1))
  # shellcheck disable=SC2086 # words
  found=$(cell "$kind" "$column" $key)
  [ "$found" = "$expected" ] || complain "list $kind: $column of $key is $found, not $expected"
done <<'X'
algorithms|ompi|bcast k-nomial|knomial
algorithms|ompi_number|bcast k-nomial|7
algorithms|mpich|bcast k-nomial|tree
algorithms|summary|scatter+scatterv parallel-read|all ranks read their block from the root at once
algorithms|ucc|bcast sag-knomial|sag_knomial
algorithms|defaults|bcast k-nomial|throttle=4
algorithms|source|bcast k-nomial|CMA paper, V.B.2
algorithms|mechanisms|bcast k-nomial|cma, knem, xpmem, memfd, device-ipc
algorithms|defaults|pattern one-source|buffer=same;direction=read
libraries|collectives|library:nccl|bcast, allgather, reduce, allreduce, reduce_scatter_block
parameters|unit|alpha|s
parameters|default|alpha|must be given
parameters|default|copy_rate.llc|as copy_rate
parameters|profiles|gamma_b|kernel linux-6: 0.7
parameters|range|page_size|512 to 1M, a power of two
collectives|algorithms|pattern|6
platforms|memory_domains|abci-a|2
X
refuse 2 'list: --format csv: which one\? \(collectives, algorithms, .*scenarios\)' list --format csv
refuse 2 'no format "osu" .there are: text, csv, json' list laws --format osu
refuse 2 '.-format: no such option here' help --format csv
refuse 2 'help: unexpected word "run"' help --schema run
finish
