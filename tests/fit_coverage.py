#!/usr/bin/env python3
"""What a fit to messages alone says of invented machines, and what is true of them.

fit_coverage.py PROGRAM [--machines N] [--seed N] [--noise PERCENT] [--workers N]

Each machine is a platform's, with its prices drawn around that platform's. Its messages are simulated
over the nearest and the farthest distance, three times with noise, and `platform fit` gets them as
docs/tutorial-osu.md has it: topology and messages, no --like, and the page size, which getconf tells. Of each parameter that it found: whether the
true value is within the stated error, whether it says `unknown`, or neither. Fails where fewer than 90 %
of a parameter's values are within their range or unknown; 5 machines, or 100 where TN_TEST_FULL is set,
of which only the sum counts when they are few.
"""
import argparse
import collections
import concurrent.futures
import csv
import io
import math
import os
import random
import re
import subprocess
import sys
import tempfile

NODES = {  # topology, and the platform around whose prices they are drawn
    "epyc-7763": "Package:2 [NUMANode] L3:8(size=32MiB) L2:8(size=512KiB) L1d:1(size=32KiB) Core:1 PU:1",
    "epyc-9654": "Package:2 Group:4 [NUMANode] L3:3(size=32MiB) L2:8(size=1MiB) L1d:1(size=32KiB) Core:1 PU:1",
    "epyc-2p": "Package:2 Group:4 [NUMANode] L3:2(size=8MiB) L2:4(size=512KiB) L1d:1(size=32KiB) Core:1 PU:1",
    "xeon-8480": "Package:2 [NUMANode] L3:1(size=105MiB) L2:56(size=2MiB) L1d:1(size=48KiB) Core:1 PU:1",
    "csx48": "Package:2 [NUMANode] L3:1(size=35MiB) L2:24(size=1MiB) L1d:1(size=32KiB) Core:1 PU:1",
}
TRANSPORTS = {"ompi-ucx": "cma", "ompi-ob1": "cma", "mpich-4.0": "cico"}
NEAR, FAR = "llc", "machine"
RATES = ["copy_rate"] + ["copy_rate." + d for d in ("core", "llc", "numa", "package", "machine")]
LINES = ["line_rate." + d for d in ("llc", "numa", "package", "machine")]
LATENCIES = ["line_latency." + d for d in ("llc", "numa", "package", "machine")]
SIZES = "1..4M"


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout[-300:]}{done.stderr[-300:]}")
    return done.stdout


def shown(program, platform):
    """Of each parameter: SI value, source, error, unit."""
    table = csv.DictReader(io.StringIO(run(program, "platform", "show", platform, "--format", "csv")))
    return {r["parameter"]: r for r in table}


def draw(rng, base):
    """Prices around those of `base`, each by a factor of its own, all of a kind by one more."""
    drawn = {}

    def value(name):
        return float(base[name]["si_value"])

    def spread(names, common, own):
        factor = math.exp(rng.gauss(0, common))
        for name in names:
            if base[name]["si_value"]:
                drawn[name] = value(name) * factor * math.exp(rng.gauss(0, own))

    spread(["alpha"], 0, 0.5)
    spread(["pin_time"], 0, 0.4)
    spread(RATES, 0.3, 0.15)
    spread(LINES, 0.3, 0.2)
    spread(["memcpy_rate"], 0, 0.3)
    spread(LATENCIES, 0.25, 0.15)
    software = 120e-9 * math.exp(rng.gauss(0, 0.5))
    drawn["send_overhead"] = software * math.exp(rng.gauss(0, 0.3))
    drawn["receive_overhead"] = software * math.exp(rng.gauss(0, 0.3))
    return drawn


def text_of(value, name):
    unit = "GB/s" if "rate" in name else "ns"
    return f"{value / 1e9:.6g}{unit}" if unit == "GB/s" else f"{value * 1e9:.6g}{unit}"


