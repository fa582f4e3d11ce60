#!/bin/bash
# calibrate: from this machine to a platform file that loads. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

# calibrate FILE ARGUMENT...: it works, and its file is sound and can be simulated with.
calibrate() {
  local file=$1
  shift
  timeout 280 "$turnstile" calibrate -o "$file" "$@" >"$work/out" 2>"$work/err" </dev/null ||
    complain "$*: failed"
  "$turnstile" platform check "$file" >"$work/err" 2>&1 || complain "$*: the file is not sound"
  "$turnstile" run -p "$file" -c scatter -a throttled-read -n 1 -s 64K >/dev/null 2>"$work/err" ||
    complain "$*: the file does not run"
}

# shown PARAMETER: its value and source in the file.
shown() {
  "$turnstile" platform show "$work/all.xml" | awk -v name="$1" '$1 == name { print $2, $3 }'
}

refuse 2 'where to' calibrate --budget 1s
refuse 2 'where to.*here.txt' calibrate -o "$work/here.txt"
refuse 2 'cannot write there' calibrate -o "$work/none/x.xml"
refuse 2 'no probe "pim".*pin' calibrate -o "$work/x.xml" --only pim
refuse 2 'knll' calibrate -o "$work/x.xml" --like knll
refuse 2 'budget' calibrate -o "$work/x.xml" --budget soon
refuse 2 'no such option' calibrate -o "$work/x.xml" --law queue

calibrate "$work/all.xml" --budget 2s
grep -q '^next: turnstile tune -p ' "$work/out" || complain 'no next command'
grep -q '^assumed: [0-9]* parameters from broadwell: ' "$work/out" || complain 'nothing taken over'
[ "$(shown page_size)" = "$(($(getconf PAGESIZE) / 1024))K measured" ] || complain "page_size"
[ "$(shown attach_time | cut -d' ' -f2)" = assumed ] || complain "attach_time"
# A probe either gives its parameter or is skipped and says why (the kernel refuses, the machine is
# busy); nothing in between.
while read -r probe parameter; do
  expected=measured
  grep -q "^skipped: $probe: ." "$work/out" && expected=assumed
  [ "$(shown "$parameter" | cut -d' ' -f2)" = $expected ] || complain "$parameter is not $expected"
done <<'END'
pin alpha
pin pin_time
copy copy_rate
memory memory_bandwidth
END

refuse 2 '--plot: removed; calibrate prints the residual of each fit' calibrate -o "$work/x.xml" --plot fits

calibrate "$work/few.xml" --budget 1s --only memcpy,noise --like knl
grep -q '^memcpy_rate' "$work/out" || complain "memcpy_rate is not told"
grep -q '^skipped: pin: not asked for' "$work/out" || complain "pin is not told to be skipped"
grep -q 'not asked for; as on knl' "$work/few.xml" || complain "the file does not say why"
grep -q '^alpha' "$work/out" && complain "alpha was measured"

# Two packages, for the probes between them: hwloc believes it, the processors are those of here.
if [ "$(nproc)" -ge 2 ]; then
  export HWLOC_SYNTHETIC='pack:2 l3:1 core:1 pu:1' HWLOC_THISSYSTEM=1
  calibrate "$work/two.xml" --budget 1s --only package,line,copy
  unset HWLOC_SYNTHETIC HWLOC_THISSYSTEM
  grep -Eq '^(package.one-core|skipped: package: the processes)' "$work/out" || complain "package"
  grep -Eq '^line_latency.machine' "$work/out" || complain "line_latency.machine"
  grep -Eq 'copy_rate.machine|skipped: copy: ' "$work/out" || complain "copy_rate.machine"
  grep -q 'id="line_latency.llc"' "$work/two.xml" && complain "a distance that is not there"
fi

# Ctrl-C: no file, no process.
"$turnstile" calibrate -o "$work/none.xml" --budget 60s >"$work/out" 2>"$work/err" </dev/null &
pid=$!
wait_until has_children 1 "$pid" || complain 'a signal: nothing to end'
kill -TERM "$pid"
wait "$pid"
[ $? = 143 ] || complain "a signal: status is not 143"
grep -q interrupted "$work/err" || complain "a signal: no word of it"
[ ! -e "$work/none.xml" ] || complain "a signal: a file is left"
gone "$workers" || complain 'a signal: a process is left'

finish
