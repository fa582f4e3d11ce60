#!/bin/bash
# advise: what it writes, learns and refuses. Measurements are made up of its own tasks. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
has_satellites || exit 77
tests=$(realpath "$(dirname "$0")")
cd "$work" || exit 1
unset TURNSTILE_PLATFORM_PATH
select=(--for ompi-4.1 -p epyc-1p -c bcast,allreduce -n 4,8 -s 64,4K,64K)

# advise FOLDER ARGUMENT...: that succeeds; what it prints goes to $work/out.
advise() {
  local folder=$1
  shift
  cases=$((cases + 1))
  "$turnstile" advise -o "$folder" "$@" >out 2>err || complain "advise $folder $*: status $?"
}

# check WHAT COMMAND...
check() {
  local what=$1
  shift
  cases=$((cases + 1))
  : >err
  "$@" || complain "$what"
}

# answers FOLDER FACTOR...: the tasks of the folder done, in the time that is predicted for them, of the
# choice FACTOR=NAME so many times as long.
answers() {
  local folder=$1
  shift
  python3 - "$folder" "$@" <<'PY'
import csv, pathlib, sys
folder = pathlib.Path(sys.argv[1])
factors = {name: float(factor) for factor, name in (a.split("=") for a in sys.argv[2:])}
times = {(r["collective"], r["algorithm"], r["params"], r["ranks"], r["size_bytes"], r["buffers"]): float(r["avg_us"])
         for r in csv.DictReader((folder / "first.csv").open())}
for file in folder.glob("tasks-*.txt"):
    with (folder / "measured" / (file.stem + ".csv")).open("w") as out:
        out.write("source,platform,kernel,ranks,collective,algorithm,params,buffers,size_bytes,avg_us\n")
        for line in file.read_text().splitlines():
            f = line.split("\t")
            ranks = file.stem.split("-")[2]
            t = times[f[0], f[1], f[2], ranks, f[6], f[5]] * factors.get(f[1], 1)
            for _ in range(2):
                out.write(f"measured,epyc-1p,x,{ranks},{f[0]},{f[1]},{f[2]},{f[5]},{f[6]},{t:.6f}\n")
    file.unlink()
PY
}

if ! command -v python3 >/dev/null; then
  echo 'skipped: no python3'
  exit 77
fi

# A new folder.
advise a "${select[@]}" -j1
for file in platform.xml rows.sqlite rules.conf report.html sheet.html decisions.csv expected.csv measure.sh measure.c; do
  check "a/$file is there" test -s "a/$file"
done
cp a/expected.csv a/first.csv
check 'columns of decisions' grep -qx 'collective,ranks,from,to,choice,parameters,basis,expected_loss,default_loss,chance' <(head -1 a/decisions.csv)
check 'all is predicted' test "$(tail -n +2 a/decisions.csv | cut -d, -f7 | sort -u)" = predicted
check 'what measuring is for' grep -q '8 ranks, bcast 64 to 64K:' out
check 'the rules are read by the library' "$turnstile" lint a/rules.conf --for ompi-4.1
check 'how to run with them' grep -q '^# to use it: mpirun --map-by core --bind-to core --mca pml ob1 --mca coll_tuned_use' a/rules.conf
cp out first