def measure(program, rng, platform, drawn, transport, distance, noise):
    """Text as osu_latency prints it, of three runs."""
    sets = [word for name, value in drawn.items() for word in ("--set", f"{name}={text_of(value, name)}")]
    rows = csv.DictReader(io.StringIO(run(
        program, "run", "-p", platform, "-c", "pattern", "-a", "message-pingpong", "-P",
        f"distance={distance}", "-s", SIZES, "--mechanism", TRANSPORTS[transport], "--transport", transport,
        "--warmup", "17", "--arrival", "uniform(0,0us)", *sets,
        "--format", "csv")))
    times = [(int(r["size_bytes"]), float(r["max_us"]) / 2) for r in rows]
    out = ""
    for _ in range(3):
        out += "# OSU MPI Latency Test v7.3\n# Size       Avg Latency(us)\n"
        for size, us in times:
            out += f"{size} {us * math.exp(rng.gauss(0, noise)):.4f}\n"
    return out


def machine(program, seed, noise):
    rng = random.Random(seed)
    name = rng.choice(sorted(NODES))
    transport = rng.choice(sorted(TRANSPORTS))
    with tempfile.TemporaryDirectory() as folder:
        truth, made = os.path.join(folder, "truth.xml"), os.path.join(folder, "made.xml")
        run(program, "platform", "import", NODES[name], "--like", name, "-o", truth)
        drawn = draw(rng, shown(program, truth))
        said = []
        for distance in (NEAR, FAR):
            file = os.path.join(folder, distance + ".txt")
            with open(file, "w") as f:
                f.write(measure(program, rng, truth, drawn, transport, distance, noise))
            said += ["--p2p", f"{file}:distance={distance}"]
        printed = run(program, "platform", "fit", NODES[name], "--transport", transport, "--set", "page_size=4K",
                      *said, "-o", made)
        taken = re.search(r"^assumption (\w+), chosen", printed, re.M).group(1)
        return {"seed": seed, "node": name, "transport": transport, "taken": taken, "truth": drawn,
                "found": shown(program, made)}


def judge(one):
    """Of each parameter that the fit found: verdict, and the factor by which it is off."""
    for name, true in one["truth"].items():
        found = one["found"][name]
        if found["source"] not in ("fitted", "unknown") and "taken over" not in found["note"]:
            continue
        factor = float(found["si_value"]) / true
        if found["source"] == "unknown":
            yield name, "unknown", factor
            continue
        error = float(found["error"]) if found["error"] else 0
        yield name, "within" if max(factor, 1 / factor) <= 1 + error * 1.001 else "wrong", factor


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    full = bool(os.environ.get("TN_TEST_FULL"))
    parser.add_argument("--machines", type=int, default=100 if full else 5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", type=float, default=3)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    count = collections.defaultdict(collections.Counter)
    offs = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(args.workers) as pool:
        for one in pool.map(lambda i: machine(args.program, 1000 * args.seed + i, args.noise / 100),
                            range(args.machines)):
            for name, verdict, factor in judge(one):
                count[name][verdict] += 1
                offs[name].append(abs(math.log(factor)))
                if args.verbose and verdict == "wrong":
                    found = one["found"][name]
                    print(f"{one['seed']} {one['node']} {one['transport']} {one['taken']}: {name} "
                          f"{found['value']} +- {found['error']}, true "
                          f"{text_of(one['truth'][name], name)}")
    print(f"{'parameter':22} {'found':>6} {'within':>7} {'unknown':>8} {'wrong':>6} {'off by, median':>15}")
    bad = False
    total = collections.Counter()
    for name in list(count) + [None]:
        c = count[name] if name else total
        if name:
            total.update(c)
        n = sum(c.values())
        off = sorted(offs[name]) if name else []
        middle = f"{math.expm1(off[len(off) // 2]):15.0%}" if off else ""
        print(f"{name or 'all':22} {n:6} {c['within']:7} {c['unknown']:8} {c['wrong']:6} {middle}")
        if (name is None or n >= 20) and c["wrong"] > 0.1 * n:
            bad = True
    print("FAIL: less than 90 % within range or unknown" if bad else "ok")
    return bad


if __name__ == "__main__":
    sys.exit(main())
