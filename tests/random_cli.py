#!/usr/bin/env python3
"""Random command lines: random_cli.py PROGRAM [--count N] [--seed N] [--workers N] [--only I]

100 of them, other ones at each commit; 1500 where TN_TEST_FULL is set, always the same. --only runs
number I alone. The last line says the seed; TN_TEST_SEED or --seed makes its commands again.

Each is run with --jobs 1 and --jobs 2. Wanted: both end in time with the same status and the same
bytes on stdout; the status is 0, 1 or 2; what stderr says are lines of the program ("turnstile: "),
one alone when the input is refused; no data is wrong under --verify and nothing deadlocks: a status
of 1 needs a reason that is known here.

Some combinations are nonsense on purpose and must be refused. So that the whole takes minutes, no
call moves more than BYTES between all its ranks, and none has more than RANKS.
"""
import argparse
import concurrent.futures
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile

RANKS = 24
BYTES = 8 << 20
TIMEOUT = 600
MEMORY = 8 << 30
# What may make a run fail, as far as the program cannot know before: none at the sizes here.
REASONS = re.compile(r"--verify would need")
TROUBLE = re.compile(r"CRITICAL|Assertion|assert|Backtrace|backtrace|terminate called|Sanitizer"
                     r"|died|deadlock|wrong|simulation ended")

PLATFORMS = ["knl", "broadwell", "power8", "arm-n1", "epyc-1p", "epyc-2p", "epyc-7763",
             "epyc-9654", "xeon-8480", "graviton3", "grace-144", "csx48", "epyc7h12"]
SYNTHETIC = ["synthetic:pack:2 core:8 pu:1", "synthetic:pack:1 l3:2 core:4 pu:2",
             "synthetic:pack:2 numa:2 l3:2 core:3 pu:1", "synthetic:core:3 pu:1"]
# With how many nodes.
CLUSTERS = {os.path.join(os.path.dirname(os.path.abspath(__file__)), "cluster.xml"): 3,
            "knl-cluster-2": 2, "knl-cluster-4": 4}
NAMES = {"mechanism": ["cma", "knem", "xpmem", "memfd", "cico"],
         "backing": ["base", "thp", "hugetlb"],
         "buffers": ["unchanged", "rewritten", "new", "cold"],
         "kernel": ["paper", "linux-6", "measured"],
         "law": ["batched", "queue"],
         "protocol": ["single", "osu", "imb", "imb-old", "nccl-tests"],
         "mapping": ["core", "pu", "numa", "socket", "node", "list:3,1,0,2", "l3", "ppr:1:numa",
                     "ppr:2:package", "block", "cyclic"],
         "format": ["text", "csv", "json", "osu"],
         "type": ["float32", "float64", "int32", "uint8"]}
NOISE = ["periodic:rate=1kHz,duration=10us", "poisson:rate=5kHz,duration=uniform(0,20us)",
         "inject:at=5us,duration=50us", "periodic:rate=100kHz,duration=1us,ranks=0-1",
         "poisson:rate=20kHz,duration=3us,mode=preempt"]
ARRIVAL = ["barrier", "uniform(0,10us)", "uniform(0,0us)", "barrier:ompi-4.0", "barrier:intel"]
TRANSPORTS = ["ompi-ob1", "ompi-vader", "ompi-2.1", "ompi-ucx", "mpich-4.0", "mpich-4.3", "mpich-5,mpich-4.2", "ompi",
              "ompi-1.7", "mpich2-1.3"]
SETS = ["alpha=2us", "copy_rate=3GB/s", "lock_scope=process", "lock_scope=none", "gamma_a=0",
        "gamma_b=1.5", "eager_limit=0", "eager_limit=64K", "fragment_size=1000",
        "fragments_in_flight=1", "eager_slots=1", "pin_batch=1", "line_mlp=1", "llc_size=1M",
        "rcache=off", "page_size=64K", "page_size=1000", "barrier_skew=0", "memory_bandwidth=1GB/s",
        "shared_remote=1", "flag_home=creator", "nonsense=1", "alpha=-1us"]
NETWORK_SETS = ["network_latency=0us", "network_latency=1ms", "network_bandwidth=none",
                "network_bandwidth=1MB/s", "eager_slots=2",
                "network_overhead=0us", "network_gap=1us", "network_eager_limit=0",
                "network_eager_limit=1M", "eager_slots=1", "eager_slots=0"]


def listed(program, kind):
    """The entries of a list of the registry."""
    text = subprocess.run([program, "list", kind], capture_output=True, text=True,
                          check=True).stdout
    return re.split(r"\n(?! )", text.strip())


