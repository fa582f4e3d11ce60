#!/bin/bash
# Pages of a small sweep and of odd files: sound XML, nothing loaded from anywhere, the same bytes
# again, rows that its commands make again; in a browser, where there is one, as wide as a phone and
# as a desktop. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

turnstile=$(realpath "$turnstile")
browse=$(realpath "$(dirname "$0")/browse.py")
TURNSTILE_PLATFORM_PATH=$(realpath "$(dirname "$0")/../platforms")
export TURNSTILE_PLATFORM_PATH
cd "$work" || exit 1

# sound PAGE: a parser of XML takes it, it names no address but those of XML's own names, and has no
# script.
sound() {
  cases=$((cases + 1))
  python3 - "$1" 2>err <<'END' || complain "$1: not sound"
import sys
import xml.etree.ElementTree as tree
heading = 0
for element in tree.parse(sys.argv[1]).iter():
    tag = element.tag.split('}')[-1]
    assert tag not in ('script', 'iframe', 'object', 'embed', 'img'), tag
    for name, value in element.attrib.items():
        assert name not in ('src', 'action', 'onload', 'onclick'), name
        if name == 'href':
            assert value.startswith('#') or value == 'data:,', value
        assert 'url(' not in value, value
    if tag == 'svg':
        assert element.get('role') == 'img' and element.get('aria-label'), 'picture without text'
    if tag in ('rect', 'path', 'circle'): # shows without the style sheet
        assert element.get('fill') or element.get('stroke'), f'{tag} {element.get("class")} is black'
    if tag == 'th':
        assert element.get('scope'), 'head of nothing'
    if len(tag) == 2 and tag[0] == 'h' and tag[1].isdigit():
        assert int(tag[1]) <= heading + 1, f'{tag} after h{heading}'
        heading = int(tag[1])
END
  grep -o 'https\?://[^"]*' "$1" | grep -v '^http://www.w3.org/' >err && complain "$1: an address"
}

# make ARGUMENT...: a page, without a word.
make() {
  cases=$((cases + 1))
  timeout 60 "$turnstile" report "$@" >out 2>err || complain "report $*: failed"
  [ ! -s err ] || complain "report $*: talks"
}

says 0 '' sweep -p knl,broadwell -c bcast,allreduce -a cma,xhc-flat,library:ompi,library:mpich -n 8,16 \
  -s 1K,16K,256K --jobs 1 -o rows.csv
says 0 '' sweep -p knl -c scatter -a throttled-read -P throttle=1,2,4,8 -n 16 -s 64K,1M --jobs 1 -o throttle.csv
make rows.csv throttle.csv -o page.html
sound page.html
make rows.csv throttle.csv -o again.html
cmp page.html again.html || complain "not the same bytes"
# A default that is as good where the winner wins at most sizes, and 2.59 times as long elsewhere.
says 0 '' sweep -p knl -c bcast -a binomial,linear,library:ompi -n 8 -s 1K,4K,16K,1M --jobs 1 -o default.csv
python3 - <<'END' 2>err || complain 'a default: no rows'
import csv
rows = list(csv.DictReader(open('default.csv')))
times = {'binomial': 3.0, 'linear': 1.0, 'library:ompi': 2.59}
for row in rows:
    small = 2.0 if row['algorithm'] == 'linear' else 1.0
    row['avg_us'] = times[row['algorithm']] if row['size_bytes'] == '1048576' else small
out = csv.DictWriter(open('default.csv', 'w'), rows[0].keys(), lineterminator='\n')
out.writeheader()
out.writerows(rows)
END
make default.csv -o default.html
grep -q '<li>At 1M with 8 ranks on knl, Open MPI’s default takes 2.6 times as long for bcast (the fastest: linear).' \
  default.html || complain 'findings do not begin with the largest loss of the default'

for what in 'Open MPI’s default takes' 'throttled-read by its throttle' 'The node' 'Decision table' \
    'Where the winner’s time goes' 'Cost of libraries’ defaults' 'Known error' 'Commands'; do
  grep -qi "$what" page.html || complain "no \"$what\""
done

# What the closest decision hangs on is what `explain --sensitivity` says of it.
says 0 '' sweep -p epyc-7763 -c bcast -a binomial,xhc-flat,linear -n 8 -s 4K,64K --jobs 1 -o close.csv
make close.csv --jobs 1 -o close.html
make close.csv --jobs 3 -o again.html
sound close.html
cmp close.html again.html || complain "other bytes with more workers"
# part PAGE: what the page says of sensitivity.
part() {
  python3 -c 'import re, sys; print(re.search("<section id=.sensitivity.*?</section>", open(sys.argv[1]).read(), re.S)[0])' \
    "$1" >part || complain "$1: nothing of sensitivity"
  cases=$((cases + 1))
}
part close.html
command=$(sed -n 's,^<pre>turnstile \(explain --sensitivity .*\)</pre>$,\1,p' part)
# shellcheck disable=SC2086
"$turnstile" $command --format csv >hinges.csv 2>err || complain "$command"
python3 - part hinges.csv 2>err <<'END' || complain "not what sensitivity says"
import csv, re, sys
part = open(sys.argv[1]).read()
rows = list(csv.DictReader(open(sys.argv[2])))
first = rows[0]
assert f'{first["algorithm"]} takes' in part and f'before {first["rival"]}' in part, part[:900]
assert f'a lead of {100 * float(first["lead"]):+.1f} %' in part
assert part.count('<svg') == 1
head = re.findall(r'<th scope="row">([^<]*)</th><td class="n">([^<]*)</td>', part)
assert head and len(head) <= 6
for row, (name, value) in zip(rows, head):
    assert (row['parameter'], row['value']) == (name, value), (row, name, value)
    moved = [f'{100 * float(row[c]):+.1f} %' if row[c] else '-' for c in ('lead_down', 'lead_up')]
    assert f'<td class="n">{moved[0]}</td><td class="n">{moved[1]}</td>' in part, moved
    if row['flips_at']:
        assert f'{row["flips_at"]}: {row["flips_to"]}' in part
