#!/bin/bash
# Stores: rows that sweeps keep in a database, however they are interrupted. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

turnstile=$(realpath "$turnstile")
cd "$work" || exit 1
err=$work/err
selection=(-p knl,broadwell -c bcast -a all -n 4 -s 1..64)
whole=$work/whole.csv
"$turnstile" sweep "${selection[@]}" -o "$whole" 2>"$err" || complain 'no sweep'
n=$(($(wc -l <"$whole") - 1))

# sql FILE STATEMENT: its result, by another implementation's means where there are any.
sql() {
  python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for row in db.execute(sys.argv[2]):
    print(*row)
db.commit()' "$@"
}

# at_row FILE N COMMAND...: runs the command once the store has more than N rows; one process of
# little more than a poll, since a sweep could else end before.
at_row() {
  python3 -c 'import os, sqlite3, sys, time
name, rows = sys.argv[1], int(sys.argv[2])
end = time.monotonic() + 60
while time.monotonic() < end:
    try:
        with sqlite3.connect("file:" + name + "?mode=ro", uri=True) as db:
            if db.execute("SELECT count(*) FROM result").fetchone()[0] > rows:
                break
    except sqlite3.Error:
        pass
    time.sleep(0.001)
os.execvp(sys.argv[3], sys.argv[3:])' "$@" 2>>"$work/late"
}

# whole_store FILE WHAT: it is sound, and its rows are those of a sweep without a store.
whole_store() {
  cases=$((cases + 2))
  [ "$(sql "$1" 'PRAGMA integrity_check')" = ok ] || complain "$2: not sound"
  "$turnstile" export "$1" >"$work/out" 2>"$err" || complain "$2: no export"
  cmp -s "$work/out" "$whole" || complain "$2: other rows than without a store"
}

plain() {
  says 0 "$n of $n points done, 0 failed" sweep "${selection[@]}" --store a.sqlite
  whole_store a.sqlite 'at once'
  [ -s "$err" ] && complain 'an export of all rows says something'
  says 0 "$n of $n points done, $n of them before" sweep "${selection[@]}" --store a.sqlite
  whole_store a.sqlite 'once more'
  "$turnstile" sweep "${selection[@]}" --store b.sqlite -s 1..64 -p broadwell 2>"$err"
  says 0 "$n of $n points done, [1-9][0-9]* of them before" sweep "${selection[@]}" --store b.sqlite
  whole_store b.sqlite 'a part before'
  for command in 'tune' 'plot -o x.svg' 'export --for ompi-5.0'; do
    # shellcheck disable=SC2086
    "$turnstile" $command a.sqlite >"$work/out" 2>"$err"
    local status=$?
    # shellcheck disable=SC2086
    "$turnstile" $command "$whole" >"$work/rows" 2>>"$err"
    [ $status = $? ] && cmp -s <(sed s/a.sqlite/whole.csv/ "$work/out") \
      <(sed "s|$work/||" "$work/rows") || complain "$command: other than of the rows"
  done
  says 2 'differ in platform' compare a.sqlite "$whole"
  says 2 'a.sqlite: it is read' export a.sqlite -o a.sqlite
  ls a.sqlite-* 2>"$err" && complain 'files are left beside the store'
  cases=$((cases + 5))
}

# Killed at three moments, and gone on with each time.
killed() {
  local i before=0 now whole=$work/slow.csv
  local selection=(-p knl -c alltoall -a all -n 8 -s 1..4K --repetitions 150)
  "$turnstile" sweep "${selection[@]}" -o "$whole" 2>"$err"
  local n=$(($(wc -l <"$whole") - 1))
  for i in 1 2 3; do
    "$turnstile" sweep "${selection[@]}" --store k.sqlite --jobs 1 2>"$err" &
    at_row k.sqlite "$before" kill -KILL $!
    wait $! 2>/dev/null
    [ "$(sql k.sqlite 'PRAGMA integrity_check')" = ok ] || complain "kill $i: not sound"
    now=$(sql k.sqlite 'SELECT count(*) FROM result')
    ((now > before || now == n)) || complain "kill $i: no row more than $before"
    before=$now
    cases=$((cases + 2))
  done
  says 0 "$n of $n points done, $before of them before" sweep "${selection[@]}" --store k.sqlite
  whole_store k.sqlite 'killed'
  "$turnstile" sweep "${selection[@]}" -n 32 --store int.sqlite --jobs 1 2>"$err" &
  at_row int.sqlite 0 kill -TERM $!
  wait $! 2>/dev/null
  [ $? = 143 ] || complain 'interrupted: status'
  grep -q 'interrupted; the finished rows are kept' "$err" || complain 'interrupted: no word of it'
}

