#!/usr/bin/env bash
# Dependencies point one way: which folder of src/ may include what. Usage: test_layers.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}/src"

failed=0

# forbid PATTERN FOLDER... : no source of these folders includes a header that matches.
forbid() {
  local pattern=$1 found
  shift
  for folder in "$@"; do
    [[ -d $folder ]] || { echo "src/$folder: no such folder"; failed=1; continue; }
    if found=$(grep -rnE --include='*.[ch]' "^\s*#\s*include\s*[<\"]($pattern)" "$folder"); then
      echo "src/$folder must not include $pattern:"
      echo "$found"
      failed=1
    fi
  done
}

forbid 'simgrid|smpi/|xbt' base fit table algos contention cache platform real study perturb store program trace compare tune decide rules claims measure library
if found=$(grep -rlE '^\s*#\s*include\s*<(simgrid|xbt)' sim | grep -vx sim/simgrid.c); then
  echo "only src/sim/simgrid.c may include SimGrid: $found"
  failed=1
fi
forbid 'sqlite3' base fit table algos contention cache platform sim real study perturb program trace compare tune decide rules claims measure library ../tools
forbid 'hwloc' base fit table algos contention cache sim study perturb store program trace compare tune decide rules claims measure library
forbid '(\.\./)*(platform|sim|real|contention|cache|tools)/' algos
forbid '(\.\./)*(platform|sim|real|algos|cache|tools)/' contention
forbid '(\.\./)*(platform|sim|real|algos|contention|tools)/' cache
forbid '(\.\./)*(sim|real|algos|tools)/' platform
forbid '(\.\./)*(sim|study|perturb|compare|tune|claims|measure|library|tools)/' real
forbid '(\.\./)*(real|study|perturb|compare|tune|claims|measure|library|tools)/' sim
forbid '(\.\./)*(real|perturb|program|trace|tune|compare|claims|measure|library|tools)/' study
forbid '(\.\./)*(real|store|program|trace|tune|compare|decide|claims|measure|library|tools)/' perturb
forbid '(\.\./)*(real|perturb|program|trace|tune|compare|decide|claims|measure|library|tools)/' store
forbid '(\.\./)*store/' study perturb program trace compare tune decide rules claims measure library
forbid '(\.\./)*(real|tune|compare|claims|measure|library|trace|tools)/' program
forbid '(\.\./)*(sim|real|tune|compare|claims|measure|library|tools)/' trace
forbid '(\.\./)*(real|compare|claims|measure|library|tools)/' tune
forbid '(\.\./)*(real|program|trace|compare|claims|measure|library|tools)/' decide rules
forbid '(\.\./)*(real|tune|claims|measure|library|tools)/' compare
forbid '(\.\./)*(real|tune|compare|measure|library|tools)/' claims
forbid '(\.\./)*(tune|compare|claims|library|tools)/' measure
forbid '(\.\./)*(claims|tools)/' library # it has tools/plan, too
forbid '(\.\./)*(algos|cache|contention|fit|platform|real|sim|study|perturb|tools)/' base
forbid '(\.\./)*(algos|cache|contention|platform|real|sim|study|perturb|tools)/' fit
# The core is built without the satellites (-Dsatellites=disabled): what it calls of theirs, lacking.c
# answers there.
forbid '(\.\./)*(trace|rules|advise)/' base fit algos contention cache platform sim real study perturb store program compare tune decide claims measure library
if found=$(grep -rnE --include='*.[ch]' '#include "(trace|rules|report|replay|doctor|advise)/' ../tools |
  grep -vE '^\.\./tools/((report|replay|doctor|rules|tracer|advise)/|lacking\.c|(plan/replay|program_text|cmd_export|rows/program_rows)\.c)'); then
  echo "only these of the core may include what belongs to a satellite:"
  echo "$found"
  failed=1
fi
forbid '(\.\./)*(base|algos|cache|contention|fit|platform|real|sim|study|perturb|tools)/' table
forbid 'glib|gio/|json-glib' base algos contention cache advise
forbid '(\.\./)*(algos|cache|contention|fit|platform|real|sim|study|perturb|tools)/' advise

# Options are read by tools/plan and the commands, which hand on values, cases and plans. These still
# read them elsewhere; the list may only get shorter.
readers='delays.c for_library.[ch] tune_points.c
  compare/fit_job.[ch] compare/fit_job_points.c compare/fit_job_rows.c compare/relatives_text.c
  rows/row.h rows/table.c rows/writer.c rules/export.[ch] rules/terms.c
  tune/arrivals.c tune/field.[ch] tune/profile.[ch] tune/request.[ch] tune/robust_text.c'
cd ../tools
known=$(ls -d $readers)
found=$(grep -rlE --include='*.[ch]' '\b(struct tn_settings|tn_settings_[a-z]+)\b' . | sed 's,^\./,,' |
  grep -vE '^(plan/|lacking\.c|commands\.h|main\.c)|(^|/)cmd_' | sort)
if ! list=$(diff <(sort <<<"$known") <(cat <<<"$found")); then
  sed -n 's,^> \(.*\),tools/\1 uses tn_settings: only tools/plan and commands may,p
          s,^< \(.*\),tools/\1 no longer uses tn_settings: take it from the list in test_layers.sh,p' <<<"$list"
  failed=1
fi
if found=$(grep -rnE --include='*.[ch]' '\bstruct tn_settings\b' ../src | grep -v '^\.\./src/library/'); then
  echo "of src/ only the library may know tn_settings:"
  echo "$found"
  failed=1
fi

exit $failed
