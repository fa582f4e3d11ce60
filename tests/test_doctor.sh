#!/bin/bash
# doctor on this machine, as an ordinary user, without the capability, in a user namespace, behind a
# filter of system calls and with little shared memory. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
: >"$work/err"
skipped=0
declare -A fields

# skip WHAT WHY: one case that this machine does not allow.
skip() {
  echo "skipped: $1: $2"
  skipped=$((skipped + 1))
}

# expect WHAT COLUMN PATTERN: a field of the last examination.
expect() {
  local got=${fields["$1/$2"]-}
  cases=$((cases + 1))
  [[ $got =~ $3 ]] || complain "$label: $1: $2 is \"$got\", not $3"
}

# examine LABEL COMMAND...: doctor under the command; every library is there.
examine() {
  label=$1
  shift
  cases=$((cases + 1))
  "$@" "$turnstile" doctor --format csv -n 16 >"$work/csv" 2>"$work/err" ||
    complain "$label: status $?"
  python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin):
    for column in row:
        print(row["what"] + "/" + column, row[column], sep="\t")' <"$work/csv" >"$work/fields"
  fields=()
  while IFS=$'\t' read -r key text; do
    fields[$key]=$text
  done <"$work/fields"
  for library in ompi-4.1 ompi-5.0 ompi-6.0 mpich-4.0 mpich-4.2 mpich-4.3 mpich-5.0 ucx; do
    expect $library value '^(cma|cma, refused|cico|xpmem|knem)$'
  done
}

# prints ARGUMENT...: $work/out has what doctor prints.
prints() {
  cases=$((cases + 1))
  "$turnstile" doctor "$@" >"$work/out" 2>"$work/err" || complain "doctor $*: status $?"
}

if ! command -v python3 >/dev/null; then
  echo 'skipped: no python3'
  exit 77
fi

refuse 2 'doctor: "x": only options are accepted' doctor x
refuse 2 'no platform|is not known' doctor -p no-such-platform
refuse 2 'no format "osu"' doctor --format osu
refuse 2 'knl-cluster-2 has 2 nodes' doctor -p knl-cluster-2
refuse 2 '500 ranks do not fit' doctor -p broadwell -n 500

examine here env
prints
grep -q '^libraries: ' "$work/out" || complain 'no libraries in the text'
grep -q 'turnstile calibrate' "$work/out" || complain 'nothing on how to learn the costs'
prints --format json
python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))) > 15' "$work/out" 2>"$work/err" ||
  complain 'no JSON'
prints -p dancer -n 4 --format csv
[ "$(grep -c 'us on dancer, kernel .*, 4 ranks; what it gets' "$work/out")" = 32 ] ||
  complain 'not 4 calls of 8 libraries'

user='setpriv --reuid=65534 --regid=65534 --clear-groups'
if $user test -x "$turnstile" 2>/dev/null; then
  examine 'ordinary user' $user
  expect user value '^65534$'
  expect CAP_SYS_PTRACE value '^no$'
else
  skip 'ordinary user' 'not root, or the program is out of its reach'
fi

bounded='setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace'
if $bounded true 2>/dev/null; then
  examine 'without the capability' $bounded
  expect CAP_SYS_PTRACE value '^no$'
else
  skip 'without the capability' 'not root'
fi

if unshare -U true 2>/dev/null; then
  examine 'user namespace' unshare -U
  expect 'user namespace' value 'its own'
  expect CAP_SYS_PTRACE value '^no$'
else
  skip 'user namespace' 'unshare -U is refused'
fi

# filter.py ERRNO CALLS COMMAND...: those of process_vm_readv, process_vm_writev and kcmp fail so.
cat >"$work/filter.py" <<'PY'
import ctypes, os, platform, struct, sys
first = {"x86_64": 310, "aarch64": 270}.get(platform.machine())
if not first:
    sys.exit(77)
names = ["readv", "writev", "kcmp"]
calls = [first + names.index(name) for name in sys.argv[2].split(",")]
load, equal, end = 0x20, 0x15, 0x06
code = [(load, 0, 0, 0)]
code += [(equal, len(calls) - i, 0, n) for i, n in enumerate(calls)]
code += [(end, 0, 0, 0x7fff0000), (end, 0, 0, 0x00050000 | int(sys.argv[1]))]
text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *c) for c in code))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code), ctypes.addressof(text)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:
    sys.exit(77)
os.execvp(sys.argv[3], sys.argv[3:])
PY
if python3 "$work/filter.py" 1 kcmp true; then
  examine 'filter with EPERM' python3 "$work/filter.py" 1 readv,writev,kcmp
  expect seccomp value '^filter$'
  expect process_vm_readv verdict '^problem$'
  expect process_vm_readv remedy 'cap-add SYS_PTRACE'
  expect ompi-5.0 value '^cico$'
  expect ucx value '^cico$'
  if [ ! -e /proc/sys/kernel/yama/ptrace_scope ]; then
    expect ompi-4.1 value '^cma, refused$'
    expect ompi-4.1 remedy 'btl_vader_single_copy_mechanism none'
    expect mpich-5.0 value '^cma, refused$'
  fi
  examine 'Docker of today' python3 "$work/filter.py" 1 kcmp
  expect process_vm_readv value '^works'
  expect kcmp value 'not permitted'
  expect ompi-5.0 value '^cico$'
  examine 'filter with ENOSYS' python3 "$work/filter.py" 38 readv,writev,kcmp
  expect process_vm_readv value 'not implemented'
else
  skip filter 'no filter of system calls'
fi

if unshare -Urm sh -c 'mount -t tmpfs -o size=1m none /dev/shm' 2>/dev/null; then
  examine 'little shared memory' unshare -Urm sh -c \
    'mount -t tmpfs -o size=1m none /dev/shm; exec "$@"' sh
  expect ompi-5.0 verdict '^problem$'
  expect ompi-5.0 remedy 'shm-size=128m'
  examine 'shared memory read-only' unshare -Urm sh -c \
    'mount -t tmpfs -o ro none /dev/shm; exec "$@"' sh
  expect /dev/shm verdict '^problem$'
  expect /dev/shm meaning '^read-only: '
else
  skip 'little shared memory' 'no file systems of its own'
fi

echo "$skipped skipped"
finish
