#!/usr/bin/env bash
# Every entry that a file of src/algos defines stands in algorithms.def, once, under that file.
# Usage: test_entries.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}/src/algos"

defined=$(grep -rnoE --include='*.c' '^const struct tn_algorithm tn_[a-z0-9_]+' . |
          sed -E 's|^\./([^:]*):[0-9]+:const struct tn_algorithm (.*)|TN_ALGORITHM(\1, \2)|' | sort)
listed=$(grep '^TN_ALGORITHM(' algorithms.def | sort)
if [[ $defined != "$listed" ]]; then
  diff <(echo "$defined") <(echo "$listed") | sed -n -E \
    -e 's|^< TN_ALGORITHM\((.*), (.*)\)$|src/algos/\1 defines \2, and algorithms.def lacks its line: TN_ALGORITHM(\1, \2)|p' \
    -e 's|^> TN_ALGORITHM\((.*), (.*)\)$|src/algos/algorithms.def: \2 is not defined, or twice here: src/algos/\1|p'
  exit 1
fi
