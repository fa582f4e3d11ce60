#!/bin/bash
# Surroundings and files that others control: locale, current folder, hostile names and topologies.
# Argument: turnstile.
. "$(dirname "$0")/lib.sh"

# succeeds ARGUMENT... : exit status 0.
succeeds() {
  cases=$((cases + 1))
  timeout 60 "$turnstile" "$@" >"$work/rows" 2>"$work/err" </dev/null ||
    complain "$*: status $?, not 0"
}

# A locale whose I has no dot, where the sources of locales are installed.
locales() {
  local folder="$work/locale"
  mkdir -p "$folder"
  if ! localedef -f UTF-8 -i tr_TR "$folder/tr_TR.UTF-8" >/dev/null 2>&1; then
    echo 'locales: skipped, localedef cannot make tr_TR.UTF-8 here'
    return
  fi
  "$turnstile" run -p knl -c scatter -n 4 -s 4K --format csv >"$work/plain" 2>/dev/null
  export LOCPATH=$folder LC_ALL=tr_TR.UTF-8 2>/dev/null # bash may lack the locale
  succeeds run -p knl -c scatter -n 4 -s 4K --format csv
  cmp -s "$work/plain" "$work/rows" || complain 'rows depend on the locale'
  succeeds run -p synthetic:Package:1\ Die:1\ Core:4\ PU:1 --like knl -c bcast -s 4K
  unset LOCPATH LC_ALL
}

# A folder `platforms` that happens to lie where the user is decides nothing.
current_folder() {
  local alpha
  mkdir -p "$work/here/platforms"
  sed 's/id="alpha" value="[^"]*"/id="alpha" value="1ms"/' platforms/knl.xml \
    >"$work/here/platforms/knl.xml"
  alpha=$(cd "$work/here" && "$turnstile" platform show knl --format csv | grep -c '1ms\|0.001')
  [ "$alpha" = 0 ] || complain './platforms outranks the platforms of turnstile'
  alpha=$(TURNSTILE_PLATFORM_PATH=$work/here/platforms "$turnstile" platform show knl |
    grep -c '^alpha .*1ms')
  [ "$alpha" = 1 ] || complain 'TURNSTILE_PLATFORM_PATH is without effect'
}

# with FROM TO : a platform file, knl with one text replaced, in $work/changed.xml.
with() {
  sed "s|$1|$2|" platforms/knl.xml >"$work/changed.xml"
}

platforms() {
  with 'id="name" value="knl"' 'id="name" value="k\&#27;[31mnl"'
  refuse 2 'changed.xml:[0-9]+: .*control character' run -p "$work/changed.xml" -c scatter
  with 'id="name" value="knl"' 'id="name" value="k\&#10;nl"'
  refuse 2 'control character' run -p "$work/changed.xml" -c scatter
  with 'id="page_size.note" value="' '&\&#27;]0;title\&#7;'
  refuse 2 'control character' run -p "$work/changed.xml" -c scatter
  with 'id="name" value="knl"' 'id="name" value="knl?id"'
  refuse 2 'is not a name' run -p "$work/changed.xml" -c scatter
  refuse 2 'is not a name' platform import pu:2 --like knl -o "$work/$(printf 'a\tb').xml"
  refuse 2 'page_size: "1000" is not a power of two' run -p knl -c scatter --set page_size=1000
  refuse 2 'page_size: "1G" is out of range' run -p knl -c scatter --set page_size=1G
  refuse 2 'line_size: "96" is not a power of two' run -p knl -c scatter --set line_size=96
}

# hwloc would take minutes or gigabytes.
topologies() {
  refuse 2 'too large' run -p synthetic:pu:100000 --like knl -c bcast
  refuse 2 'too large' run -p 'synthetic:pu:2(indexes=4294967295,0)' --like knl -c bcast
  refuse 2 'control character' run -p $'synthetic:pu:2\nx' --like knl -c bcast
  succeeds run -p 'synthetic:Package:8 [NUMANode] Core:128 PU:8' --like knl -c bcast -n 4 -s 4K \
    -a direct-read
}

