#!/usr/bin/env bash
# when_changed.sh NAME COMMAND ARGUMENT...: a suite of minutes, skipped while all that it depends on is
# as it was when it passed last: tests/passed has the checksum. With TN_TEST_FULL it always runs; with
# TN_TEST_RECORD, too, and what passes is entered in tests/passed.
set -euo pipefail
export LC_ALL=C
name=$1 program=${*: -1}
shift
cd "$(dirname "$0")/.."
passed=tests/passed

# What the program is made of, what it reads, and what the suites compare it with; not the program
# itself, whose bytes depend on the compiler.
sum=$({
  "$program" --version
  find src tools platforms scenarios examples docs README.md dev/refresh-docs dev/papers \
    tests/test_scenarios.sh -type f ! -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum
} | sha256sum | cut -d ' ' -f 1)

if [[ -z ${TN_TEST_FULL-}${TN_TEST_RECORD-} ]] && grep -qsx "$name $sum" "$passed"; then
  echo "skipped: nothing has changed since it passed ($passed)"
  exit 77
fi
"$@"
[[ -z ${TN_TEST_RECORD-} ]] || {
  others=$(grep -sv "^$name " "$passed" || true)
  printf '%s\n' "$others" "$name $sum" | grep . | sort >"$passed.new"
  mv "$passed.new" "$passed"
}
