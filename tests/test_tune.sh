#!/usr/bin/env bash
# tune and compare as a user meets them. Usage: test_tune.sh PROGRAM
. "$(dirname "$0")/lib.sh"

# works ARGUMENT...: exit status 0; what the program prints goes to $work/out.
works() {
  cases=$((cases + 1))
  "$turnstile" "$@" >"$work/out" 2>"$work/err" || complain "$*"
}

selection='-p knl -c bcast -a cma,binomial -n 8 -s 1K,64K -P throttle=2,4'

# The same winners, digit for digit, from a run and from its rows.
# shellcheck disable=SC2086
"$turnstile" run $selection --format csv -o "$work/rows.csv" 2>/dev/null
for objective in avg span median p5; do
  cases=$((cases + 1))
  # shellcheck disable=SC2086
  "$turnstile" tune $selection --format csv --objective $objective >"$work/run" 2>"$work/err" ||
    complain "tune of a run by $objective"
  "$turnstile" tune "$work/rows.csv" --format csv --objective $objective >"$work/read" \
    2>"$work/err" || complain "tune of rows by $objective"
  cmp -s "$work/run" "$work/read" || complain "tune: a run and its rows differ by $objective"
done

# Who wins with rewritten buffers is found, however slow it is with unchanged ones.
others='with buffers rewritten: the best takes'
works tune -p epyc-7763 -c bcast -n 64 -s 4K,64K
grep -A3 "$others" "$work/out" >"$work/one"
works tune -p epyc-7763 -c bcast -n 64 -s 4K,64K --buffers unchanged,rewritten
grep -A3 "$others" "$work/out" >"$work/two"
cases=$((cases + 1))
head -n 2 "$work/one" | cmp -s - <(head -n 2 "$work/two") || complain 'tune: winners with rewritten buffers'

# The expected loss of a choice: chain takes the very same time as linear and does not count, binomial does.
# It is the smaller one beside that of explain --sensitivity, which adds the errors of parameters; measured times have none.
three=(-p epyc-2p -c bcast -n 4 -s 1K -a binomial,linear,chain)
works tune "${three[@]}" --format csv -o "$work/three.csv"
cases=$((cases + 5))
[ "$(tail -n 1 "$work/three.csv" | cut -d, -f54-)" = '0.2060,0.2060' ] || complain 'tune: expected loss as CSV'
works tune "${three[@]}"
grep -q '^  1K    linear  cma                        0.97         20.6 %  tie' "$work/out" || complain 'tune: expected loss'
works explain --sensitivity "${three[@]}"
grep -q 'expected loss 20.7 %' "$work/out" || complain 'sensitivity: expected loss'
# Throttle factors of one algorithm share its error: alone they have no expected loss, beside others that of the others.
cases=$((cases + 3))
factors=(-p knl -c scatter -n 64 -s 64K -P throttle=1..8)
works tune "${factors[@]}" -a throttled-read
grep -q 'throttle=6 .*next: throttle=5, 1.4 % longer' "$work/out" || complain 'tune: two factors'
grep -q 'expected loss' "$work/out" && complain 'tune: factors of one algorithm are no rivals'
works explain --sensitivity "${factors[@]}" -a throttled-read
grep -q 'before throttled-read throttle=5 .* expected loss 0.[0-9] %' "$work/out" || complain 'sensitivity: two factors'
works explain -p knl -c bcast -a xhc-flat -s 64K -n 16
tr '\n' ' ' <"$work/out" | grep -q 'Its expected loss against knem-linear (knem) is 14.8 % by' || complain 'explain: expected loss'
"$turnstile" run "${three[@]}" --format csv 2>/dev/null | sed '2,$s/^sim,/measured,/' >"$work/real.csv"
works tune "$work/real.csv"
grep -q 'expected loss' "$work/out" && complain 'tune: an expected loss of measured times'