END
cases=$((cases + 1))

# other WHAT PAGE: the page shows no analysis, but says so.
other() {
  part "$2"
  grep -q "$1" part || { cp part err; complain "$2: no \"$1\""; }
  ! grep -q '<svg' part || complain "$2: an analysis"
}

# Rows that do not come out again, have no parameters, are of an unknown platform, or name files.
awk -F, -v OFS=, 'NR > 1 { $21 *= 1.5; $2 = "0.0.9" } 1' close.csv >older.csv
make older.csv -o older.html
other 'changed since the rows (turnstile 0.0.9; here' older.html
says 0 '' sweep -p epyc-9654 -c allreduce -a compose,ring -P levels=llc -P inner=xhc-flat,knomial \
  -P outer=ring -n 32 -s 1M --jobs 1 -o parts.csv
make parts.csv --jobs 1 -o parts.html
part parts.html
grep -q '<svg' part || complain 'compositions of several mechanisms: no analysis'
sed 's/epyc-7763/nowhere/' close.csv >nowhere.csv
make nowhere.csv -o nowhere.html
other 'no platform of that name here' nowhere.html
awk -F, -v OFS=, 'NR > 1 { $19 = "counts=counts;output=written" } 1' close.csv >names.csv
make names.csv -o names.html
other 'depend on a file' names.html
[ ! -e written ] || complain "rows have a file written"
sed 's/^sim/measured/' close.csv | cut -d, -f-24 >real.csv
make real.csv -o real.html
other 'Only simulated times are included' real.html
says 0 '' sweep -p epyc-9654 -c allreduce -a xhc-flat,ring -n 4 -s 1K --jobs 1 -o work.csv
sed 's/,4,core,/,192,core,/; s/,1024,/,16777216,/' work.csv >much.csv
make much.csv -o much.html
other 'too much work for a page' much.html

# A signal ends it, and nothing is written.
says 0 '' sweep -p knl -c alltoall -a rotation,pairwise -n 64 -s 16K -o long.csv
"$turnstile" report long.csv -o long.html 2>err &
pid=$!
wait_until has_children 1 "$pid"
kill -INT "$pid"
wait "$pid"
[ $? = 130 ] || complain "SIGINT: another status"
[ ! -e long.html ] || complain "SIGINT: a page"
grep -q 'report: interrupted' err || complain "SIGINT: no word of it"
cases=$((cases + 1))

# The commands make these rows.
python3 - page.html >commands <<'END'
import html, re, sys
for line in html.unescape(re.search(r'id="again".*?<pre>(.*?)</pre>', open(sys.argv[1]).read(), re.S)[1]).splitlines():
    if ' sweep ' in line:
        print(line)
END
while read -r _ command; do
  eval "says 0 '' $command"
done <commands
[ -s commands ] || complain "no commands"
for file in rows.csv throttle.csv; do tail -n +2 "$file"; done | sort >before
for file in rows-*.csv; do tail -n +2 "$file"; done | sort | cmp before - || complain "other rows"

# A store as well as CSV.
says 0 '' sweep -p knl -c bcast -a direct-read,chain -n 4 -s 1K,4K --jobs 1 --store rows.sqlite
make rows.sqlite -o store.html
sound store.html

# Odd files.
head -n 1 rows.csv >none.csv
head -n 2 rows.csv >one.csv
sed 's/^sim/measured/; s/,paper,/,6.18,/' rows.csv | cut -d, -f-24 >measured.csv
{ head -n 1 rows.csv; sed -n 2p rows.csv | sed 's/,knl,/,"<b>&""x",/; s/direct-read/"<script>alert(1)<\/script>"/'; } >hostile.csv
sed 's/,bcast,/,barrier,/; s/,1024,/,0,/' rows.csv | awk -F, 'NR == 1 || $20 == 0' >barrier.csv
for file in one measured hostile barrier; do
  make "$file.csv" -o "$file.html"
  sound "$file.html"
