#!/usr/bin/env bash
# One name, one meaning: no tag of a struct, union or enum (tn_...) is defined twice in the tree.
# Usage: test_tags.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

grep -rnE --include='*.[ch]' '^[[:space:]]*(typedef +|static +|const +)*(struct|union|enum) +tn_[a-z0-9_]+ *\{' \
  include src tools validation tests | awk -F: '
  match($3, /(struct|union|enum) +tn_[a-z0-9_]+/) {
    split(substr($3, RSTART, RLENGTH), word, / +/)
    tag = word[2]
    if (tag in place) {
      print tag " is defined twice: " place[tag] " and " $1 ":" $2
      failed = 1
    }
    place[tag] = $1 ":" $2
  }
  END {
    if (length(place) == 0) {
      print "no definitions found"
      failed = 1
    }
    exit failed
  }'
