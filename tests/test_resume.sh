#!/bin/bash
# Files that commands write: interrupted sweeps and decisions, full disks, and files that must not be
# overwritten. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

# 26 points of 13 sizes; the first half is slow.
selection=(-p knl -c alltoall -a linear,pairwise-p2p -n 8 -s 1K..4M)
rows=$work/rows.csv whole=$work/whole.csv

# same WHAT: the rows are those of an uninterrupted run.
same() {
  cases=$((cases + 1))
  cmp -s "$rows" "$whole" || complain "$1: other bytes than at once"
}

# untouched WHAT COMMAND...: refuses with status 2, and the rows are as they were.
untouched() {
  local what=$1 pattern=$2
  shift 2
  cp "$rows" "$work/before"
  refuse 2 "$pattern" "$@"
  cmp -s "$rows" "$work/before" || complain "$what: the file has changed"
}

# sweeps WHAT: a sweep to FILE writes all rows, whatever FILE and FILE.part had.
sweeps() {
  says 0 '26 of 26 points done, 0 failed' sweep "${selection[@]}" -o "$rows"
  same "$1"
  [ ! -e "$rows.part" ] || complain "$1: rows.csv.part stays"
}

anew() {
  "$turnstile" sweep "${selection[@]}" -o "$whole" 2>"$work/err" || complain 'no sweep'
  head -n 9 "$whole" | tee "$rows" >"$rows.part"
  sweeps 'partial files'
  head -c 5000 "$whole" >"$work/target.csv"
  ln -sf target.csv "$rows"
  sweeps 'a link'
  [ -L "$rows" ] || complain 'a link: it is none any more'
  rm "$rows"
  refuse 2 '--resume: removed; --store FILE resumes' sweep "${selection[@]}" -o "$rows" --resume
  refuse 2 '--force: removed; -o FILE is replaced' sweep "${selection[@]}" -o "$rows" --force
  refuse 2 '--rows: removed; sweep --store FILE keeps rows' tune "${selection[@]}" --rows "$rows"
  refuse 2 '--resume: no such option here' run "${selection[@]}" --resume
}

# Killed in the middle, by signals that can be caught and by one that cannot.
killed() {
  local name pid selection=("${selection[@]}" -n 16 --repetitions 100)
  "$turnstile" sweep "${selection[@]}" -o "$whole" 2>"$work/err"
  for name in INT KILL; do
    echo 'an older file' >"$rows"
    "$turnstile" sweep "${selection[@]}" -o "$rows" --jobs 2 2>"$work/err" &
    pid=$! # has_children starts a process, too
    wait_until has_lines 4 "$rows.part"
    has_children 1 "$pid"
    kill "-$name" "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    has_lines 4 "$rows.part" || complain "SIG$name: finished rows lost"
    [ "$(cat "$rows")" = 'an older file' ] || complain "SIG$name: the older file is lost"
    [ "$name" = KILL ] ||
      grep -q 'interrupted; the finished rows are in .*rows.csv.part' "$work/err" ||
      complain "SIG$name: no word of rows.csv.part"
    wait_until gone "$workers" || complain "SIG$name: a worker lives on"
    sweeps "SIG$name"
  done
}

# A disk that fills up: FILE.part ends with a whole row.
full() {
  local format
  "$turnstile" sweep "${selection[@]}" -o "$whole" 2>"$work/err"
  rm -f "$rows"
  (ulimit -f 3; "$turnstile" sweep "${selection[@]}" -o "$rows" >"$work/out" 2>"$work/err")
  [ $? = 1 ] || complain 'full disk: not status 1'
  grep -q 'not everything could be written: File too large' "$work/err" ||
    complain 'full disk: no word of it'
  [ "$(tail -c 1 "$rows.part" | wc -l)" = 1 ] || complain 'full disk: a torn last row'
  [ "$(wc -l <"$rows.part")" -ge 2 ] || complain 'full disk: whole rows are lost'
  cmp -s <(head -n "$(wc -l <"$rows.part")" "$whole") "$rows.part" || complain 'full disk: other rows'
  sweeps 'full disk'
  # What stood before a redirection is nobody's to cut.
  head -c 3050 /dev/zero | tr '\0' x >"$work/log"
  (ulimit -f 3; "$turnstile" run "${selection[@]}" --format csv >>"$work/log" 2>"$work/err")
  [ "$(head -c 3050 "$work/log" | tr -d x | wc -c)" = 0 ] && [ "$(wc -c <"$work/log")" -ge 3050 ] ||
    complain 'full disk: what stood before is lost'
  cases=$((cases + 2))
}