# run, sweep and plot state what rewritten buffers change: 8.5 us become 164.
changes='rewritten before each call, the same winners take 19.27 times as long'
flat=(-p epyc-9654 -c bcast -a xhc-flat -s 64K)
works run "${flat[@]}"
tr -s '\n ' ' ' <"$work/out" | grep -q "$changes" || complain 'run: rewritten buffers'
works run -p epyc-7763 -c alltoall -a pairwise-p2p --mechanism cico -s 64K
tr -s '\n ' ' ' <"$work/out" | grep -q 'caches; --buffers rewritten was not tried at 1 point (long' ||
  complain 'run: rewritten buffers of a point that takes long'
says 0 "^turnstile: if the buffers are $changes" sweep "${flat[@]}" -o "$work/flat.csv"
says 0 "^turnstile: if the buffers are $changes" plot "$work/flat.csv" -o "$work/x.svg"
for state in unchanged rewritten; do
  works run "${flat[@]}" --buffers $state
  grep -q '^buffers: ' "$work/out" && complain "run: a remark although --buffers $state was chosen"
done

# Parameters that nobody named have one value each, which is said; where they are named it is not.
works tune -p knl -c bcast -a cma,binomial -n 8 -s 1K
grep -q '^only default parameters were tried; -P also tries other values of .*segment' "$work/out" || complain 'tune: only defaults'
# shellcheck disable=SC2086
works tune $selection
grep -q '^only default' "$work/out" && complain 'tune -P: not only defaults'

# Rows that are alike may be repeated, as after a sweep that was run again; others may not.
sed 1d "$work/rows.csv" | cat "$work/rows.csv" - >"$work/twice.csv"
"$turnstile" tune "$work/twice.csv" --format csv >"$work/read" 2>"$work/err" ||
  complain 'tune: repeated rows'
"$turnstile" tune "$work/rows.csv" --format csv | cmp -s - "$work/read" ||
  complain 'tune: repeated rows count twice'
awk -F, -v OFS=, 'NR == 2 { $21 = "1.000000"; print }' "$work/rows.csv" |
  cat "$work/rows.csv" - >"$work/differ.csv"
refuse 2 'differ.csv:[0-9]*: .* occurs twice and differs from .*differ.csv:2 in' \
  tune "$work/differ.csv"
refuse 2 'differ.csv:[0-9]*: .* occurs twice' plot "$work/differ.csv" -o "$work/x.svg"

# shellcheck disable=SC2086
works tune $selection --reference binomial
grep -q 'binomial: its time over' "$work/out" || complain 'tune: no ratios to the reference'
# shellcheck disable=SC2086
refuse 2 '^turnstile: --reference: no algorithm of this run "binomal"' \
  tune $selection --reference binomal
refuse 2 '^turnstile: --reference: no algorithm of this run "chain"' \
  tune "$work/rows.csv" --reference chain
# shellcheck disable=SC2086
refuse 2 '^turnstile: --reference: not with --beside' \
  tune $selection --reference binomial --beside kernel

# A lead of 5 % over a time that jitter moves past it: with this one size, and beside a tie.
cat >"$work/close.csv" <<'END'
source,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,noise,overrides,size_bytes,avg_us,jitter_low_us,jitter_high_us
sim,knl,paper,base,64,bcast,chain,,cma,single,cold,none,,1024,10,9.9,10.4
sim,knl,paper,base,64,bcast,linear,,cma,single,cold,none,,1024,10.5,10.3,10.6
END
works tune "$work/close.csv"
tr -s '\n ' ' ' <"$work/out" | grep -q 'tie with linear (jitter of 1e-9 swaps them)' ||
  complain 'tune: what jitter turns round'
{
  cat "$work/close.csv"
  echo 'sim,knl,paper,base,64,bcast,chain,,cma,single,cold,none,,2048,10,9.9,10.01'
  echo 'sim,knl,paper,base,64,bcast,linear,,cma,single,cold,none,,2048,10.1,10.05,10.15'
} >"$work/both.csv"
works tune "$work/both.csv"
tr -s '\n ' ' ' <"$work/out" |
  grep -q 'tie with linear (within 2 %, or jitter swaps them)' ||
  complain 'tune: a tie that partly jitter makes'