# Noise that would take for ever to draw.
noise() {
  local point=(run -p knl -c scatter -a throttled-read -n 4 -s 64K --format csv)
  refuse 2 'up to 1MHz' "${point[@]}" --noise poisson:rate=1000MHz,duration=0s
  refuse 2 'up to 1MHz' "${point[@]}" --noise periodic:rate=1e300MHz,duration=0s
  refuse 2 'up to 1MHz' "${point[@]}" --noise periodic:rate=0Hz,duration=0s
  refuse 2 'takes 99.9 % of the time' "${point[@]}" --noise poisson:rate=10kHz,duration=99.9us
  refuse 2 'at most 1000s' "${point[@]}" --noise inject:at=1e300s,duration=1s
  succeeds "${point[@]}"
  cut -d, -f21-38 "$work/rows" >"$work/quiet"
  printf '0 0\n0 0\n1000 0\n1e18 0\n' >"$work/trace"
  for spec in poisson:rate=1MHz,duration=0s periodic:rate=1MHz,duration=0s \
    inject:at=5us,duration=0s "file:$work/trace"; do
    succeeds "${point[@]}" --noise "$spec"
    tail -1 "$work/rows" | sed 's/"[^"]*"/x/g' | cut -d, -f21-38 >"$work/still"
    [ "$(tail -1 "$work/quiet")" = "$(cat "$work/still")" ] ||
      complain "$spec is not without effect"
  done
}

# What was measured stands under every profile, what was not is the profile's.
measured_gamma() {
  local gamma
  for source in paper measured; do
    sed "s|id=\"gamma_b.source\" value=\"[^\"]*\"|id=\"gamma_b.source\" value=\"$source\"|;
         s|id=\"gamma_b\" value=\"[^\"]*\"|id=\"gamma_b\" value=\"0.9\"|" platforms/knl.xml \
      >"$work/$source.xml"
  done
  gamma=$("$turnstile" platform show "$work/paper.xml" --kernel linux-6 | grep '^gamma_b ')
  [[ $gamma == *0.7* ]] || complain "not the profile's gamma: $gamma"
  gamma=$("$turnstile" platform show "$work/measured.xml" --kernel linux-6 | grep '^gamma_b ')
  [[ $gamma == *0.9* ]] || complain "a measured gamma is overridden: $gamma"
}

# A platform that names its mechanisms is offered no others, unless they are asked for.
mechanisms() {
  local used
  sed 's|<prop id="backing"|<prop id="mechanisms" value="cma,cico"/>&|' platforms/knl.xml \
    >"$work/few.xml"
  succeeds run -p "$work/few.xml" -c bcast -n 4 -s 4K --format csv
  used=$(tail -n +2 "$work/rows" | cut -d, -f13 | sort -u | tr '\n' ' ')
  [ "$used" = 'cico cma ' ] || complain "run takes $used"
  succeeds run -p "$work/few.xml" -c bcast -a xhc-tree -n 4 -s 4K --format csv
  succeeds run -p "$work/few.xml" -c bcast -n 4 -s 4K --mechanism xpmem --format csv
  sed 's|<prop id="backing"|<prop id="mechanisms" value="cma, cico"/>&|' platforms/knl.xml \
    >"$work/few.xml"
  refuse 2 'mechanisms: " cico" is not known' run -p "$work/few.xml" -c bcast
}

# Where no worker starts there is nothing to write into a platform file.
calibration() {
  (ulimit -n 4 && "$turnstile" calibrate -o "$work/none.xml" --budget 1s --only memcpy) \
    >"$work/out" 2>"$work/err" && complain 'calibrate succeeds without a worker'
  grep -q 'nothing could be measured (memcpy: ' "$work/err" || complain 'no reason is given'
  [ ! -e "$work/none.xml" ] || complain 'calibrate wrote a file of nothing'
}

locales
current_folder
platforms
topologies
noise
measured_gamma
mechanisms
calibration
finish