# The file is taken away, exchanged or cut while a sweep goes on with it.
lost() {
  local selection=(-p knl -c alltoall -a all -n 8 -s 1..4K --repetitions 150) what status before
  "$turnstile" sweep -p knl -c bcast -a linear -n 4 -s 8 --store l-other.sqlite 2>"$err"
  "$turnstile" sweep "${selection[@]}" -s 1..64 --store l-part.sqlite 2>"$err"
  before=$(sql l-part.sqlite 'SELECT count(*) FROM result')
  for what in 'rm' 'cp l-other.sqlite' 'cp --remove-destination l-other.sqlite' 'truncate -s 0' \
    'truncate -s 8192'; do
    rm -f l.sqlite*
    cp l-part.sqlite l.sqlite
    "$turnstile" sweep "${selection[@]}" --store l.sqlite --jobs 1 2>"$err" &
    # shellcheck disable=SC2086
    at_row l.sqlite "$before" $what l.sqlite
    wait $!
    status=$?
    if [ $status = 0 ]; then
      [ "$(sql l.sqlite 'SELECT count(*) FROM result')" = 130 ] || complain "$what: rows are lost"
    else
      [ $status -le 2 ] && [ "$(wc -l <"$err")" = 1 ] || complain "$what: status $status"
      grep -Eq 'l.sqlite: (deleted, replaced or cut meanwhile|not a store)' "$err" ||
        complain "$what: no word of it"
    fi
    cases=$((cases + 1))
  done
}

# A disk that fills up twice.
full() {
  local size
  for size in 70 110; do
    (ulimit -f "$size"; "$turnstile" sweep "${selection[@]}" --store f.sqlite >"$work/out" 2>"$err")
    [ $? = 1 ] || complain "full at $size: not status 1"
    [ "$(wc -l <"$err")" = 1 ] || complain "full at $size: not one line"
    grep -q 'f.sqlite: not everything could be written: File too large' "$err" ||
      complain "full at $size: no word of it"
    [ "$(sql f.sqlite 'PRAGMA integrity_check')" = ok ] || complain "full at $size: not sound"
    cases=$((cases + 4))
  done
  says 0 "$n of $n points done, [1-9][0-9]* of them before" \
    sweep "${selection[@]}" --store f.sqlite
  whole_store f.sqlite 'full'
}

# Several at once, in a file that none has made yet.
at_once() {
  local i pids=()
  for i in 1 2 3; do
    "$turnstile" sweep "${selection[@]}" --store o.sqlite 2>"$work/err.$i" &
    pids+=($!)
  done
  for i in 1 2 3; do
    wait "${pids[i - 1]}" || { cp "$work/err.$i" "$err"; complain "at once: $i fails"; }
  done
  whole_store o.sqlite 'at once'
}

# What determines a row and has changed is told, and made anew.
own() { sed 's/id="knl" routing/id="own" routing/; s/id="name" value="knl"/id="name" value="own"/' \
  "$TN_SOURCE_ROOT/platforms/knl.xml" >own.xml; }
