#!/bin/sh
# Writes a header with a checksum of the sources that determine simulated times, which identifies the
# model in a store, independent of the compiler. Usage: model_sum.sh SRC HEADER DEPFILE
set -eu
src=$1
folders='base algos contention cache platform sim study'
list() {
  # shellcheck disable=SC2086
  (cd "$src" && find $folders "$@" | LC_ALL=C sort)
}
files=$(list -type f \( -name '*.[ch]' -o -name '*.def' \))
# shellcheck disable=SC2086
sum=$(cd "$src" && cat $files | sha256sum | cut -c1-12)
printf '#define TN_MODEL_SUM "%s"\n' "$sum" >"$2"
escaped=$(printf %s "$src" | sed 's/ /\\ /g')
for file in $(list -type d) $files; do printf '%s: %s/%s\n' "$2" "$escaped" "$file"; done >"$3"