def entries(program):
    """Collective -> [(algorithm, mechanisms, [(parameter, values, its description)])], from the
    registry."""
    found = {}
    for entry in listed(program, "algorithms") + listed(program, "libraries"):
        flat = " ".join(entry.split())
        library = re.search(r"collectives: ([a-z_, ]+?) (-P|source:)", flat)
        collectives = library[1].split(", ") if library else entry.split()[0].split("+")
        name = entry.split()[0 if library else 1]
        mechanisms = re.search(r"mechanisms: ([a-z, -]+)", flat)[1].split(", ")
        mechanisms = [m for m in mechanisms if m in NAMES["mechanism"]]
        params = []
        for line in entry.splitlines():
            if line.strip().startswith("-P "):
                param, shape = line.split()[1].split("=", 1)
                params.append((param, shape.rstrip(","), line))
        for collective in collectives:
            found.setdefault(collective, []).append((name, mechanisms, params))
    return found


def value_of(rng, shape, line):
    """A value of a parameter as `list algorithms` describes it, seldom one beyond its range."""
    bounds = re.search(r"(\d+)\.\.(\d+)", line)
    least = re.search(r"(\d+) or more", line)
    if "|" in shape:
        return rng.choice(shape.split("|"))
    low = int(bounds[1]) if bounds else int(least[1]) if least else 1
    high = int(bounds[2]) if bounds else 1 << 30
    if rng.random() < 0.02:
        return rng.choice([str(low - 1), str(high + 1), "x", ""])
    if shape == "BYTES":
        return str(max(low, rng.choice([0, 512, 1000, 4096, 4097, 16384, 1 << 20])))
    return str(min(high, max(low, rng.choice([low, 1, 2, 3, 4, 8, 10, 64]))))