# The worlds repeat one state of the buffers, one of equal predictions, and no choice that takes four times as
# long as the best one: all ranks and sizes are in the worlds.
worlds() {
  python3 - "$1" <<'PY'
import csv, sqlite3, sys
known = {(r["collective"], r["algorithm"]) for r in csv.DictReader(open(sys.argv[1] + "/first.csv"))}
def rows(file):
    store = sqlite3.connect(sys.argv[1] + "/" + file)
    store.row_factory = sqlite3.Row
    return [r for r in store.execute("SELECT * FROM rows") if (r["collective"], r["algorithm"]) in known]
point = lambda r: (r["collective"], r["algorithm"], r["params"], r["ranks"], r["size_bytes"])
cell = lambda r: (r["collective"], r["ranks"], r["size_bytes"], r["buffers"])
times = lambda r: cell(r) + tuple(r[c] for c in ("avg_us", "min_us", "max_us", "span_us", "transfers"))
best, first = {}, {}
predicted, moved = rows("rows.sqlite"), rows("worlds.sqlite")
for r in predicted:
    best[cell(r)] = min(r["avg_us"], best.get(cell(r), r["avg_us"]))
    first.setdefault(times(r), r)
fast = {point(r) for r in predicted if r["avg_us"] <= 4 * best[cell(r)]}
wanted = {point(first[times(r)]) for r in predicted if r["buffers"] == "unchanged" and point(r) in fast}
assert len({r["overrides"] for r in moved}) == 12
assert {r["buffers"] for r in moved} == {"unchanged"}
assert {point(r) for r in moved} == wanted, {point(r) for r in moved} ^ wanted
assert len(wanted) < len({point(r) for r in predicted})
PY
}
check 'the worlds leave out what cannot decide' worlds a

# The same again, from what the folder remembers and, elsewhere, with other workers: the same.
advise a
check 'the same command again says the same' diff <(grep -v measure.sh first) <(grep -v measure.sh out)
advise b "${select[@]}" -j2
cp -r b first-b
check 'so do two workers' diff a/decisions.csv b/decisions.csv
check 'and ask for the same' diff a/tasks-1-8.txt b/tasks-1-8.txt

# A budget for one start: the whole node's.
advise a --budget 3s
check 'one start' test "$(grep -c '^run ' a/measure.sh)" = 1

# What is measured is believed, and tells of what is not.
cp -r a part
rm part/tasks-*
advise part --budget 3s
cp a/first.csv part
answers part 0.2=linear
advise part
check 'linear, five times as fast as predicted, is taken' grep -q ',linear,' part/decisions.csv
check 'measured where it was' grep -Eq '^bcast,[48],.*,linear,,measured,' part/decisions.csv
check 'others are not' grep -Eq 'predicted|near' part/decisions.csv