changed() {
  local one=(-p ./own.xml -c bcast -a direct-read,linear -n 4 -s 1K,4K)
  own
  "$turnstile" sweep "${one[@]}" -o first.csv 2>"$err"
  "$turnstile" sweep "${one[@]}" --store c.sqlite 2>"$err"
  sed -i 's/\(prop id="alpha" value="\)[^"]*/\19us/' own.xml
  says 0 'c.sqlite: platform own has changed since 4 rows were made' \
    sweep "${one[@]}" --store c.sqlite
  "$turnstile" sweep "${one[@]}" -o second.csv 2>"$err"
  cmp -s first.csv second.csv && complain 'the platform has not changed'
  says 0 'c.sqlite: 4 rows are omitted' export c.sqlite -o third.csv
  cmp -s second.csv third.csv || complain 'a changed platform: other rows'
  own
  says 0 '4 of 4 points done, 4 of them before' sweep "${one[@]}" --store c.sqlite
  "$turnstile" export c.sqlite 2>"$err" | cmp -s - first.csv || complain 'the first platform again'
  sql c.sqlite "UPDATE program SET name = '0.0.9, model 1'"
  says 0 'c.sqlite: 4 rows were made by another program \(0.0.9, model 1\)' \
    sweep "${one[@]}" --store c.sqlite
  grep -q '4 of 4 points done, 0 failed' "$err" || complain 'another program: rows are taken over'
  says 0 '' sweep "${one[@]}" --verify --store c.sqlite
  grep -q '4 rows were made with other inputs' "$err" || complain 'not told: --verify'
  printf '0\n1000\n2000\n3000\n' >delays
  "$turnstile" sweep "${one[@]}" --arrival file:delays --store c.sqlite 2>"$err"
  printf '0\n1000\n2000\n9000\n' >delays
  says 0 '4 rows were made with other inputs' \
    sweep "${one[@]}" --arrival file:delays --store c.sqlite
  sed 's/\(prop id="alpha" value="\)[^"]*/\19us/' own.xml >other.xml
  refuse 2 'two platforms are called own ' \
    sweep "${one[@]}" -p ./own.xml,./other.xml --store c2.sqlite
  cases=$((cases + 5))
}

# A point that fails is kept as failed, and tried again.
failed() {
  local one=(-p knl -c alltoall -a linear -n 32 -s 1,4M)
  says 1 '[01] of 2 points done, [12] failed' \
    sweep "${one[@]}" --repetitions 50 --store d.sqlite --point-timeout 1ms
  says 0 'd.sqlite: [12] of 2 points have no row yet \([12] of them failed\)' export d.sqlite
  says 0 '2 of 2 points done' sweep "${one[@]}" --repetitions 50 --store d.sqlite
  "$turnstile" export d.sqlite >"$work/out" 2>"$err" || complain 'no export'
  [ -s "$err" ] && complain 'a failure that was mended is told'
}

# The parts of a sweep are all of it, whoever does them, and come together in its order.
shards() {
  local i part
  for i in 1 2 3; do
    "$turnstile" sweep "${selection[@]}" --shard $i/3 --store part-$i.sqlite 2>"$err" ||
      complain "shard $i/3 fails"
    "$turnstile" sweep "${selection[@]}" --shard $i/3 -o part-$i.csv 2>"$err"
    part=$(("$(wc -l <part-$i.csv)" - 1))
    ((part * 4 > n && part * 2 < n)) || complain "shard $i/3: $part of $n points"
  done
  cmp -s <(sort -u part-?.csv) <(sort "$whole") || complain 'shards: not the sweep together'
  says 0 'points done' sweep "${selection[@]}" --shard 1/3 -o part-1.csv
  cp part-1.csv mine.csv
  says 0 'points done' sweep "${selection[@]}" --shard 2/3 -o mine.csv
  says 0 "export: merged.sqlite: $n of $n points have their row" \
    export part-3.sqlite part-1.sqlite part-2.sqlite -o merged.sqlite
  whole_store merged.sqlite 'merged'
  part=$(($(sql part-1.sqlite 'SELECT count(*) FROM point') + $(sql part-3.sqlite 'SELECT count(*) FROM point')))
  says 0 "export: some.sqlite: $part of $n points have their row" \
    export part-1.sqlite part-3.sqlite -o some.sqlite
  says 0 "some.sqlite: $((n - part)) of $n points have no row yet" export some.sqlite
  says 0 "part-1.sqlite: [1-9][0-9]* of $n points have no row yet" export part-1.sqlite
  "$turnstile" sweep -p knl -c bcast -a linear -n 4,4 -s 1K,1024 --store twice.sqlite 2>"$err"
  "$turnstile" sweep -p knl -c scatter -a parallel-read -n 4 -s 1K --store twice.sqlite 2>>"$err"
  says 0 'twice-merged.sqlite: 2 of 2 points' export twice.sqlite -o twice-merged.sqlite
  says 0 "$n of $n points" export merged.sqlite part-2.sqlite -o again.sqlite
  whole_store again.sqlite 'merged again'
  says 0 "$n of $n points done, $n of them before" sweep "${selection[@]}" --store merged.sqlite
  "$turnstile" sweep "${selection[@]}" --plan --store part-2.sqlite --shard 2/3 >"$work/out" 2>"$err"
  grep -q '^to run     0$' "$work/out" || complain 'a plan counts what is there'
  "$turnstile" sweep "${selection[@]}" --plan --store new.sqlite >"$work/out" 2>"$err"
  grep -q "^to run     $n$" "$work/out" && grep -q '^estimate' "$work/out" || complain 'no plan'
  [ -e new.sqlite ] && complain 'a plan makes a store'
  sql part-2.sqlite 'UPDATE result SET avg_us = 7 WHERE point = 5'
  refuse 2 'part-2.sqlite: bcast .* differs .* in avg_us .7.000000' \
    export merged.sqlite part-2.sqlite -o none.sqlite
  refuse 2 'part-2.sqlite:.* differs from merged.sqlite' export merged.sqlite part-2.sqlite -o none.csv
  "$turnstile" export part-3.sqlite part-1.sqlite -o some.csv 2>"$err"
  cmp -s <(sort some.csv) <("$turnstile" export some.sqlite 2>"$err" | sort) || complain 'stores as CSV'
  [ -e none.sqlite ] && complain 'a merge that fails leaves a file'
  refuse 2 'part-2.sqlite: bcast .* differs' export part-2.sqlite -o merged.sqlite
  whole_store merged.sqlite 'after a merge that failed'
  sql part-1.sqlite "UPDATE program SET name = '0.0.9, model 1'"
  refuse 2 'part-1.sqlite: [0-9]+ of its points are in an earlier file too, with another program' \
    export merged.sqlite part-1.sqlite -o none.sqlite
  refuse 2 'merged.sqlite: it is read' export merged.sqlite part-3.sqlite -o merged.sqlite
  refuse 2 'merge: removed; export STORE... -o STORE.sqlite' merge merged.sqlite
  refuse 2 'export: no ROWS' export -o none.sqlite
  refuse 2 'not a store' export "$whole" -o none.sqlite
  refuse 2 '--shard: "0/3" is not a part' sweep "${selection[@]}" --shard 0/3
  refuse 2 '--shard: "4" is not a part' sweep "${selection[@]}" --shard 4
}

