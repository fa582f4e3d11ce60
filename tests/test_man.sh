#!/bin/sh
# test_man.sh PROGRAM: the manual page must pass a formatter without a complaint.
set -eu
if ! command -v groff >/dev/null; then
  echo 'skipped: no groff'
  exit 77
fi
page=$(mktemp)
trap 'rm -f "$page"' EXIT
"$1" help --man >"$page"
complaints=$(groff -man -ww -Tutf8 -z "$page" 2>&1)
if [ -n "$complaints" ]; then
  printf '%s\n' "$complaints"
  exit 1
fi
for section in NAME SYNOPSIS COMMANDS OPTIONS EXAMPLES 'EXIT STATUS'; do
  grep -qx ".SH $section" "$page" || { echo "no section $section"; exit 1; }
done
