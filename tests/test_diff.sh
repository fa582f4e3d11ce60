#!/usr/bin/env bash
# diff: two libraries' own decisions as a user compares them. Usage: test_diff.sh PROGRAM
. "$(dirname "$0")/lib.sh"

# works ARGUMENT...: exit status 0; what the program prints goes to $work/out.
works() {
  cases=$((cases + 1))
  "$turnstile" "$@" >"$work/out" 2>"$work/err" || complain "$*"
}

# said PATTERN: the last output, as one line, has it.
said() {
  cases=$((cases + 1))
  tr -s '\n ' ' ' <"$work/out" | grep -Eq -- "$1" || { cp "$work/out" "$work/err"; complain "not said: $1"; }
}

# fields NAME...: these columns of the last output, as CSV, a line each.
fields() {
  awk -F, -v names="$*" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(names, name, " "); next }
    { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? "," : "\n" }' "$work/out"
}

# lines NAME... with what they are on standard input.
lines() {
  cases=$((cases + 1))
  cat >"$work/wanted"
  fields "$@" | diff - "$work/wanted" >"$work/err" || complain "other lines: $*"
}

# Cells that were checked by hand against the libraries' sources.
# checked A B COLLECTIVE RANKS SIZE WAY CHOICE OF A;CHOICE OF B
checked() {
  works diff "$1" "$2" -p broadwell -c "$3" -n "$4" -s "$5" --format csv
  lines way ranks_from ranks_to size_from size_to first_choice second_choice <<<"$6,$4,$4,$5,$5,$7,$8"
}

by_hand() {
  # Open MPI, coll_tuned_decision_fixed.c. 6.0, ompi_coll_tuned_bcast_intra_dec_fixed: 16 to 31 ranks, 4 KiB
  # to 1 MiB: 6. Main, ompi_coll_tuned_bcast_intra_singlenode_dec_fixed: below 128 KiB: 7.
  checked ompi-6.0 ompi-main bcast 28 65536 faster 'binomial = binomial;segment=0' 'knomial = knomial-p2p'
  # ompi_coll_tuned_reduce_intra_dec_fixed: 16 to 31 ranks below 4 KiB: 4; ..._singlenode_...: from 8
  # ranks on below 8 KiB 8, whose radix is the fan-out that it hands on, 4.
  checked ompi-6.0 ompi-main reduce 28 1024 faster 'binary = binary;segment=0' 'knomial ~ knomial'
  # ompi_coll_tuned_allreduce_intra_dec_fixed: 16 to 31 ranks from 4 KiB on: 6; ..._singlenode_...: no
  # power of two, parts of 32 KiB or more: 4.
  checked ompi-6.0 ompi-main allreduce 28 4194304 faster 'rabenseifner = rabenseifner' 'ring = ring'
  # ompi_coll_tuned_reduce_intra_dec_fixed: 4 to 7 ranks, 4 to 64 KiB: 2; faninout 0 in 5.0, 2 in 6.0.
  checked ompi-5.0 ompi-6.0 reduce 7 16384 faster 'chain = chain;fanout=1;segment=0' \
    'chain = chain;fanout=2;segment=0'
  # ompi_coll_tuned_bcast_intra_dec_fixed: 8 to 15 ranks from 32 KiB on: 1. MPICH, maint/tuning/coll/ch4/
  # generic.json: a power of two from 8 ranks on, 12 to 512 KiB: MPIDI_Bcast_intra_composition_beta.
  checked ompi-5.0 mpich-5.0 bcast 8 65536 faster 'basic_linear = linear' 'release_gather = release-gather'
  # ompi_coll_tuned_allreduce_intra_dec_fixed: 16 to 31 ranks, 64 B to 4 KiB: 3. UCC, tl/ucp/allreduce/
  # allreduce.h: "allreduce:0-4k:@0#allreduce:4k-inf:@1".
  checked ompi-5.0 ucc allreduce 28 256 slower 'recursive_doubling = recursive-doubling' 'knomial = knomial'
}