# Several sweeps in one file: what each lacks is told, whichever stands first and whatever they share.
several() {
  local small=(-p knl -c bcast -a linear,binomial -n 4 -s 1..8) few
  local large=(-p knl -c scatter -a linear,binomial -n 4 -s 1..64)
  few=$(($("$turnstile" sweep "${small[@]}" --shard 1/2 2>"$err" | wc -l) - 1))
  "$turnstile" sweep "${large[@]}" --store two.sqlite 2>"$err"
  "$turnstile" sweep "${small[@]}" --shard 1/2 --store two.sqlite 2>"$err"
  says 0 "two.sqlite: $((8 - few)) of 22 points have no row yet" export two.sqlite
  says 0 "two-merged.sqlite: $((14 + few)) of 22 points have their row" \
    export two.sqlite -o two-merged.sqlite
  says 0 "two-merged.sqlite: $((8 - few)) of 22 points have no row yet" export two-merged.sqlite
  # A part of the missing, by another sweep.
  "$turnstile" sweep "${small[@]}" -s 1,2,4 --store two.sqlite 2>"$err"
  "$turnstile" sweep "${small[@]}" -s 8 -a linear --store two.sqlite 2>"$err"
  "$turnstile" sweep "${small[@]}" -s 8 -a binomial --store two.sqlite 2>"$err"
  "$turnstile" export two.sqlite >"$work/out" 2>"$err" || complain 'no export'
  [ -s "$err" ] && complain 'points that other sweeps have run are told to be missing'
  "$turnstile" sweep "${small[@]}" --shard 2/2 --store other-half.sqlite 2>"$err"
  says 0 'all.sqlite: 22 of 22 points have their row' \
    export two-merged.sqlite other-half.sqlite -o all.sqlite
  [ "$(sql all.sqlite 'SELECT count(*) FROM wanted')" = 0 ] || complain 'what is there is wanted'
  sql two-merged.sqlite 'DROP TABLE wanted'
  says 0 'again-all.sqlite: 22 of 22 points' \
    export two-merged.sqlite other-half.sqlite -o again-all.sqlite
  cases=$((cases + 3))
}

