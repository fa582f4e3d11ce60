#!/usr/bin/env bash
# Every algorithm and chooser that a file of src/algos defines stands in algorithms.def, once, under that file.
# Usage: test_entries.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}/src/algos"

defined=$(grep -rnoE --include='*.c' '^const struct tn_(algorithm|chooser) tn_[a-z0-9_]+(\[\])? =' . |
          sed -E -e 's|^\./([^:]*):[0-9]+:const struct tn_algorithm (.*) =$|TN_ALGORITHM(\1, \2)|' \
            -e 's|^\./([^:]*):[0-9]+:const struct tn_chooser (.*)\[\] =$|TN_CHOOSERS(\1, \2)|' | sort)
listed=$(grep -E '^TN_(ALGORITHM|CHOOSERS)\(' algorithms.def | sort)
if [[ $defined != "$listed" ]]; then
  diff <(echo "$defined") <(echo "$listed") | sed -n -E \
    -e 's|^< (TN_[A-Z]+\(.*\))$|src/algos: algorithms.def lacks its line: \1|p' \
    -e 's|^> (TN_[A-Z]+\(.*\))$|src/algos/algorithms.def: not defined, or twice here: \1|p'
  exit 1
fi
