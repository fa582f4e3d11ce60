#!/usr/bin/env bash
# Every entry that a file of src/algos defines stands in algorithms.def, once, under that file.
# Usage: test_entries.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}/src/algos"

defined=$(grep -rnoE --include='*.c' '^const struct tn_algorithm tn_[a-z0-9_]+' . |
          sed -E 's|^\./([^:]*):[0-9]+:const struct tn_algorithm (.*)|TN_ALGORITHM(\1, \2)|' | sort)
listed=$(grep '^TN_ALGORITHM(' algorithms.def | sort)
if [[ $defined != "$listed" ]]; then
  echo "src/algos/algorithms.def (>) and the entries that are defined (<) differ:"
  diff <(echo "$defined") <(echo "$listed")
  exit 1
fi