# One rule has one expected loss: in the table, in rules.conf, and on the pages, which know the measurements.
# judged FOLDER: rules.conf and both pages have the losses of the table in `out`; the table has those of decisions.csv.
judged() {
  python3 - "$1" <<'PY'
import csv, pathlib, re, sys
folder = pathlib.Path(sys.argv[1])
decisions = list(csv.DictReader((folder / "decisions.csv").open()))
rules, sheet, page = ((folder / n).read_text() for n in ("rules.conf", "sheet.html", "report.html"))
out = open("out").read()
value = r"(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))? %"
lines = re.findall(rf"^(?:bcast|allreduce) .*?  +{value}  +{value}  +{value}$", out, re.M)
assert len(lines) == len(decisions)
for line, d in zip(lines, decisions):
    for i, name in enumerate(("expected_loss", "default_loss", "chance")):
        least, most = float(line[2 * i]), float(line[2 * i + 1] or line[2 * i])
        assert least - 0.5 <= 100 * float(d[name]) <= most + 0.5, (line, d)
    text = (f"{line[0]}..{line[1]}" if line[1] else line[0]) + " %"
    if d["choice"].startswith("library:"):
        assert d["expected_loss"] == d["default_loss"]
    else:
        assert f"(expected loss {text})" in rules and text in page, text
assert "s own error" not in rules + sheet + page and "that measurements left" in rules
expected = list(csv.DictReader((folder / "expected.csv").open()))
measured = [r["collective"] for r in expected if r["basis"] == "measured"]
count = f"{len(measured)} of {len(expected)} times measured"
assert measured and count in rules and f"({count})" in sheet and f"({count})" in page
for c in ("bcast", "allreduce"):
    assert (c in measured) != (f"{c} on epyc-1p has not been compared" in rules), c
# The gain: the default's time over the rule's, at the points that rules decide. decisions.csv has the same rules.
point = lambda r: (r["collective"], int(r["ranks"]), int(r["size_bytes"]), r["buffers"])
default = {point(r): float(r["avg_us"]) for r in expected if r["algorithm"].startswith("library:")}
ratios = [default[point(r)] / float(r["avg_us"]) for d in decisions if not d["choice"].startswith("library:")
          for r in expected
          if (r["collective"], r["ranks"], r["algorithm"], r["params"]) == (d["collective"], d["ranks"], d["choice"], d["parameters"])
          and int(d["from"]) <= int(r["size_bytes"]) <= int(d["to"])]
gain = f"{sum(ratios) / len(ratios):.2f} times as fast as the default: the mean over the {len(ratios)} points"
assert gain in sheet, gain
assert "mpirun --map-by core --bind-to core --mca pml ob1 --mca coll_tuned_use_dynamic_rules 1" in sheet
assert ">within 5 %</th>" in sheet and ">measured</td>" in sheet and "with the values of its relative" in sheet
said = re.search("^expected( on average, with [0-9]+ of [0-9]+ times measured.*)$", out, re.M).group(1)
assert "Expected" + said in sheet, said
PY
}
check 'one expected loss in the table, the rules and the pages' judged part
check 'the sheet has the measured rule' grep -q 'basic_linear' part/sheet.html
cases=$((cases + 6))
"$turnstile" export part --for ompi-4.1 >again.conf 2>err || complain 'export of the folder'
diff <(grep -v '^# command' part/rules.conf) <(grep -v '^# command' again.conf) >err || complain 'export of the folder: other rules'
"$turnstile" report part --brief >again.html 2>err || complain 'report of the folder'
grep -q '<svg' again.html || complain 'report of the folder: no node'
table() { tr -d '\n' <"$1" | sed 's/.*Rules for ompi-4.1//; s/<p.*//'; }
[ -n "$(table again.html)" ] && [ "$(table part/sheet.html)" = "$(table again.html)" ] || complain 'report of the folder: other rules'
"$turnstile" tune part >out 2>err && grep -q ' linear ' out || complain 'tune of the folder'
says 0 'part/rows.sqlite: predictions without measurements' export part/rows.sqlite --for ompi-4.1
sed '2s/[^,]*$/much/' part/expected.csv >odd.csv
refuse 2 'odd.csv:2: expected_loss is not a number .try 0.05' export odd.csv --for ompi-4.1