# Ranges stand in a store as run gives them; a row without them is another one.
ranges() {
  local few=(-p knl -c bcast -a binomial,k-nomial -n 8 -s 1K,64K) some
  refuse 2 'uncertainty: a sweep keeps ranges in a store only' sweep "${few[@]}" --uncertainty
  "$turnstile" run "${few[@]}" --uncertainty --format csv >ranges.csv 2>"$err"
  says 0 '4 of 4 points done, 0 failed' sweep "${few[@]}" --uncertainty --store u.sqlite --jobs 3
  "$turnstile" export u.sqlite 2>"$err" | cmp -s - ranges.csv || complain 'ranges: other than of run'
  says 0 '4 of 4 points done, 4 of them before' sweep "${few[@]}" --uncertainty --store u.sqlite
  says 0 '4 rows were made with other inputs .--verify, --uncertainty' \
    sweep "${few[@]}" --store u.sqlite
  "$turnstile" export u.sqlite 2>"$err" | cmp -s - ranges.csv && complain 'ranges: not asked for'
  "$turnstile" sweep "${few[@]}" --uncertainty --shard 1/2 --store u-1.sqlite 2>"$err"
  "$turnstile" sweep "${few[@]}" --uncertainty --shard 2/2 --store u-2.sqlite 2>"$err"
  says 0 '4 of 4 points' export u-1.sqlite u-2.sqlite -o u-all.sqlite
  "$turnstile" export u-all.sqlite 2>"$err" | cmp -s - ranges.csv || complain 'ranges: of shards'
  "$turnstile" sweep "${few[@]}" --uncertainty --plan >"$work/out" 2>"$err" || complain 'ranges: no plan'
  grep -q 'each point [1-9][0-9]* times, for --uncertainty' "$work/out" || complain 'ranges: the plan'
  "$turnstile" run "${few[@]}" --jitter 2 --format csv >jitter.csv 2>"$err"
  says 0 '4 of 4 points done, 0 failed' sweep "${few[@]}" --jitter 2 --store j.sqlite
  "$turnstile" export j.sqlite 2>"$err" | cmp -s - jitter.csv || complain 'jitter: other than of run'
  says 0 '4 rows were made with other inputs' sweep "${few[@]}" --jitter 3 --store j.sqlite
  # What was finished before a kill is there.
  few=(-p knl -c alltoall -a all -n 8 -s 1..64 --uncertainty)
  "$turnstile" sweep "${few[@]}" --store u-whole.sqlite 2>"$err"
  "$turnstile" sweep "${few[@]}" --store u-killed.sqlite --jobs 1 2>"$err" &
  at_row u-killed.sqlite 0 kill -KILL $!
  wait $! 2>/dev/null
  some=$(sql u-killed.sqlite 'SELECT count(*) FROM result')
  ((some > 0 && some < $(sql u-whole.sqlite 'SELECT count(*) FROM result'))) ||
    complain "ranges: $some rows after a kill"
  says 0 "points done, $some of them before" sweep "${few[@]}" --store u-killed.sqlite
  cmp -s <("$turnstile" export u-killed.sqlite) <("$turnstile" export u-whole.sqlite) ||
    complain 'ranges: other rows after a kill'
  cases=$((cases + 7))
}

# Stores of versions that had other columns.
columns() {
  cp a.sqlite old.sqlite
  sql old.sqlite 'DROP VIEW rows'
  sql old.sqlite 'ALTER TABLE result DROP COLUMN high_us'
  sql old.sqlite 'ALTER TABLE result DROP COLUMN memory'
  sql old.sqlite 'ALTER TABLE result ADD COLUMN later TEXT'
  whole_store old.sqlite 'a column is missing'
  says 0 "$n of $n points done, $n of them before" sweep "${selection[@]}" --store old.sqlite
  whole_store old.sqlite 'a column is missing no more'
  [ "$(sql old.sqlite 'SELECT count(*) FROM rows WHERE high_us IS NULL')" = "$n" ] ||
    complain 'the view lacks a column'
}