# Tables that differ in nothing else differ in their headings.
for format in text markdown; do
  works tune -p knl -c bcast -n 4 -a cma,binomial -s 4K --in-place --law queue \
    --noise poisson:rate=20kHz,duration=20us --seed 3 --format $format
  tr -s '\n ' ' ' <"$work/out" |
    grep -q 'in_place yes, law queue, noise poisson:rate=20kHz,duration=20us, seed 3, source sim' ||
    complain "tune: the heading as $format"
done

# Unchanged buffers flatter; who says nothing of buffers learns what rewritten ones do.
works tune -p epyc-2p -c bcast -n 16 -a xhc-flat,xhc-tree -s 64K
grep -q 'buffers unchanged, protocol single' "$work/out" || complain 'tune: the head'
grep -q '^with buffers rewritten: ' "$work/out" || complain 'tune: another state of the buffers'
works tune -p epyc-2p -c bcast -n 16 -a xhc-flat,xhc-tree -s 64K --buffers cold
grep -q 'with buffers' "$work/out" && complain 'tune: a state that nobody asked for'

sed '2s/knl/kn\x1b[31ml/' "$work/rows.csv" >"$work/hostile.csv"
refuse 2 'hostile.csv:2: platform: .*control characters' tune "$work/hostile.csv"
refuse 2 'hostile.csv:2: platform: .*control characters' plot "$work/hostile.csv" -o "$work/x.svg"

head -n 1 "$work/rows.csv" >"$work/empty.csv"
refuse 2 'empty.csv: no rows' tune "$work/empty.csv"
# What an objective needs is asked for.
few='-p knl -c bcast -n 8 -s 1K,64K'
# shellcheck disable=SC2086
refuse 2 '--objective: needs noise' \
  tune $few --objective p95-under-noise
# shellcheck disable=SC2086
refuse 2 'needs --repetitions 20 or more, not 1' \
  tune $few --objective p95-under-noise --noise poisson:rate=100Hz,duration=20us
refuse 2 'row 1 .*: no avg_p95_us' tune "$work/rows.csv" --objective p95-under-noise
# Only what a library has can win; what it takes by default and the fastest of all rows stand beside.
# shellcheck disable=SC2086
works run $few -a all,library:ompi-5.0 --format csv -o "$work/few.csv"
works tune "$work/few.csv" --for ompi-5.0 --format csv
awk -F, 'NR > 1 && /,ompi-5.0,library:ompi-5.0,/ && /,release-gather,/ { found = 1 } END { exit !found }' "$work/out" ||
  complain 'tune --for: the default and the fastest of all'
works tune -p knl -c allreduce -n 8 -s 256K --for ucc --format csv
grep -q ',sra-knomial,radix=auto,.*,ucc,library:ucc' "$work/out" ||
  complain 'tune --for ucc: its algorithms by the names it has for them'
# shellcheck disable=SC2086
works tune $few -a linear,chain,release-gather --for mpich --format markdown
grep -q '^| size | winner .* | mpich by default | loses | fastest of those run | winner loses |$' \
  "$work/out" || complain 'tune --for: the columns'
grep -q 'to make it again:' "$work/out" || complain 'tune --format markdown: the command'
# shellcheck disable=SC2086
refuse 2 'no library "lam" .there are: ompi' tune $few --for lam
refuse 2 '^turnstile: --among: removed; --for LIBRARY ' tune "$work/few.csv" --among ompi-5.0
refuse 2 '^turnstile: --defaults: removed; --for LIBRARY ' tune "$work/few.csv" --defaults=ompi