# The library's own decision takes half as long again as what it is said to be, wherever it was measured: so
# it does with other ranks, as far as is expected. Where it takes the same, it is believed to elsewhere.
# own FOLDER: by how much it is expected to be longer with 4 ranks, and how wide its range is for the twin's.
own() {
  python3 - "$1" <<'PY'
import csv, math, sys
first = {(r["collective"], r["size_bytes"], r["buffers"], r["algorithm"]): r["avg_us"]
         for r in csv.DictReader(open(sys.argv[1] + "/first.csv")) if r["ranks"] == "4"}
rows = {(r["collective"], r["size_bytes"], r["buffers"], r["algorithm"]): r
        for r in csv.DictReader(open(sys.argv[1] + "/expected.csv")) if r["ranks"] == "4"}
width = lambda r: math.log(float(r["high_us"]) / float(r["low_us"]))
longer, wider = [], []
for k, r in rows.items():
    twins = [t for t in rows if t[:3] == k[:3] and t != k and first[t] == first[k]]
    if k[3].startswith("library:") and twins:
        longer.append(float(r["avg_us"]) / float(rows[twins[0]]["avg_us"]))
        wider.append(width(r) / width(rows[twins[0]]))
print(sum(longer) / len(longer) > 1.2, max(wider) < 1.1)
PY
}
for factor in 1 1.5; do
  cp -r part own-$factor
  rm -f own-$factor/measured/*
  cp a/tasks-1-8.txt own-$factor/tasks-3-8.txt
  answers own-$factor $factor=library:ompi-4.1
  advise own-$factor
done
check 'as measured with 8 ranks, so with 4' test "$(own own-1.5 | cut -d' ' -f1)" = True
check 'what does as is said is believed' test "$(own own-1)" = 'False True'

# Everything measured as predicted: enough, and the rules stay.
rm a/tasks-*
advise a
answers a
advise a
check 'enough' grep -q '^enough: ' out
check 'all is measured' test "$(tail -n +2 a/decisions.csv | cut -d, -f7 | sort -u)" = measured
check 'no script is left' test ! -e a/measure.sh

# Rows of the user's, once however often they are given; those of no point are told of.
sed -n '1p; /bcast,linear/p' a/measured/tasks-*-8.csv >mine.csv
echo 'measured,epyc-1p,x,64,bcast,linear,,unchanged,64,1' >>mine.csv
advise b --measured mine.csv
says 0 'rows match no point here' advise -o b --measured mine.csv
check 'kept once' test "$(find b/measured -name 'given-*' | wc -l)" = 1

# Rows of another root, in-place flag, mapping, type, memory or transport are of no point; those of another kernel
# count, since they are this machine's times. Forms of others are read.
{
  echo 'source,platform,kernel,mapping,root,in_place,memory,overrides,transport,ranks,collective,algorithm,params,buffers,size_bytes,avg_us'
  for other in linux-6.1,core,1,no,host,, linux-6.1,core,0,yes,host,, linux-6.1,numa,0,no,host,, linux-6.1,core,0,no,host,,ompi-ucx \
    linux-6.1,core,0,no,device,, linux-5.14.0-427.el9,core,0,no,host,,; do
    echo "measured,epyc-1p,$other,8,bcast,linear,,unchanged,64,1"
  done
  echo 'measured,epyc-1p,linux-6.1,core,0,no,host,type=float64,,8,allreduce,ring,,unchanged,64,1'
} >others.csv
cp -r b same
says 0 '7 of 20 measured rows match no point here: other ranks 1, root 1, in_place 1, mapping 1, type 1, memory 1, transport 1' \
  advise -o same --measured others.csv
cp err remarks
check 'another kernel is named' grep -q ': 1 measured rows are of linux-5.14.0-427.el9: they count' remarks
sed '1p; /linux-5/!d' others.csv >old.csv
cp -r first-b old
advise old --measured old.csv
check 'and its row counts' grep -q 'with 1 of 162 times measured' out

# A start that was stopped: its rows count, without the last line, which is cut.
cp -r a stopped
rm -f stopped/measured/*
sed -n '1p; /,allreduce,/p' "$(find a/measured -name 'tasks-*-8.csv' | head -1)" >stopped/measured/1-8.part
n=$(($(wc -l <stopped/measured/1-8.part) - 1))
printf 'measured,epyc-1p,x,8,bcast,lin' >>stopped/measured/1-8.part
: >stopped/measured/1-4.part
says 0 "stopped/measured/1-8.part: a start that did not end: $n rows count, its last line is cut" advise -o stopped
cp err remarks
check 'nothing of a start that wrote nothing' grep -q '1-4.part: a start that did not end: 0 rows count$' remarks
check 'its measurements count' grep -q '^allreduce,8,.*,measured,' stopped/decisions.csv
check 'the next script keeps them' grep -q '^run 3-8 ' stopped/measure.sh
cp -r b forms
printf '[1,0]<stdout>:# OSU MPI Broadcast Latency Test v7.5\n[1,0]<stdout>:# Size  Avg Latency(us)\n[1,0]<stdout>:64  3.1\n' >tagged
printf 'collective,algorithm,ranks,size_bytes,avg_us\nbcast,6,8,4096,2.1\n' >small.csv
advise forms --measured "tagged:ranks=8,algorithm=6;small.csv"
check 'forms of others are learned from' test "$(grep -c ',imported,\|^imported,' forms/measured/given-*.csv | grep -c ':1$')" = 2
for option in '--root 1' --in-place '--mapping numa' '--memory device'; do
  # shellcheck disable=SC2086
  refuse 2 "not for advise" advise "${select[@]}" $option -o unmeasurable
done
check 'nothing is predicted then' test ! -e unmeasurable

# Messages by another transport than was thought: found by what explains the measurements.
advise two "${select[@]}" --transport ompi-vader,ompi-ucx
"$turnstile" sweep --for ompi-4.1 -p epyc-1p -c bcast,allreduce -n 8 -s 64,4K,64K --transport ompi-ucx 2>err |
  sed 's/^sim,/measured,/' >ucx.csv
advise two --measured ucx.csv
check 'the transport is found' grep -q '^transport: ompi-ucx explains' out

# A machine with the parameters of another; settings of the first run hold, and others are refused.
advise gpus "$tests/gpus.xml" --like epyc-1p --for ompi-4.1 -c bcast -n 2 -s 64 --set alpha=2us
advise gpus -j1
check 'the parameter is set' grep -q 'alpha=2us' gpus/expected.csv
refuse 2 '--set: gpus was made with --set alpha=2us' advise -o gpus --set alpha=1us
sed -i 's/^for=/words=--for;\nfor=/' gpus/advise.ini
refuse 2 'gpus/advise.ini: damaged: words is not known' advise -o gpus

# The first screen shows the three nearest platforms.
advise near "$tests/gpus.xml" --for ompi-4.1 -c bcast -n 2 -s 64
check 'three relatives' test "$(sed -n '/^relatives/,/^  and/p' out | grep -c '^  [a-z].*x$')" = 3
check 'how to see the others' grep -q '^  and [0-9]* more (turnstile platform import TOPOLOGY -o FILE shows all)$' out

# Libraries that are told at the start: one for each choice.
advise ucc --for ucc -p epyc-1p -c bcast -n 8 -s 64,64K
check "UCC's words" grep -q '^run 1-8-[0-9]* 8 UCC_TL_UCP_TUNE=bcast:host:@' ucc/measure.sh
advise mpich --for mpich-4.0 -p epyc-1p -c allgather -n 8 -s 64,4K,64K
check "MPICH's words" grep -q '^run 1-8-[0-9]* 8 MPIR_CVAR_DEVICE_COLLECTIVES=none MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM=ring$' mpich/measure.sh
check 'without its tables no rules' test ! -e mpich/rules.conf

# Bad input: one line, and the folder stays as it was.
cp -r b before
sed 's/epyc-1p/knl/' mine.csv >knl.csv
says 2 'advise: which library' advise -p epyc-1p
refuse 2 'advise: which library' advise -p epyc-1p -o new
refuse 2 'advise: which machine' advise --for ompi-4.1 -o new2
check 'no folder is made without a library or a machine' test ! -e advice -a ! -e new -a ! -e new2
says 0 '^turnstile: advise: folder advice .-o FOLDER names another.$' advise --for ompi-4.1 -p epyc-1p -c barrier -n 4
check 'the folder without -o' grep -q '^barrier,4,0,0,' advice/decisions.csv
refuse 2 'has settings, not a table of decisions' advise --for xhc -p epyc-1p -o new3
refuse 2 'b was made with -p epyc-1p' advise -p knl -o b
says 2 'cannot set any choice' advise --for ompi-4.1 -p epyc-1p -c bcast -a xhc-flat -n 2 -s 64 -o new5
refuse 2 'knl.csv:2: measured on knl, but b is about epyc-1p' advise -o b --measured knl.csv
refuse 2 'first.csv:2: predicted, not measured' advise -o b --measured a/first.csv
printf '# OSU MPI Broadcast Latency Test\n# Size Avg Latency(us)\n1 2.5\n' >osu.txt
refuse 2 'osu.txt: rows without algorithm, ranks .say it: osu.txt:algorithm=' advise -o b --measured osu.txt
refuse 2 'no-such: ' advise -o b --measured no-such
says 2 '0.5 s is below the shortest run' advise -o b --budget 0.5s
mkdir other && touch other/file
refuse 2 'other: not a folder of advise' advise -o other --for ompi-4.1 -p epyc-1p
cp -r b hurt && echo x >hurt/advise.ini
refuse 2 'hurt/advise.ini: damaged' advise -o hurt
rm -f b/tasks-* before/tasks-* b/measure.sh before/measure.sh
check 'the folder is as before' diff -r before b

# What measure.c cannot measure is refused before anything is predicted.
refuse 2 '^turnstile: -c: measure.c cannot measure reduce_scatter, exscan .it can: bcast, ' \
  advise --for ompi-4.1 -p epyc-1p -c reduce_scatter,bcast,exscan -o new6
refuse 2 '^turnstile: --buffers: measure.c cannot measure cold ' \
  advise --for ompi-4.1 -p epyc-1p --buffers cold,unchanged -o new6
refuse 2 '^turnstile: --root: not for advise' advise --for ompi-4.1 -p epyc-1p --root 3 -o new6
check 'no folder is made' test ! -e new6
advise none --for ompi-4.1 -p epyc-1p -c barrier -n 4
check 'a barrier needs no size' grep -q '^barrier,4,0,0,' none/decisions.csv

# A stranger's folder: neither its options nor its links write anything.
echo precious >precious
cp -r b strange && sed -i 's/^for=/timeline=precious;\nfor=/' strange/advise.ini
refuse 2 'strange/advise.ini: --timeline: not for advise' advise -o strange
for name in rules.conf report.html worlds.sqlite measured; do
  rm -rf strange && cp -r b strange && rm -rf "strange/$name" && ln -s "$PWD/precious" "strange/$name"
  refuse 2 "strange/$name: a symbolic link" advise -o strange
done
for name in advise.ini rules.conf measured/one.csv; do
  rm -rf strange && cp -r b strange && rm -f "strange/$name" && mkfifo "strange/$name"
  refuse 2 "strange/$name: not a regular file" advise -o strange
done
check 'it is as it was' test "$(cat precious)" = precious

# Scripts have the mode that the umask gives.
(umask 077 && "$turnstile" advise -o private "${select[@]}" >out 2>err)
check 'only the owner runs it' test "$(stat -c %a private/measure.sh)" = 700
check 'the others run it' test "$(stat -c %a two/measure.sh)" = "$(printf %o $((0777 & ~$(umask))))"
check 'nor has another file a mode of its own' test -z "$(find private -type f -perm /077)"
# The platform is called as the file of the topology.
cp "$tests/gpus.xml" ./-x.xml
refuse 2 '"-x" is not a name' advise ./-x.xml --for ompi-4.1 -o odd

# A time that no call takes is not kept.
sed "s/,1\$/,1e300/" mine.csv >extreme.csv
refuse 2 'extreme.csv:[0-9]*: avg_us: 1e.300 is not a call.s time' advise -o b --measured extreme.csv
advise b

# Three at once wait for each other.
for i in 1 2 3; do "$turnstile" advise -o b >/dev/null 2>"err.$i" & pids[i]=$!; done
for i in 1 2 3; do
  cases=$((cases + 1))
  wait "${pids[i]}" || { cat "err.$i" >err; complain "advise at once: $i"; }
done

# With a library that is here: measure.sh does what it says.
if command -v mpicc >/dev/null && mpirun --version 2>&1 | grep -q 'Open MPI) 4\.1' && mpi_starts mpirun; then
  advise real --for ompi-4.1 -p epyc-1p -c bcast,barrier -n 2 -s 64,4K
  cases=$((cases + 1))
  MPIRUN_FLAGS='--allow-run-as-root --oversubscribe --bind-to none' sh real/measure.sh >out 2>err ||
    complain "measure.sh: status $?"
  advise real
  check 'it has measured all' grep -q '^enough: ' out
else
  echo 'skipped: measure.sh (no Open MPI 4.1 that runs here)'
fi

finish