# Points that differ in their transport only are other points.
transports() {
  local one=(-p knl -c bcast -a binomial -n 4 -s 64)
  says 0 "1 of 1 points done, 0 failed" sweep "${one[@]}" --transport ompi-ob1 --store t.sqlite
  says 0 "1 of 1 points done, 0 failed" sweep "${one[@]}" --transport ompi-vader --store t.sqlite
  says 0 "1 of 1 points done, 1 of them before" \
    sweep "${one[@]}" --transport ompi-ob1 --store t.sqlite
  [ "$(sql t.sqlite 'SELECT transport FROM rows ORDER BY 1' | xargs)" = 'ompi-ob1 ompi-vader' ] ||
    complain 'other transports than were asked for'
}

# What --plan is asked for that the sweep would refuse.
plans() {
  refuse 2 'not with --store' sweep "${selection[@]}" --plan -o new.csv --store new.sqlite
  refuse 2 'none/x: cannot write there: No such' sweep "${selection[@]}" --plan -o none/x
  refuse 2 '/: cannot write there: Is a directory' sweep "${selection[@]}" --plan -o "$work/"
  refuse 2 'no format "jsn"' sweep "${selection[@]}" --plan --format jsn
  "$turnstile" sweep "${selection[@]}" --plan --shard 1/9 -o planned.csv >"$work/out" 2>"$err" ||
    complain 'no plan of a shard'
  [ -e planned.csv ] && complain 'a plan makes a file'
}

# Values that no sweep has put there, and the command that is kept.
odd() {
  "$turnstile" sweep -p knl -c bcast -a linear -n 4 -s 8 -j2 --jobs=1 --store odd.sqlite 2>"$err"
  [ "$(sql odd.sqlite 'SELECT command FROM sweep')" = \
    'turnstile sweep -p knl -c bcast -a linear -n 4 -s 8' ] || complain 'another command is kept'
  sql odd.sqlite "UPDATE result SET avg_us = 'abc'"
  refuse 2 'odd.sqlite: avg_us: "abc" is not a number' export odd.sqlite
  sql odd.sqlite "UPDATE result SET avg_us = 1, ranks = 'four'"
  refuse 2 'odd.sqlite: ranks: "four" is not a whole number' tune odd.sqlite
  sql odd.sqlite 'UPDATE result SET ranks = 4, avg_us = -1'
  refuse 2 'odd.sqlite: avg_us: "-1.0" is not a number' export odd.sqlite
  sql odd.sqlite "UPDATE result SET avg_us = 1, platform = cast(x'6161616161fd' as text)"
  refuse 2 'odd.sqlite: platform: "aaaaa.375" is not UTF-8 text' export odd.sqlite
  refuse 2 'odd.sqlite: platform: "aaaaa.375" is not UTF-8 text' export odd.sqlite -o odd-m.sqlite
  [ -e odd-m.sqlite ] && complain 'a merge that is refused leaves a file'
  cases=$((cases + 2))
}

refused() {
  echo 'some text' >text
  sql other.sqlite 'CREATE TABLE t(x)'
  cp a.sqlite later.sqlite
  sql later.sqlite 'PRAGMA user_version = 7'
  head -c 5000 a.sqlite >torn.sqlite
  : >empty.sqlite
  refuse 2 'text: not a store' sweep "${selection[@]}" --store text
  refuse 2 'other.sqlite: a database of another program' sweep "${selection[@]}" --store other.sqlite
  refuse 2 'later.sqlite: a store of version 7 .1 is accepted' \
    sweep "${selection[@]}" --store later.sqlite
  refuse 2 'other.sqlite: a database of another program' tune other.sqlite
  refuse 2 'later.sqlite: a store of version 7' export later.sqlite
  refuse 2 'torn.sqlite: ' tune torn.sqlite
  refuse 2 'empty.sqlite' tune empty.sqlite
  refuse 2 'none.sqlite' export none.sqlite
  refuse 2 'none/a.sqlite: unable to open' sweep "${selection[@]}" --store none/a.sqlite
  refuse 2 '--output: not with --store|-o: not with --store' \
    sweep "${selection[@]}" --store a.sqlite -o rows.csv
  refuse 2 '--format: not with --store' sweep "${selection[@]}" --store a.sqlite --format json
  refuse 2 '--store: no such option here' run "${selection[@]}" --store a.sqlite
  refuse 2 '--base: only with --for' export a.sqlite --base none
  refuse 2 '--objective: only with --for' export a.sqlite --objective span
  refuse 2 '--mapping: only with --for' export a.sqlite --mapping core
  refuse 2 '--mapping: not for files of xhc, which are not tables' export a.sqlite --for xhc --mapping core
  [ "$(cat text)" = 'some text' ] || complain 'a text was overwritten'
  says 0 '' sweep -p knl -c bcast -a linear -n 4 -s 8 --store empty.sqlite
}