done
refuse 2 'no ROWS' report -o x.html
refuse 2 'no such option' report rows.csv --bogus
refuse 2 'platform "nowhere"' report rows.csv -p nowhere
refuse 2 '-p: no row has platform "epyc-1p"; the first has knl' report rows.csv -p epyc-1p
# The rules that export writes, with what they lose.
says 0 '' sweep -p knl -c bcast --for ompi-4.1 -n 8 -s 1K..256K --jobs 1 -o library.csv
make library.csv --for ompi-4.1 -o library.html
sound library.html
"$turnstile" export library.csv --for ompi-4.1 >rules 2>err
n=$(sed -n '/^8 .*# 8 ranks/,/^9 /p' rules | grep -c '^[0-9]* [1-9][0-9]* [0-9]* [0-9]*  #')
((n > 0)) && [ "$(sed -n '/id="rules"/,/<\/section>/p' library.html |
  grep '<tr><th scope="row"' | grep -vc 'its own decision')" = "$n" ] || complain 'other rules than export writes'
refuse 2 'ompi-ob1 .make them: turnstile sweep -p knl -c bcast -n 8 ' report library.csv --for ompi-5.0
# Sizes of one unit on a page: those of rows, with the blocks of all ranks in brackets; and the expected loss.
says 0 '' sweep -p broadwell -c alltoall -a linear,pairwise-p2p --transport ompi-ob1 -n 8 -s 1K,8K --jobs 1 -o blocks.csv
says 0 '^turnstile: expected loss of alltoall against the best choices: [0-9.]* %, by the model' export blocks.csv --for ompi-6.0 -o blocks.json
grep -q '"expected loss of alltoall, 8 ranks: from 1K (8K in all) [0-9.]* %"' blocks.json || complain 'export: sizes of blocks'
make blocks.csv --for ompi-6.0 -o blocks.html
grep -q '>1K (8K in all)</td><td>linear' blocks.html || complain 'report: sizes of blocks'
refuse 2 '^turnstile: --loss: only with --for' report rows.csv --loss 3
# One sheet: the default's cost, the rules that export writes, measurements, and the node.
says 0 '' sweep -p epyc-7763 -c bcast,gather --for ompi-4.1 -n 8,32 -s 1K..64K --jobs 1 -o brief.csv
make brief.csv --brief -o brief.html
sound brief.html
make brief.csv --brief --for ompi-4.1 -o again.html
cmp brief.html again.html || complain '--brief: other rules than those of the rows’ library'
for what in 'Compared with the fastest choice that rules can name, Open MPI 4.1’s default takes' 'Rules for ompi-4.1' \
    'The expected loss of the fastest choice is' 'aria-label="The node epyc-7763'; do
  grep -q "$what" brief.html || complain "--brief: no \"$what\""
done
[ "$(grep -c '^\(<pre>\)\?turnstile measure -c ' brief.html)" = 3 ] || complain '--brief: not three measurements'
"$turnstile" export brief.csv --for ompi-4.1 >rules 2>err
rule=$(sed -n 's/^[0-9]* [1-9][0-9]* 0 0  # \([a-z_]*\) .*/\1/p' rules | head -n 1)
[ -n "$rule" ] && grep -q "from [0-9K]* \((.* in all) \)\?$rule" brief.html || complain "--brief: no rule $rule"
# A sheet with rules compares with what they can name: XHC's algorithms are no choices of coll/tuned.
says 0 '' sweep -p epyc-7763 -c bcast -a all,library:ompi-4.1 --transport ompi-vader -n 16 -s 1K,256K --jobs 1 -o mixed.csv
grep -q ',xhc-flat,' mixed.csv || complain 'no row of xhc-flat'
make mixed.csv --brief -o mixed.html
! grep -q 'xhc' mixed.html || complain '--brief: names what rules cannot'
make one.csv --brief -o one.html
sound one.html
grep -q 'The rows lack a library’s default' one.html || complain '--brief: no word of a missing default'
refuse 2 '^turnstile: --loss: only with --for' report one.csv --brief --loss 3
refuse 2 '^turnstile: --brief: the rows have the platforms knl and broadwell' report rows.csv --brief
! grep -Eq '=[0-9]{4,}[^0-9.]|[0-9] [KM]iB' brief.html library.html page.html || complain 'several units of size'
refuse 2 'none.csv: no rows in it' report none.csv -o x.html
refuse 2 '^turnstile: --sensitivity: removed; a report shows' report rows.csv --sensitivity 5
refuse 2 '^turnstile: --title: removed; the page names' report rows.csv --title x
refuse 2 '^turnstile: --jobs: ' report rows.csv --jobs 0
"$turnstile" report --help >out 2>err || complain 'no help'
grep -q '^usage: turnstile report' out || complain 'another help'
cases=$((cases + 1))

# Where there is a browser.
timeout 120 python3 "$browse" page.html close.html hostile.html brief.html >out 2>err
case $? in
  0)
    cases=$((cases + 2))
    chromium --headless --no-sandbox --disable-gpu --print-to-pdf=brief.pdf brief.html >out 2>err
    [ "$(grep -ac '/Type /Page$' brief.pdf)" = 1 ] || complain '--brief: not one sheet'
    ;;
  77) cat out ;;
  *) cat out >>err; complain "in the browser" ;;
esac
finish