# Where rows must not go.
targets() {
  local pid
  "$turnstile" sweep "${selection[@]}" -o "$rows" 2>"$work/err"
  untouched 'rows that are read' 'rows.csv: it is read' tune "$rows" -o "$rows"
  printf '[platform]\nname = knl\n[collective]\nname = bcast\nranks = 4\nsize = 4K\n' >"$work/x.ini"
  refuse 2 'x.ini: it is read' sweep "$work/x.ini" -o "$work/x.ini"
  grep -q '^name = knl' "$work/x.ini" || complain 'the scenario is lost'
  cp platforms/knl.xml "$work/my.xml"
  refuse 2 'my.xml: it is read' run -p "$work/my.xml" -c bcast -n 4 -s 4K -o "$work/my.xml"
  cmp -s platforms/knl.xml "$work/my.xml" || complain 'the platform is lost'
  refuse 2 'irectory' sweep "${selection[@]}" -o "$work"
  refuse 2 'cannot write there' sweep "${selection[@]}" -o "$work/none/x"
  says 1 'not everything could be written' sweep "${selection[@]}" -o /dev/full
  out=/dev/full says 1 'not everything could be written' sweep "${selection[@]}"
  says 0 '26 of 26' sweep "${selection[@]}" -o /dev/null
  # Closed from the first: all rows fit in a pipe, so that a reader might close it too late.
  python3 -c 'import os, signal, sys
r, w = os.pipe()
os.close(r)
os.dup2(w, 1)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$turnstile" sweep "${selection[@]}" 2>"$work/err"
  [ $? = 141 ] || complain 'a closed pipe: not status 141'
  "$turnstile" sweep "${selection[@]}" >&- 2>"$work/err"
  [ $? = 1 ] || complain 'no stdout: not status 1'
  "$turnstile" sweep "${selection[@]}" --jobs 1000 <&- >"$work/out" 2>"$work/err" ||
    complain 'no stdin, 1000 jobs: it fails'
  cmp -s "$work/out" "$rows" || complain 'no stdin, 1000 jobs: other bytes'
  rm "$rows"
  "$turnstile" sweep "${selection[@]}" -n 2,64 --repetitions 3000 -o "$rows" 2>/dev/null &
  pid=$!
  wait_until has_lines 1 "$rows.part"
  says 2 'another process is writing there' sweep "${selection[@]}" -o "$rows"
  kill "$pid"
  wait "$pid" 2>/dev/null
  rm -f "$rows.part"
  cases=$((cases + 4))
}

# A decision that is interrupted names the command whose rows are kept.
decisions() {
  local long=(-p knl -c alltoall -a linear,pairwise-p2p -n 2,16 -s 1K..4M --repetitions 100)
  mkdir "$work/here"
  cd "$work/here" || exit 1
  hangs_up 'grep -q "interrupted (a sweep --store FILE keeps" "$work/err"' \
    tune "${long[@]}" --format csv --jobs 1
  [ "$(wc -l <"$work/err")" = 1 ] || complain 'an interrupted tune: not one line'
  [ -z "$(ls)" ] || complain 'an interrupted tune leaves a file'
}

# What every command's file keeps: the older one until the new one is complete, links, mode, owner.
kept_files() {
  local point=(run -p knl -c bcast -a linear -n 4 -s 4K)
  local command name files=()
  mkdir "$work/files"
  cd "$work/files" || exit 1
  : >"$work/err"
  "$turnstile" sweep -p knl -c bcast -a linear,binomial -n 4 -s 4K,8K -o rows.csv 2>err
  "$turnstile" "${point[@]}" >text
  for name in text csv json; do
    echo old >target
    ln -s target link
    ln target second
    chmod 640 target
    "$turnstile" "${point[@]}" --format "$name" -o link || complain "link: $name"
    [ -L link ] && [ "$(stat -c %a,%h target)" = 640,2 ] || complain "$name: link, mode or name is lost"
    cmp -s target second || complain "$name: a second name has other bytes"
    rm -f link target second
  done
  # One command for each way to write: pictures, tables, rules, traces' timelines, platforms.
  echo old >old.svg
  ln -s old.svg link.svg
  chmod 600 old.svg
  "$turnstile" plot rows.csv -o link.svg || complain 'a picture'
  grep -q '^<svg\|^<?xml' old.svg && [ "$(stat -c %a old.svg)" = 600 ] && [ -L link.svg ] ||
    complain 'a picture: link or mode is lost'
  ln -s /dev/stdout out.svg
  "$turnstile" plot rows.csv -o out.svg 2>err | grep -q '<svg' || complain 'a picture on /dev/stdout'
  [ -L out.svg ] && [ -e /dev/stdout ] || complain '/dev/stdout is lost'
  { echo before; "$turnstile" "${point[@]}" -o /dev/stdout; } >log
  cmp -s log <(echo before; cat text) || complain '/dev/stdout: what stood before is lost'
  mkfifo pipe
  cat pipe >piped &
  "$turnstile" "${point[@]}" -o pipe
  wait $!
  cmp -s piped text || complain 'a pipe'
  "$turnstile" "${point[@]}" --timeline link.json -o new >out || complain 'a timeline'
  grep -q traceEvents link.json || complain 'no timeline'
  # Nothing is simulated for a file that cannot be written.
  for command in "tune -p knl -c bcast" "plot rows.csv" "report rows.csv" "explain -p knl -c bcast -a linear -s 4K" "explain --sensitivity -p knl -c bcast"; do
    refuse 2 'none/x.svg: cannot write there: No such file' $command -o none/x.svg
  done
  refuse 2 'none/x.svg: cannot write there' tune -p knl -c bcast --plot none/x.svg
  echo old >whole
  cp whole whole.part
  refuse 2 'nothing: no folder' trace skeleton nothing -o whole
  (ulimit -f 0; "$turnstile" explain -p knl -c bcast -a linear -n 4 -s 4K -o whole 2>err) &&
    complain 'a full disk: status 0'
  [ "$(cat whole)" = old ] || complain 'a command that fails: the older file is lost'
  cd - >"$work/out"
  cases=$((cases + 10))
}

turnstile=$(realpath "$turnstile")
kept_files
anew
killed
full
targets
decisions
finish
