#!/bin/bash
# tools/slurm-sweep on a Slurm of its own: munged, slurmctld and slurmd on this machine, which end
# with the test. Argument: turnstile.
. "$(dirname "$0")/lib.sh"

# With a Slurm that only notes its words: sh takes them as they were given.
fake() {
  local word=$'a\tb\'c $d*' bin=$work/fake
  mkdir -p "$bin" "$work/it's"
  printf '#!/bin/sh\n' >"$bin/squeue"
  printf '#!/bin/sh\nfor w; do :; done\nprintf "%%s\\n" "$w" >>"%s"\necho 7\n' "$work/wraps" >"$bin/sbatch"
  printf '#!/bin/sh\nfor w; do printf "<%%s>" "$w"; done >>"%s"\n' "$work/words" >"$bin/program"
  chmod +x "$bin"/*
  cases=$((cases + 1))
  (PATH=$bin:$PATH TURNSTILE=$bin/program SLURM_ARRAY_TASK_ID=1 && export PATH TURNSTILE SLURM_ARRAY_TASK_ID &&
    "$(dirname "$0")/../tools/slurm-sweep" -n 1 -o "$work/it's/s.sqlite" -- -c "$word" &&
    : >"$work/words" && sh "$work/wraps") >"$work/out" 2>"$work/err"
  grep -qF "<sweep><-c><$word><--jobs><1><--shard><1/1><--store><$work/it's/s.sqlite.parts/1-of-1.sqlite>" \
    "$work/words" || complain "slurm-sweep: $(cat "$work/words")"
}
fake
[ "$failures" = 0 ] || exit 1

skip() { echo "skipped: $1"; exit 77; }
for need in munged slurmctld slurmd sbatch squeue python3; do
  PATH=$PATH:/usr/sbin:/sbin command -v "$need" >/dev/null ||
    skip "needs Slurm and munge (no $need; Debian: slurmctld slurmd slurm-client munge)"
done
[ "$EUID" = 0 ] || skip 'only root starts slurmd'
PATH=$PATH:/usr/sbin:/sbin

turnstile=$(realpath "$turnstile")
export TURNSTILE=$turnstile
slurm_sweep=$(realpath "$(dirname "$0")/../tools/slurm-sweep")
err=$work/err
: >"$err"
chmod 755 "$work"
cd "$work" || exit 1
daemons=()

# Ends what this test has started, and nothing else.
end() {
  local pid
  if [ -n "${SLURM_CONF-}" ]; then
    timeout 60 scancel -u root 2>/dev/null
    for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null; done
    wait_until gone "${daemons[@]}"
    for pid in "${daemons[@]}"; do kill -KILL "$pid" 2>/dev/null; done
    wait
  fi
  rm -rf "$work"
}
trap end EXIT

read -r port other < <(python3 -c 'import socket
s = [socket.socket() for i in range(2)]
for x in s: x.bind(("127.0.0.1", 0))
print(*(x.getsockname()[1] for x in s))')
mkdir state spool munge
chmod 700 munge
head -c 128 /dev/urandom >munge/key
chmod 600 munge/key
cat >slurm.conf <<X
ClusterName=turnstile-test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$other
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=5 State=UP OverSubscribe=FORCE:4
X
export SLURM_CONF=$work/slurm.conf
munged --foreground --force --socket="$work/munge.socket" --key-file="$work/munge/key" \
  --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" \
  >"$work/munged.out" 2>&1 &
daemons+=($!)
slurmctld -D >"$work/slurmctld.out" 2>&1 &
daemons+=($!)
slurmd -D -N localhost >"$work/slurmd.out" 2>&1 &
daemons+=($!)
is_up() { timeout 60 sinfo -h -o %T | grep -q idle; }
if ! wait_until is_up; then
  cat slurmctld.log slurmd.log munged.out 2>/dev/null | tail -n 20
  skip 'Slurm does not start here'
fi

selection=(-p knl -c bcast -a all -n 4 -s 1..64)
"$turnstile" sweep "${selection[@]}" -o whole.csv 2>"$err" || complain 'no sweep'
# submit WHAT WORD...: a sweep of four tasks, waited for.
submit() {
  local what=$1
  shift
  cases=$((cases + 1))
  timeout 60 "$slurm_sweep" -n 4 -o all.sqlite --wait "$@" -- "${selection[@]}" \
    >out 2>"$err" || complain "$what: slurm-sweep fails"
}

# same WHAT: the store has the rows of the sweep without Slurm.
same() {
  cases=$((cases + 1))
  "$turnstile" export all.sqlite -o export.csv 2>"$err" || complain "$1: no export"
  cmp -s export.csv whole.csv || complain "$1: other rows than without Slurm"
}

submit 'at first' --nice=1
same 'at first'
[ "$(ls all.sqlite.parts/*-of-4.sqlite | wc -l)" = 4 ] || complain 'not a store for each task'
rm all.sqlite all.sqlite.parts/2-of-4.sqlite
submit 'once more'
same 'once more'
for part in 1 2 3 4; do
  grep -hq "points done, [1-9][0-9]* of them before" all.sqlite.parts/log-$part.txt && echo $part
done >kept
[ "$(xargs <kept)" = '1 3 4' ] || complain 'once more: it does not run what is missing, and only that'
"$slurm_sweep" -n 3 -o all.sqlite -- "${selection[@]}" >out 2>"$err" &&
  complain 'another number of shards is taken'
grep -q 'begun with another number of shards' "$err" || complain 'no word of another number of shards'
"$slurm_sweep" -n 4 -o all.sqlite -- "${selection[@]}" -a nonsense >out 2>"$err" &&
  complain 'a wrong selection is submitted'
"$slurm_sweep" -n 4 -o all.sqlite -- "${selection[@]}" --store x >out 2>"$err"
[ $? = 2 ] || complain '--store is taken'
"$slurm_sweep" -n 4 -o all.sqlite -- "${selection[@]}" --format csv >out 2>"$err"
[ $? = 2 ] || complain '--format is taken'
cases=$((cases + 6))
finish
