#!/usr/bin/env python3
"""Runs a suite, unless it has passed with the same inputs. Usage: once.py COMMAND ARGUMENT...

tools/test gives it to meson as the wrapper of all suites; once.py --machine prints the sum of what
all suites depend on here. TN_TEST_READS, which tests/meson.build sets, lists what a suite reads:

  FILE, FOLDER  below the sources
  tests         that folder, but for the files of single suites, test_* and fuzz_*
  .             all sources
  shared        the shared data, $TN_SHARED_DATA or ../shared
  HEAD          which commit is checked out
  cases         TN_TEST_PART, TN_TEST_MAX_RANKS and TN_TEST_ENTRIES, which other suites do not get

A suite that lists nothing but cases always runs. Two records tell which others have passed:

- The folder TN_TEST_PASSED has a file for each, named by the sum of machine, environment, command,
  and the contents of the files in command and TN_ variables, and of those in the list.
- tests/passed has a line for a suite with TN_TEST_RECORDED, its name there: the sum of the sources of
  the program and of what the list names below the sources. It holds on every machine, because rows
  have the same bytes everywhere. TN_TEST_RECORD=1 enters what passes.
"""
import fcntl
import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
RECORD = os.path.join(ROOT, "tests", "passed")
CASES = ("TN_TEST_PART", "TN_TEST_MAX_RANKS", "TN_TEST_ENTRIES")
OURS = ("TN_TEST_PASSED", "TN_TEST_AGAIN", "TN_TEST_RECORD", "TN_TEST_READS", "TN_TEST_RECORDED")
KEPT = ("TN_", "TURNSTILE_", "LC_", "LD_", "G_", "LANG", "PATH", "PYTHON", "ASAN_", "UBSAN_", "LSAN_",
        "HOME")


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, cwd=ROOT, check=False).stdout
    except OSError:
        return b"none"


def machine():
    """The sum of kernel, processors, user and all packages: compilers, libraries, interpreters. Where
    packages are not known it is another one each time."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = {line for line in file if line.startswith(("model name", "flags", "CPU part"))}
    found = [os.uname()[2:], os.cpu_count(), os.getuid(), sorted(models), sys.version,
             output("dpkg-query", "-W") or os.urandom(9), output(sys.executable, "-m", "pip", "freeze")]
    return hashlib.sha256(repr(found).encode()).hexdigest()


def files(word):
    """The paths of the files that a word of TN_TEST_READS names."""
    top = os.path.join(ROOT, word)
    if not os.path.isdir(top):
        yield top
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name not in (".git", "__pycache__") and
                            not (word == "." and folder == top and name.startswith("build")))
        for name in sorted(names):
            path = os.path.join(folder, name)
            if path != RECORD and not (word == "tests" and folder == top and
                                       name.startswith(("test_", "fuzz_"))):
                yield path


def put(total, word):
    """Adds names and contents of files."""
    for path in files(word):
        try:
            with open(path, "rb") as file:
                content = hashlib.sha256(file.read()).hexdigest()
        except OSError:
            content = "absent"
        total.update(f"{os.path.relpath(path, ROOT)}\0{content}\0".encode())


def local_sum(command, reads):
    total = hashlib.sha256()
    kept = {k: v for k, v in os.environ.items() if k.startswith(KEPT) and k not in OURS}
    total.update(repr([sorted(kept.items()), command, reads]).encode())
    if "TN_TEST_MACHINE" not in kept:
        total.update(machine().encode())
    for word in command + [value for key, value in sorted(kept.items()) if key.startswith("TN_")]:
        if os.path.isfile(word):
            put(total, os.path.abspath(word))
    for word in reads:
        if word == "HEAD":
            total.update(output("git", "rev-parse", "HEAD"))
        elif word == "shared":
            put(total, os.environ.get("TN_SHARED_DATA", "../shared/data"))
            put(total, "../shared/claims.tsv")
        elif word != "cases":
            put(total, word)
    return total.hexdigest()


def recorded_line(command, reads):
    """The line that a suite has in tests/passed; None of one that is not entered there."""
    name = os.environ.get("TN_TEST_RECORDED")
    if not name:
        return None
    total = hashlib.sha256(output(command[-1], "--version"))
    for word in ["src", "tools", "validation", "meson.build"] + reads:
        if word not in ("shared", "HEAD", "cases"):
            put(total, word)
    return f"{name} {total.hexdigest()}"


def lines():
    try:
        with open(RECORD, encoding="utf-8") as file:
            return file.read().splitlines()
    except OSError:
        return []


def enter(line):
    fcntl.flock(os.open(os.path.dirname(RECORD), os.O_RDONLY), fcntl.LOCK_EX)
    others = [other for other in lines() if other.split()[0] != line.split()[0]]
    with open(RECORD + ".new", "w", encoding="utf-8") as file:
        file.write("".join(f"{each}\n" for each in sorted([*others, line])))
    os.replace(RECORD + ".new", RECORD)


def main():
    command = sys.argv[1:]
    if command == ["--machine"]:
        print(machine())
        return 0
    folder, reads = os.environ.get("TN_TEST_PASSED"), os.environ.get("TN_TEST_READS", "").split()
    if "cases" not in reads:
        for name in CASES:
            os.environ.pop(name, None)
    if not folder or set(reads) <= {"cases"}:
        os.execv(command[0], command)
    if os.environ.get("TN_TEST_RECORDED"):
        os.environ["TN_OUTCOMES"] = os.path.join(folder, "outcomes")
    before = [local_sum(command, reads), recorded_line(command, reads)]
    mark, record = os.path.join(folder, before[0]), bool(os.environ.get("TN_TEST_RECORD"))
    again = os.path.exists(mark) or (before[1] in lines() and not record)
    status = 0 if again else subprocess.run(command, check=False).returncode
    if again:
        print("not run: it has passed with the same inputs")
        with open(os.environ.get("TN_TEST_AGAIN", os.devnull), "a", encoding="utf-8") as file:
            file.write(f"{command}\n")
    # Not if somebody has edited a file meanwhile.
    if status == 0 and (again or [local_sum(command, reads), recorded_line(command, reads)] == before):
        with open(mark, "w", encoding="utf-8"):
            pass
        if record and before[1]:
            enter(before[1])
    return status if status >= 0 else 128 - status


sys.exit(main())