# On devices' memory all algorithms are tried by all mechanisms of devices, and a table says which way is
# the fastest.
works tune -p abci-a -c allreduce -n 2 -s 8,1M --memory device -a all,library:ompi-5.0
grep -q '^  size *take *by *staged *direct *NCCL$' "$work/out" || complain 'tune --memory device: the ways'
works tune -p abci-a -c allreduce -n 2 -s 8,1M --memory device --beside mechanism
for mechanism in device-ipc device-staged device-mapped; do
  grep -qw -e "$mechanism" "$work/out" || complain "tune --memory device: $mechanism"
done
grep -qwE 'cma|cico|xpmem' "$work/out" && complain 'tune --memory device: on the host'

# What fails alike at every size is told once.
cases=$((cases + 1))
"$turnstile" tune -p psg-k40-node -c bcast -a direct-read,linear -n 4 -s 8..64 --memory device \
  >"$work/out" 2>"$work/err" && complain 'tune: no way past the host'
[ "$(wc -l <"$work/err")" = 2 ] && grep -q '3 more points of these' "$work/err" ||
  complain 'tune: failures that are alike'

refuse 2 'no parameter "zzz" .there are: ' run -p knl -c reduce -a all -n 4 -s 4K -P zzz=1
sed 's/.*there are: //; s/).*//; s/, /\n/g' "$work/err" >"$work/names"
[ "$(wc -l <"$work/names")" = "$(sort -u "$work/names" | wc -l)" ] ||
  complain 'a parameter is listed twice'
# Who wrote the rows writes no HTML into a wiki.
sed '2,$s/,binomial,/,<b>\&x,/; 2,$s/,knl,/,<img src=x>,/' "$work/rows.csv" >"$work/html.csv"
works tune "$work/html.csv" --format markdown
grep -v '^    ' "$work/out" | grep -q '<' && complain 'tune --format markdown: HTML of the rows'
grep -q '&lt;b>&amp;x' "$work/out" || complain 'tune --format markdown: the text of the rows'

# A doubling scan of nothing sends nothing, as in the libraries, and takes no time.
works run -p knl -c exscan -a all,library:ompi -n 8 -s 0 --format csv -o "$work/none.csv"
for format in text markdown; do
  works tune "$work/none.csv" --for ompi --format $format
  grep -q 'linear = linear .*longer' "$work/out" || complain "tune: the default of 0 bytes as $format"
  grep -q '\<\(inf\|nan\)\>' "$work/out" && complain "tune: of 0 bytes as $format"
done

# Simple tables.
works tune "$work/rows.csv" --loss 1000
grep -q '1 range for 2 sizes: over the best choice' "$work/out" || complain 'tune --loss: the loss'
refuse 2 '--ranges: removed; --loss PERCENT' tune "$work/rows.csv" --ranges 1
refuse 2 '--search: removed; candidates that cannot win' tune "$work/rows.csv" --search
refuse 2 'no objective "worst-arrival"' tune "$work/rows.csv" --objective worst-arrival

# One tree over ranks and sizes: chain on 8 ranks and for 4K, linear else; a point has no rows.
{
  echo platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us
  for point in 8,chain,1024,10 8,linear,1024,11 8,chain,4096,40 8,linear,4096,60 \
    16,chain,1024,30 16,linear,1024,20 16,chain,4096,50 16,linear,4096,50.5 16,library:ompi,4096,75 \
    32,linear,1024,30; do
    IFS=, read -r ranks algorithm size time <<<"$point"
    echo "knl,paper,$ranks,bcast,$algorithm,,cma,$size,$time"
  done
} >"$work/grid.csv"
works tune "$work/grid.csv" --tree --loss 2
grep -q '^bcast on knl, ranks 8, 16, 32; ' "$work/out" || complain 'tune --tree: the head'
sed -n '/^  choice/,/^  2 leaves/p' "$work/out" | sed '1d; s/ \+$//' >"$work/tree"
{
  echo '  if ranks < 16: chain (cma)  8..15   1K..4K  10.00..40.00  0.0 % on average, 0.0 % at most'
  echo '  else: linear (cma)          16..32  1K..4K  20.00..30.00  0.3 % on average, 1.0 % at most'
} | cmp -s - <(head -n 2 "$work/tree") || complain 'tune --tree: the tree'
tr -s '\n ' ' ' <"$work/out" >"$work/line"
grep -q '2 leaves for 3 numbers of ranks and 2 sizes: .* at each of 5 points it takes' \
  "$work/line" || complain 'tune --tree: the leaves'
