#!/usr/bin/env bash
# No circle of files: of the objects of a library none may need what is defined in one that needs it,
# and no header of src/ and tools/ may include one that includes it. Usage: test_circles.sh ROOT
# LIBRARY...
set -euo pipefail

root=$1 failed=0
shift

# The table of algorithms needs every entry, and entries that are made of others, or choose among
# them, look these up in it by name: what the table needs does not count.
tables=registry.c.o

# Reads lines "FILE FILE-IT-NEEDS"; names a circle.
sort_out() {
  local what=$1 circle
  if ! circle=$(tsort 2>&1 >/dev/null); then
    echo "$what form a circle:"
    sed 's/^tsort: -\?:\? */  /' <<<"$circle"
    failed=1
  fi
}

for library in "$@"; do
  needs=$(nm -A "$library" 2>/dev/null | awk -v tables="$tables" '
    { file = $1; sub(/:[^:]*$/, "", file); sub(/.*[:\/]/, "", file); type = $(NF - 1) }
    type ~ /^[BCDRTVW]$/ { defined[$NF] = file }
    type == "U" && file != tables { user[++n] = file; symbol[n] = $NF }
    END {
      for (i = 1; i <= n; i++)
        if (symbol[i] in defined && defined[symbol[i]] != user[i])
          print user[i], defined[symbol[i]]
    }' | sort -u) || true
  [[ -n $needs ]] || { echo "$library: nm shows nothing that its files need"; exit 1; }
  sort_out "the files of $(basename "$library")" <<<"$needs"
done

cd "$root"
headers=$(grep -rE --include='*.h' '^#include "' src tools validation | while IFS=: read -r file line; do
  name=${line#*\"}
  name=${name%\"*}
  for folder in "$(dirname "$file")" tools src; do
    [[ -f $folder/$name ]] && break
  done
  echo "$file $folder/$name"
done)
sort_out 'headers' <<<"$headers"

exit $failed