# endless FILE: its table of points has nine levels whose every page leads 300 times to the next.
endless() {
  python3 -c 'import sqlite3, struct, sys
db = sqlite3.connect(sys.argv[1])
db.execute("PRAGMA journal_mode = DELETE")
size, = db.execute("PRAGMA page_size").fetchone()
root, = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = \"point\"").fetchone()
db.close()
data = bytearray(open(sys.argv[1], "rb").read())
leaf, n = data[(root - 1) * size:root * size], len(data) // size
for level in range(9):
    child, cells = n + 2 + level, range(size - 5 * 300, size, 5)
    page = bytearray(struct.pack(">BHHHBI", 5, 0, 300, cells[0], 0, child)).ljust(size, b"\0")
    for i, at in enumerate(cells):
        page[at:at + 5] = struct.pack(">IB", child, 1)
        page[12 + 2 * i:14 + 2 * i] = struct.pack(">H", at)
    data += page
    if level == 0:
        data[(root - 1) * size:root * size] = page
data += leaf
data[28:32] = struct.pack(">I", len(data) // size)
open(sys.argv[1], "wb").write(data)' "$1"
}

# Stores that somebody made to mislead: nothing in them is run.
hostile() {
  local forever='WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n AS id,
    1 AS name, 1 AS platform, 1 AS inputs, 1 AS program, 1 AS sweep, 1 AS position, 0 AS outdated,
    NULL AS failure FROM c' one=(-p knl -c bcast -a linear -n 4 -s 8) command
  "$turnstile" sweep "${one[@]}" --store good.sqlite 2>"$err"
  cp good.sqlite view.sqlite
  sql view.sqlite 'ALTER TABLE point RENAME TO hidden'
  sql view.sqlite "CREATE VIEW Point AS $forever"
  cp good.sqlite trigger.sqlite
  sql trigger.sqlite 'CREATE TRIGGER t AFTER INSERT ON result BEGIN DELETE FROM result; END'
  cp good.sqlite endless.sqlite
  endless endless.sqlite
  for command in 'export' 'export -o hostile.sqlite' "sweep ${one[*]} -s 16 --store"; do
    # shellcheck disable=SC2086
    {
      refuse 2 'view.sqlite: not a store .it has a trigger, or a view' $command view.sqlite
      refuse 2 'trigger.sqlite: not a store .it has a trigger, or a view' $command trigger.sqlite
    }
  done
  refuse 2 'endless.sqlite: not a store .its pages have no end' export endless.sqlite
  sql good.sqlite "UPDATE program SET name = cast(x'1b5b324aff' as text)"
  says 0 'made by another program \(.033\[2J.377\); they are ignored' \
    sweep "${one[@]}" --store good.sqlite
  sql good.sqlite 'CREATE VIEW mine AS SELECT avg_us FROM rows'
  "$turnstile" export good.sqlite >"$work/out" 2>"$err" || complain 'a view of the user is refused'
}

# Results come from the folder TN_OUTCOMES instead of a simulation; the rows do not depend on that.
outcomes() {
  local when size before=0 values=alpha=1us
  for when in new known cut 'other values'; do
    cases=$((cases + 1))
    [ "$when" != cut ] || truncate -s -1 outcomes/*
    [ "$when" != 'other values' ] || values=alpha=2us
    "$turnstile" sweep "${selection[@]}" --set $values -o simulated.csv 2>"$err"
    TN_OUTCOMES=outcomes "$turnstile" sweep "${selection[@]}" --set $values -o recalled.csv 2>"$err"
    cmp -s simulated.csv recalled.csv || complain "outcomes, $when: other rows"
    size=$(stat -c %s outcomes/*)
    case $when in
      'other values') [ "$size" = $((2 * before)) ] || complain 'outcomes of other values are taken' ;;
      new) before=$size ;;
      *) [ "$size" = "$before" ] || complain "outcomes, $when: $size bytes, not $before" ;;
    esac
  done
}

plain
killed
lost
full
at_once
changed
failed
shards
several
ranges
columns
transports
plans
odd
hostile
refused
outcomes
finish