grep -q 'takes 3 ranges in all to stay within 2 %' "$work/line" ||
  complain 'tune --tree: beside tables of ranges'
grep -q '1 point has no rows and goes where the tree is simplest: 4K at 32 ranks' "$work/line" ||
  complain 'tune --tree: points without rows'
works tune "$work/grid.csv" --tree --loss 0.5 --format csv
awk -F, '{ for (i = 1; i <= NF; i++) if (NR == 1) at[$i] = i
           if (NR > 1) print $at["ranks_from"], $at["ranks_to"], $at["without_rows"], $at["size_from"],
             $at["size_to"], $at["algorithm"], $at["sizes"], $at["loss_max"] }' "$work/out" >"$work/tree"
{
  echo '8 15 0 1024 4096 chain 2 0.0000'
  echo '16 32 0 1024 1024 linear 2 0.0000'
  echo '16 32 1 4096 4096 chain 1 0.0000'
} | cmp -s - "$work/tree" || complain 'tune --tree --format csv'
grep -q ',ranks,' "$work/out" && complain 'tune --tree --format csv: one number of ranks'
works tune "$work/grid.csv" --tree --loss 2 --format json
grep -c '"ranks_to": ' "$work/out" | grep -qx 2 || complain 'tune --tree --format json'
works tune "$work/grid.csv" --tree --loss 0.5 --format markdown --for ompi
grep -q '^- else if size &lt; 4K: linear (cma)$' "$work/out" || complain 'tune --tree: Markdown'
grep -q '^| ranks | size | winner .* | ompi by default |' "$work/out" ||
  complain 'tune --tree --for: the columns'
works tune "$work/rows.csv" --tree --loss 2 --objective span
refuse 2 '^turnstile: --tree: needs --loss' tune "$work/grid.csv" --tree
refuse 2 '^turnstile: --tree: not with --robust' tune "$work/grid.csv" --tree --robust
refuse 2 '^turnstile: --loss: not with --beside' \
  tune "$work/grid.csv" --tree --loss 2 --beside kernel
refuse 2 '^turnstile: --tree: no such option here' run -p knl -c bcast --tree
# A library that takes several things in one range is not said to take the first.
works tune -p knl -c bcast -n 4 -s 256..1M -a xhc-flat,linear --for ompi-5.0 --loss 1000
grep -Eq '^  256..1M +[a-z_]+ = .* and others +-?[0-9.]+' "$work/out" ||
  complain 'tune --loss --for: the default of the first size stands for all'

works compare "$work/rows.csv" "$work/rows.csv" --objective median

# The textbook model has the values of each row, not those of the first on that many ranks.
header=platform,kernel,ranks,collective,algorithm,params,mechanism,overrides,size_bytes,avg_us
{
  echo $header
  echo knl,paper,8,bcast,direct-read,,cma,alpha=1us,1024,5
  echo knl,paper,8,bcast,direct-read,,cma,alpha=500us,2048,5
} >"$work/alphas.csv"
works compare "$work/alphas.csv" "$work/alphas.csv" --format csv
awk -F, 'NR == 3 && $14 < 500 { exit 1 }' "$work/out" ||
  complain 'compare: the textbook model has the overrides of another row'

# --reproducible: one order of additions at all sizes, its price, and rules that keep it.
sizes=64,4K,64K,1M
works tune -p knl -n 8 -c allreduce -s $sizes -a ring,recursive-doubling,rabenseifner --reproducible rank,size
awk '/^  (64|4K|64K|1M) /' "$work/out" | head -4 | grep -c 'recursive-doubling\|rabenseifner' | grep -qx 4 ||
  complain 'tune --reproducible: a ring has other orders at other sizes'
