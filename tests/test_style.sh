#!/usr/bin/env bash
# What tools say of the text: test_style.sh format|spelling|tidy [BUILD]
# tidy: of BUILD's files those of src, tools and validation that the last four commits changed or nobody has
# committed yet, and an eighth of the others, another at each commit; all where TN_TEST_FULL is set.
set -euo pipefail
cd "$(dirname "$0")/.."

need() { command -v "$1" >/dev/null || { echo "skipped: no $1 here"; exit 77; }; }

check_format() {
  need clang-format
  find src tools validation include tests examples dev -name '*.[ch]' -print0 |
    xargs -0 clang-format --dry-run -Werror
}

# ours: a fro of "to and fro", SQL's iif, C's statics, and what tests misspell.
check_spelling() {
  need codespell
  codespell -L fro,iif,statics,kernal,platfrom,rewriten --skip 'tests/corpus,*.csv,*.svg' \
    src tools validation tests dev docs examples include platforms scenarios ./*.md meson.build
}

check_tidy() {
  local commits changed
  need clang-tidy
  commits=$(git rev-list --count HEAD 2>/dev/null || echo 0)
  changed=$(git diff --name-only HEAD~4 2>/dev/null || true)
  sed -nE 's|^ *"file": "(.*/)?((src\|tools\|validation)/[^"]*\.c)",?$|\2|p' "$1/compile_commands.json" | sort -u |
    awk -v part=$((commits % 8)) -v full="${TN_TEST_FULL-}" -v changed="$changed" '
      BEGIN { split(changed, names, "\n"); for (i in names) is_new[names[i]] = 1 }
      full || is_new[$0] || NR % 8 == part' >"$work/files"
  echo "$(wc -l <"$work/files") files, part $((commits % 8))/8 and what is new"
  xargs -n8 clang-tidy --quiet -p "$1" <"$work/files" 2>"$work/err" ||
    { grep -v 'warnings\? generated' "$work/err"; return 1; }
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"check_$1" "${2-}"
