#!/usr/bin/env python3
"""Checks the wording of comments and of commit subjects (CONTRIBUTING.md, words).

usage: test_words.py            (in the root of the project)

Each comment of src, tools, include and validation is checked for its beginning and for words that
name things by riddles. In headers, a comment before a function begins with a verb. Subjects of
commits after the one that added this file are imperative and begin with an area. Exceptions are
lines of tests/words_exceptions.txt, each with its reason; an exception that no comment needs is an
error, so that the list can only shrink.
"""
import pathlib
import re
import subprocess
import sys

FOLDERS = ["src", "tools", "include", "validation"]
EXCEPTIONS = pathlib.Path("tests/words_exceptions.txt")
BEGINNINGS = re.compile(r"(Of|What|That|Those|Whose|By|To|As|It|They|These|Neither|None)\b")
RIDDLES = re.compile(
    r"\b((is|are|was|were|not) told|says|said|lend|lends|lent|taken over|stands|stand|beside|hangs on"
    r"|goes on|go on|left out|crew|landing|talk|nobody)\b")
# A declaration of a function at the beginning of a line, after the comment.
FUNCTION = re.compile(r"(?!typedef|struct \w+;|enum|#|static|extern)[\w *]+\([^;{]*;", re.S)
# A comment before a function begins with a verb in the third person or, before several functions,
# in the plural; a word or two before it name the file or the function.
VERB = re.compile(r"(?:`?\w+`?(?:\.c)?[.:]? )?[A-Z]?[a-z]+s\b")
PLURAL = re.compile(
    r"(?:Add|Append|Begin|Compare|Compute|Convert|Copy|Do|Draw|End|Enter|Expose|Fill|Find|Initialise|Keep|"
    r"Make|Mark|Print|Read|Receive|Record|Release|Return|Run|Send|Set|Start|Test|Visit|Wait|Write)\b|"
    r"The following (functions|writers)\b")
AREA = re.compile(r"[a-z][a-z0-9/, -]*: [a-z0-9-]+")
NOT_IMPERATIVE = re.compile(
    r"[^:]+: (\w+(?<!s)s|\w+ed|\w+ing|the|a|an|of|what|that|those|whose|no|more|all)\b")
IMPERATIVES = {"process", "pass", "address", "express", "access", "need", "feed", "seed", "embed", "bring",
               "string", "bias", "focus", "canvas", "compress", "discuss", "miss", "guess", "dismiss"}


def comments(text):
    """Yields (line, column, words, text that follows) of each comment."""
    for match in re.finditer(r"/\*(.*?)\*/|(?<!:)//([^\n]*)", text, re.S):
        body = match.group(1) if match.group(1) is not None else match.group(2)
        words = re.sub(r"\s*\n\s*\*?\s*", " ", body).strip()
        start = match.start()
        yield (text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1, words,
               text[match.end():match.end() + 400])


def faults(path, column, words, after):
    if len(words.split()) >= 4 and BEGINNINGS.match(words):
        yield "begins with " + words.split()[0]
    riddle = RIDDLES.search(re.sub(r"`[^`]*`|--[\w-]+", "", words))
    if riddle:
        yield f'"{riddle.group(0)}"'
    if path.suffix == ".h" and column == 0 and after.startswith("\n") \
            and FUNCTION.match(after[1:]) and not VERB.match(words) and not PLURAL.match(words):
        yield "before a function, begins with no verb"


def check_comments():
    exceptions = {}
    for line in EXCEPTIONS.read_text().splitlines():
        if line and not line.startswith("#"):
            place, beginning, reason = (line.split("\t") + ["", ""])[:3]
            exceptions[place, beginning] = reason
    failed, n, used = 0, 0, set()
    for folder in FOLDERS:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix not in (".c", ".h", ".def"):
                continue
            for line, column, words, after in comments(path.read_text()):
                n += 1
                for fault in faults(path, column, words, after):
                    key = next(((p, b) for p, b in exceptions
                                if p == str(path) and words.startswith(b)), None)
                    if key and exceptions[key]:
                        used.add(key)
                        continue
                    failed += 1
                    print(f"FAILED: {path}:{line}: {fault}: {words[:100]}")
    for key in exceptions:
        if key not in used:
            failed += 1
            print(f"FAILED: {EXCEPTIONS}: {key[0]} needs no exception any more, or has no reason")
    return n, failed


def check_subjects():
    """Checks the subjects of commits after the first one with this file."""
    def git(*words):
        return subprocess.run(["git", *words], capture_output=True, text=True, check=False).stdout
    first = git("log", "--diff-filter=A", "--format=%H", "--", "tests/test_words.py").split()
    if not first:
        print("no history: subjects of commits are not checked")
        return 0, 0
    failed, n = 0, 0
    for subject in git("log", "--no-merges", "--format=%s", f"{first[-1]}..HEAD").splitlines():
        n += 1
        verb = subject.split(": ", 1)[-1].split(" ")[0]
        if len(subject) > 72 or not AREA.match(subject) \
                or (NOT_IMPERATIVE.match(subject) and verb not in IMPERATIVES):
            failed += 1
            print(f"FAILED: commit \"{subject}\": not \"area: imperative\" of at most 72 characters")
    return n, failed


n_comments, failed_comments = check_comments()
n_subjects, failed_subjects = check_subjects()
print(f"{n_comments + n_subjects} cases, {failed_comments + failed_subjects} failures")
sys.exit(1 if failed_comments + failed_subjects else 0)
