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

forbid 'simgrid|smpi/|xbt' base fit table algos contention cache platform real study document perturb store program trace compare tune decide rules measure plan why libturnstile
if found=$(grep -rlE '^\s*#\s*include\s*<(simgrid|xbt)' sim | grep -vx sim/simgrid.c); then
  echo "only src/sim/simgrid.c may include SimGrid: $found"
  failed=1
fi
if found=$(grep -rlE '^\s*#\s*include\s*<otf2' . | grep -vx ./trace/otf2.c); then
  echo "only src/trace/otf2.c may include OTF2: $found"
  failed=1
fi
forbid 'sqlite3' base fit table algos contention cache platform sim real study perturb program trace compare tune decide rules measure plan why libturnstile ../tools
forbid 'hwloc' base fit table algos contention cache sim study perturb store program trace compare tune decide rules measure plan why libturnstile
forbid '(\.\./)*(platform|sim|real|contention|cache|tools)/' algos
forbid '(\.\./)*(platform|sim|real|algos|cache|tools)/' contention
forbid '(\.\./)*(platform|sim|real|algos|contention|tools)/' cache
forbid '(\.\./)*(sim|real|algos|tools)/' platform
forbid '(\.\./)*(sim|study|perturb|compare|tune|measure|libturnstile|tools)/' real
forbid '(\.\./)*(real|study|perturb|compare|tune|measure|libturnstile|tools)/' sim
forbid '(\.\./)*(real|perturb|program|trace|tune|compare|measure|libturnstile|tools)/' study
forbid '(\.\./)*(real|store|program|trace|tune|compare|decide|measure|libturnstile|tools)/' perturb
forbid '(\.\./)*(real|perturb|program|trace|tune|compare|decide|measure|libturnstile|tools)/' store
forbid '(\.\./)*store/' study perturb program trace compare tune decide rules measure plan why libturnstile
forbid '(\.\./)*(real|tune|compare|measure|libturnstile|trace|tools)/' program
forbid '(\.\./)*(sim|real|tune|compare|measure|libturnstile|tools)/' trace
forbid '(\.\./)*(real|compare|measure|libturnstile|tools)/' tune
forbid '(\.\./)*(real|program|trace|compare|measure|libturnstile|tools)/' decide rules
forbid '(\.\./)*(real|tune|measure|libturnstile|tools)/' compare
forbid '(\.\./)*(real|tune|compare|measure|plan|why|libturnstile|tools)/' ../validation
forbid '(\.\./)*(tune|compare|libturnstile|tools)/' measure
forbid '(\.\./)*(libturnstile|tools)/' plan why
forbid '(\.\./)*(tools)/' libturnstile
forbid '(\.\./)*(sim|real|perturb|store|program|trace|compare|tune|decide|rules|measure|plan|why|libturnstile|tools)/' document
forbid '(\.\./)*(plan|why)/' base fit table algos cache contention platform real sim study perturb store program trace compare tune decide rules infer measure
forbid '(\.\./)*(algos|cache|contention|fit|platform|real|sim|study|perturb|tools)/' base
forbid '(\.\./)*(algos|cache|contention|platform|real|sim|study|perturb|tools)/' fit
# The core is built without the satellites (-Dsatellites=disabled): what it calls of theirs, no_satellites.c
# answers there.
forbid '(\.\./)*(trace|rules|infer)/' base fit algos contention cache platform sim real study perturb store program compare tune decide measure why libturnstile
if found=$(grep -rnE --include='*.[ch]' '#include "(trace|rules|report|replay|doctor|advise|exports)/' ../tools |
  grep -vE '^\.\./tools/((report|replay|doctor|exports|tracer|advise)/|no_satellites\.c|(program_text|cmd_export|rows/trace_file)\.c)'); then
  echo "only these of the core may include what belongs to a satellite:"
  echo "$found"
  failed=1
fi
forbid '(\.\./)*(base|algos|cache|contention|fit|platform|real|sim|study|perturb|tools)/' table
forbid 'glib|gio/|json-glib' base algos contention cache infer
forbid '(\.\./)*(algos|cache|contention|fit|platform|real|sim|study|perturb|tools)/' infer

# Options are read by src/plan and the commands, which hand on values, cases and plans. These still
# read them elsewhere; the list may only get shorter.
readers='delays.c tune_points.c
  comparison/fit_job.[ch] comparison/fit_job_points.c comparison/fit_job_rows.c comparison/relatives_text.c
  rows/text_rows.h rows/writer.c exports/export.[ch] exports/terms.c
  tuning/tune_input.[ch] tuning/profile.[ch] tuning/request.[ch] tuning/robust_text.c'
cd ../tools
known=$(ls -d $readers)
found=$(grep -rlE --include='*.[ch]' '\b(struct tn_options|tn_options_[a-z]+)\b' . | sed 's,^\./,,' |
  grep -vE '^(no_satellites\.c|commands\.h|main\.c)|(^|/)cmd_' | sort)
if ! list=$(diff <(sort <<<"$known") <(cat <<<"$found")); then
  sed -n 's,^> \(.*\),tools/\1 uses tn_options: only src/plan and commands may,p
          s,^< \(.*\),tools/\1 no longer uses tn_options: take it from the list in test_layers.sh,p' <<<"$list"
  failed=1
fi
if found=$(grep -rnE --include='*.[ch]' '\bstruct tn_options\b' ../src | grep -vE '^\.\./src/(libturnstile|plan|why)/'); then
  echo "of src/ only plan, why and libturnstile may know tn_options:"
  echo "$found"
  failed=1
fi

exit $failed
