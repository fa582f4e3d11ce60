#!/bin/sh
# golden.sh PROGRAM [--regenerate]: runs the commands of tests/golden/*.txt, compares their output
# byte for byte, virtual times included. A file's first line is "$ turnstile ARGS" or "$ validate ARGS", as a shell
# reads it; the rest is what comes to stdout, then to stderr, then "exit: N" unless N is 0; the program's
# version stands there as VERSION.
set -eu
program=$1
mode=${2:-compare}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
turnstile() { "$program" "$@"; }
validate() { "${program%/tools/*}/validation/validate" "$@"; }

transcript() {
  command=$(head -n 1 "$1")
  printf '%s\n' "$command"
  status=0
  eval "${command#\$ }" 2>"$new/talk" || status=$?
  cat "$new/talk"
  [ "$status" -eq 0 ] || printf 'exit: %d\n' "$status"
}

version=$("$program" --version | sed 's/^turnstile \([^ ]*\).*/\1/; s/\./\\./g')
failed=0
for file in "$here"/golden/*.txt; do
  transcript "$file" | sed "s/\<$version\>/VERSION/g" >"$new/now"
  if grep -q 'this build lacks it (-Dsatellites=disabled)' "$new/now"; then
    echo "skipped: $(basename "$file")"
  elif [ "$mode" = --regenerate ]; then
    cp "$new/now" "$file"
  elif ! diff -u "$file" "$new/now"; then
    failed=$((failed + 1))
  fi
done
[ "$failed" -eq 0 ] && exit 0
echo "$failed differ; if that is meant: tests/golden.sh PROGRAM --regenerate"
exit 1