def sizes(rng, collective, ranks):
    many = ranks * ranks if collective in ("alltoall", "allgather") else ranks
    most = max(8, min(1 << 20, BYTES // many))
    pick = [0, 8, 64, 1000, 1024, 4096, 8192, 10000, 65536, 100000, 1 << 18, 1 << 20]
    if "reduce" not in collective or rng.random() < 0.1:
        pick += [1, 7, 4095, 4097]
    pick = [size for size in pick if size <= most]
    return ",".join(map(str, rng.sample(pick, min(len(pick), rng.choice([1, 1, 2, 3])))))


def choices(rng, subcommand, collective, mechanisms):
    """Options that name one of a few, as words."""
    words = []
    chances = {"format": 0.6, "mechanism": 0.6, "type": 0.3 if "reduce" in collective else 0.01}
    for name, values in NAMES.items():
        if rng.random() >= chances.get(name, 0.25):
            continue
        if subcommand == "model" and name in ("buffers", "law", "protocol") and rng.random() < 0.95:
            continue
        if name == "mechanism" and rng.random() < 0.9:
            values = mechanisms
        if name == "kernel" and rng.random() < 0.9:
            values = values[:2]
        if name == "format" and subcommand == "tune":
            values = values[:3]
        several = name in ("mechanism", "backing", "buffers", "kernel") and rng.random() < 0.15
        words += [f"--{name}", ",".join(rng.sample(values, min(len(values), 2 if several else 1)))]
    return words


def command(rng, registry):
    """One command line, without program and --jobs."""
    subcommand = rng.choices(["run", "sweep", "tune", "model", "explain"], [24, 8, 6, 2, 1])[0]
    platform = rng.choice(PLATFORMS * 3 + SYNTHETIC + list(CLUSTERS) * 2)
    n_nodes = CLUSTERS.get(platform, 1)
    words = [subcommand, "-p", platform]
    if platform.startswith("synthetic:"):
        words += ["--like", rng.choice(["knl", "broadwell", "epyc-2p"])]
    collective = rng.choice(list(registry))
    ranks = rng.choice([1, 2, 2, 3, 4, 4, 5, 7, 8, 8, 12, 16, 16, 17, RANKS])
    if collective == "pattern":
        ranks = rng.choice([2, 2, 2, 4, 8])
    if rng.random() < 0.9:
        ranks = min(12, ranks) // n_nodes * n_nodes or n_nodes if n_nodes > 1 else ranks
    words += ["-c", collective]
    words += ["-n", str(ranks)]
    if collective not in ("barrier",) or rng.random() < 0.05:
        several = sizes(rng, collective, ranks)
        words += ["-s", several.split(",")[0] if subcommand == "explain" else several]
    chosen = rng.sample(registry[collective], min(len(registry[collective]),
                                                  rng.choice([1, 1, 1, 2, 3])))
    if subcommand == "explain":
        chosen = chosen[:1]
    if rng.random() < 0.97:
        words += ["-a", ",".join(name for name, _, _ in chosen)]
        for _, _, params in chosen:
            for param, shape, line in params:
                if param in ("readers", "pairs"): # their default depends on the ranks
                    continue
                if rng.random() < 0.4:
                    words += ["-P", f"{param}={value_of(rng, shape, line)}"]
    words += choices(rng, subcommand, collective, chosen[0][1])
    if rng.random() < (0.3 if collective in ("bcast", "scatter", "gather", "reduce") else 0.02):
        words += ["--root", str(rng.randrange(ranks + (rng.random() < 0.1)))]
    if rng.random() < 0.2:
        words.append("--in-place")
    if rng.random() < 0.3:
        words += ["--set", rng.choice(NETWORK_SETS if n_nodes > 1 else SETS)]
    if subcommand != "model" or rng.random() < 0.05:
        words += conditions(rng)
    return ["run", "--closed-form", *words[1:]] if subcommand == "model" else words


def commands(program, count, seed):
    """The first of a seed's command lines: a line's words, without --jobs."""
    registry = entries(program)
    rng = random.Random(seed)
    return [command(rng, registry) for _ in range(count)]


def conditions(rng):
    words = []
    if rng.random() < 0.6:
        words.append("--verify")
    if rng.random() < 0.05:
        words.append("--ideal")
    elif rng.random() < 0.15:
        words += ["--noise", rng.choice(NOISE), "--seed", str(rng.randrange(100))]
    if rng.random() < 0.15:
        words += ["--arrival", rng.choice(ARRIVAL)]
    if rng.random() < 0.15:
        words += ["--transport", rng.choice(TRANSPORTS)]
    if rng.random() < 0.3:
        words += ["--repetitions", str(rng.choice([1, 2, 5]))]
    if rng.random() < 0.2:
        words += ["--warmup", str(rng.choice([0, 1, 3]))]
    return words


def limits():
    """No dumps; no more memory than MEMORY, where the program starts so (sanitizers do not)."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limits.memory:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


limits.memory = True


def call(program, words, folder):
    try:
        done = subprocess.run([program] + words, capture_output=True, timeout=TIMEOUT, cwd=folder,
                              stdin=subprocess.DEVNULL, preexec_fn=limits)
    except subprocess.TimeoutExpired:
        return "hangs", b"", b""
    # How long a sweep took is no result.
    err = re.sub(rb"[0-9.]+ s, [0-9.]+ points/s", b"", done.stderr)
    return done.returncode, done.stdout, err


def judge(words, one, two):
    """What is wrong with the two runs, or None."""
    status, out, err = one
    text = err.decode(errors="replace")
    progress = re.compile(r"^turnstile: (sweep: )?\d+ of \d+ points[ ,]")
    warning = re.compile(r"^turnstile: (library:ompi.*these are coll/tuned's choices within a node"
                         r"|messages are cut into segments by default: .*"
                         r"|\d+ ranks on the \d+ cores of .*: some ranks share a core .*"
                         r"|if the buffers are rewritten before each call, .*|the buffers are unchanged and stay in caches; .*"
                         r"|--set .* keeps the other limits of .*, which may still decide: .*)$")
    said = [line for line in text.splitlines()
            if not progress.search(line) and not warning.search(line)]
    if one[0] == "hangs" or two[0] == "hangs":
        return "does not end"
    if one[:2] != two[:2]:
        return f"--jobs changes it: status {one[0]} and {two[0]}, {len(out)} and {len(two[1])} bytes"
    if status not in (0, 1, 2):
        return f"status {status}"
    if [line for line in said if not line.startswith("turnstile: ")]:
        return "stderr is not the program's own"
    if TROUBLE.search(text):
        return "a run went wrong"
    if status == 2 and (len(said) != 1 or out):
        return f"refused with {len(said)} lines and {len(out)} bytes"
    if status == 1 and not (said and all(REASONS.search(line) for line in said)):
        return "failed for no known reason"
    if status == 0 and (said or not out):
        return "done, with talk or without result"
    return None


def commits():
    """How many the tests have behind them; 0 where git does not know."""
    try:
        count = subprocess.run(["git", "rev-list", "--count", "HEAD"], capture_output=True,
                               cwd=os.path.dirname(os.path.abspath(__file__))).stdout
    except OSError:
        count = b""
    return int(count or 0)


def main():
    full = os.environ.get("TN_TEST_FULL")
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=1500 if full else 100)
    parser.add_argument("--seed", type=int,
                        default=os.environ.get("TN_TEST_SEED") or (1 if full else commits()))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int)
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    limits.memory = call(program, ["--version"], "/")[0] == 0
    lines = commands(program, args.count, args.seed)
    numbers = range(args.count) if args.only is None else [args.only]
    counts = {}
    failures = 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(args.workers) as workers:
        def both(i):
            jobs = [] if "--closed-form" in lines[i] else ["--jobs"]
            return [call(program, lines[i] + jobs + [n] * len(jobs), folder) for n in ("1", "2")]
        for i, (one, two) in zip(numbers, workers.map(both, numbers)):
            counts[one[0]] = counts.get(one[0], 0) + 1
            wrong = judge(lines[i], one, two)
            if wrong:
                failures += 1
                print(f"FAILED {i}: {wrong}\n    turnstile {shlex.join(lines[i])}")
                print("\n".join("    " + line for line in
                                one[2].decode(errors="replace").splitlines()[:4]), flush=True)
    print(f"seed {args.seed}: {len(numbers)} cases (status {counts}), {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