grep -q 'the price of the same bits (rank,size):' "$work/out" || complain 'tune --reproducible: no price'
works tune -p knl -n 8 -c allreduce -s $sizes -a ring,recursive-doubling --reproducible rank,size --format csv
awk -F, '{ for (i = 1; i <= NF; i++) if (NR == 1) at[$i] = i
           if (NR > 1) print $at["size_to"], $at["algorithm"], $at["fastest"] }' "$work/out" >"$work/price"
awk '$2 != "recursive-doubling" { exit 1 } $3 == "ring" { any = 1 } END { exit !any }' "$work/price" ||
  complain 'tune --reproducible: the ring is fastest and is no choice'
# Binomial and Rabenseifner's reduce have one order for root 0 only.
works tune -p knl -n 8 -c reduce -s 64,64K,1M -a binomial,rabenseifner-reduce --reproducible size
awk '/^  (64|64K|1M) /' "$work/out" | head -3 | grep -c binomial | grep -qx 3 ||
  complain 'tune --reproducible: a reduce to another root has another order'
works tune -p knl -n 8 -c bcast -s 1K -a chain,linear --reproducible size
grep -q 'the price' "$work/out" && complain 'tune --reproducible: a bcast adds nothing'
works tune -p knl -n 8 -c allreduce -s 1K,64K -a ring --type int32 --reproducible size
grep -q '^  1K..64K *ring' "$work/out" || grep -q '^  64K *ring' "$work/out" ||
  complain 'tune --reproducible: sums of integers have one result'
refuse 2 'no kind of change "speed" .there are: rank, size, arrival, placement' \
  tune -p knl -n 8 -c allreduce -s 1K --reproducible speed
refuse 2 '^turnstile: --reproducible: not with --robust' \
  tune -p knl,broadwell -n 8 -c allreduce -s 1K --robust --reproducible size
refuse 2 '^turnstile: --reproducible: no choice keeps the bits' \
  tune -p knl -n 5 -c allreduce -s 64K -a knomial --reproducible rank
works sweep -p knl -n 8 -c reduce --transport ompi-ob1 -s 64,4K,64K,1M \
  -a linear,chain,binomial,rabenseifner-reduce,library:ompi-5.0 -o "$work/reduces.csv"
if has_satellites; then
  works export "$work/reduces.csv" --for ompi-5.0 --reproducible size -o "$work/same.conf"
  works lint "$work/same.conf"
  grep -v '(library:ompi)' "$work/out" | grep -q 'note:' && complain 'export --reproducible: lint finds another order'
  printf '%s\n' 1 11 1 8 2 '0 1 0 0' '4096 5 0 0' >"$work/two.conf"
  works lint --for ompi-5.0 "$work/two.conf"
  grep -q 'two.conf:7: note: reduce, 16 ranks: .* between 4095 (linear) and 4K (binomial)' "$work/out" ||
    complain 'lint: the order of additions changes'
  # Binomial and Rabenseifner's reduce have one order for root 0 alone.
  printf '%s\n' 1 11 1 8 2 '0 5 0 0' '4096 7 0 0' >"$work/two.conf"
  works lint --for ompi-5.0 "$work/two.conf"
  grep -q 'two.conf:7: note: .* and 4K (rabenseifner-reduce)' "$work/out" ||
    complain 'lint: the order of a reduce to another root changes'
  works report "$work/reduces.csv" --reproducible size -o "$work/page.html"
  grep -q 'the price of the same bits (size)' "$work/page.html" || complain 'report --reproducible'
fi
works list algorithms -c allreduce --format csv
awk -F, 'NR == 1 { exit !($(NF - 1) == "same_bits" && $NF == "in_rank_order") }' "$work/out" ||
  complain 'list algorithms: no classes'
grep -q '^allreduce,knomial,.*,"size, arrival, placement",no$' "$work/out" ||
  complain 'list algorithms: the class of knomial'

finish
