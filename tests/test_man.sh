#!/bin/bash
# Manual pages, of the program and of each command, pass a formatter without a complaint. Argument:
# turnstile.
. "$(dirname "$0")/lib.sh"
command -v groff >/dev/null || { echo 'skipped: no groff'; exit 77; }

# page WORDS -- SECTION...: the page of these words has the sections.
page() {
  local words=() section complaints
  while [ "$1" != -- ]; do
    words+=("$1")
    shift
  done
  shift
  "$turnstile" help --man "${words[@]}" >"$work/page" 2>"$work/err" || complain "help --man ${words[*]}"
  complaints=$(groff -man -ww -Tutf8 -z "$work/page" 2>&1)
  [ -z "$complaints" ] || complain "help --man ${words[*]}: $complaints"
  for section in NAME SYNOPSIS "$@" 'EXIT STATUS'; do
    grep -qx ".SH $section" "$work/page" || complain "help --man ${words[*]}: no section $section"
  done
}

page -- COMMANDS EXAMPLES
"$turnstile" --help 2>"$work/err" | sed -n '/^commands:/,/^$/s/^  \([a-z]\+\( fit\)\?\) .*/\1/p' >"$work/commands"
grep -qx 'platform fit' "$work/commands" || complain 'no list of commands'
while read -r command; do
  # shellcheck disable=SC2086 # two words
  page $command --
done <"$work/commands"
page run -- OPTIONS EXAMPLES
grep -q 'in a scenario: \[platform\]' "$work/page" || complain 'run: no key of scenarios'
refuse 2 'no command "extra"' help --man extra
finish