# The same from a run, a store that it fills, the rows of that, and what the store has.
sources() {
  local selection=('-p' 'knl,broadwell' '-c' 'bcast,reduce' '-n' '8,16' '-s' '1K,64K' '--format' csv) file
  works diff ompi-5.0 mpich-5.0 "${selection[@]}"
  cp "$work/out" "$work/run"
  for _ in 1 2; do
    works diff ompi-5.0 mpich-5.0 "${selection[@]}" --store "$work/rows.sqlite"
    cmp -s "$work/run" "$work/out" || complain 'diff: a store differs from a run'
  done
  works export "$work/rows.sqlite" -o "$work/rows.csv"
  for file in "$work/rows.csv" "$work/rows.sqlite"; do
    works diff ompi-5.0 mpich-5.0 "$file" --format csv
    cmp -s "$work/run" "$work/out" || complain "diff: $file differs from a run"
  done
  works diff ompi-5.0 mpich-5.0 --store "$work/rows.sqlite" --format csv
  cmp -s "$work/run" "$work/out" || complain 'diff --store alone differs from a run'
  # Only what is asked for, of a store that has more.
  works diff ompi-5.0 mpich-5.0 -p knl -c bcast -n 8,16 -s 1K,64K --store "$work/rows.sqlite" --format csv
  grep -e '^source' -e 'knl.*,bcast,' "$work/run" | cmp -s - "$work/out" || complain 'diff: more than was asked for'
  # Turned round, what was slower is faster.
  works diff mpich-5.0 ompi-5.0 "$work/rows.csv" --format csv
  cp "$work/out" "$work/back"
  cp "$work/run" "$work/out"
  fields way first_choice second_choice |
    sed 's/^slower/S/; s/^faster/slower/; s/^S/faster/' >"$work/turned"
  cp "$work/back" "$work/out"
  lines way second_choice first_choice <"$work/turned"
}

# What the choice and what the transport makes.
causes() {
  works diff ompi-5.0 mpich-5.0 -p broadwell -c bcast -n 16 -s 64 --format csv
  lines cause first_transport second_transport <<<'both,ompi-ob1,mpich-5.0'
  fields ratio_min by_choice by_transport |
    awk -F, '{ exit !($1 - $2 * $3 < 0.001 && $2 * $3 - $1 < 0.001) }' || complain 'diff: no product'
  # One choice: the transport alone, and nothing over one transport.
  works diff ompi-5.0 ucc -p broadwell -c bcast -n 28 -s 1K --format csv
  lines cause by_choice first_choice <<<'transport,1.0000,knomial = knomial-p2p'
  works diff ompi-5.0 ucc -p broadwell -c bcast -n 28 -s 1K --transport ompi-ob1
  said '^1 case: ucc is slower in 0, faster in 0, in 1 within the known error; both make the same choice in 1'
  works diff ompi-4.1 ompi-5.0 -p broadwell -c bcast,allgather,barrier -n 8 -s 64,64K
  said '^5 cases: .* both make the same choice in 5'
  # Of two choices over two transports without the rows that tell them apart.
  grep -v 'library:ompi-5.0.*,mpich-5.0,' "$work/rows.csv" >"$work/few.csv"
  works diff ompi-5.0 mpich-5.0 "$work/few.csv"
  said 'choice, transport'
  # The barriers of benchmarks are the libraries' own.
  works diff ompi-6.0 mpich-5.0 -p knl -c bcast -n 8 -s 64K --protocol osu
  said '^ompi-6.0 over ompi-ob1 -> mpich-5.0 over mpich-5.0; .* faster'
}

# Neighbours are one line: of sizes up to one without a difference, of ranks where all sizes are alike.
neighbours() {
  local ranks size time
  {
    echo source,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,noise,overrides,size_bytes,avg_us,decision,transport
    for ranks in 4 8 16; do
      for size in 1024 2048 4096 8192; do
        time=10
        [ "$ranks" = 16 ] || case $size in 1024) time=12 ;; 2048) time=15 ;; 8192) time=8 ;; esac
        echo "measured,mine,6.1,base,$ranks,bcast,library:ompi-5.0,,cma,osu,unchanged,,,$size,10,a = binomial,ompi-ob1"
        echo "measured,mine,6.1,base,$ranks,bcast,library:ompi-6.0,,cma,osu,unchanged,,,$size,$time,b = chain,ompi-ob1"
      done
    done
  } >"$work/mine.csv"
  works diff ompi-5.0 ompi-6.0 "$work/mine.csv" --format csv
  lines way ranks_from ranks_to size_from size_to cases ratio_min ratio_max at_size error <<'END'
slower,4,8,1024,2048,4,1.2000,1.5000,2048,0.0200
faster,4,8,8192,8192,2,0.8000,0.8000,8192,0.0200
END
  # Predictions of a node that nobody knows: the largest error known of broadcasts.
  sed 's/^measured/sim/' "$work/mine.csv" >"$work/sim.csv"
  works diff ompi-5.0 ompi-6.0 "$work/sim.csv"
  said 'bcast 4\.\.8 1K..2K slower 1\.20\.\.1\.50 \(15 %\) choice 4 ranks, 2K: 10\.00 -> 15\.0'
  said '12 cases: ompi-6.0 is slower in 4, faster in 2, in 6 within the known error'
  works diff ompi-5.0 ompi-6.0 "$work/sim.csv" --format markdown
  said '\| mine \| bcast \| 4\.\.8 \| 1K\.\.2K \| slower \| 1\.20\.\.1\.50 \|'
}

bad_input() {
  local rows=$work/rows.csv
  refuse 2 'diff: which two libraries\?' diff
  refuse 2 'diff: which two libraries\?' diff ompi-5.0
  refuse 2 'diff: ompi and ompi-6.0 are one library' diff ompi ompi-6.0 -p knl
  refuse 2 'diff: no library "lam" \(there are: ompi-4.1, .*, ompi-main, mpich-4.2\)' diff ompi-6.0 lam -p knl
  refuse 2 'diff: which platform\? \(-p PLATFORM' diff ompi-5.0 ompi-6.0
  refuse 2 '^turnstile: -a: not for diff' diff ompi-5.0 ompi-6.0 -p knl -a chain
  refuse 2 '^turnstile: -c: the default of ucc for scatter is not known here' \
    diff ompi-5.0 ucc -p knl -c bcast,scatter
  refuse 2 'no transport "ompi-ob1,mpich-5.0"' diff ompi-5.0 ompi-6.0 -p knl --transport ompi-ob1,mpich-5.0
  refuse 2 'either ROWS .* or a selection' diff ompi-5.0 mpich-5.0 "$rows" -p knl
  refuse 2 'no.csv: No such file' diff ompi-5.0 mpich-5.0 "$work/no.csv"
  refuse 2 'diff: no row of ompi-6.0.s choice \(library:ompi-6.0\)' diff ompi-6.0 mpich-5.0 "$rows"
  awk -F, 'NR == 1 || /knl.*library:ompi-5/ || /broadwell.*library:mpich/' "$rows" >"$work/two.csv"
  refuse 2 'differ in platform: ompi-5.0 "knl", mpich-5.0 "broadwell"' diff ompi-5.0 mpich-5.0 "$work/two.csv"
  sed '/library:mpich/s/,mpich-5.0,/,mpich-4.0,/' "$work/few.csv" >"$work/other.csv"
  refuse 2 'diff: rows of ompi-5.0 use transport "ompi-ob1", of mpich-5.0 "mpich-4.0" .accepted: each' \
    diff ompi-5.0 mpich-5.0 "$work/other.csv"
}

by_hand
sources
causes
neighbours
bad_input
finish
