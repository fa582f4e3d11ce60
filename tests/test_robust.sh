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

locales
current_folder
platforms
topologies
finish
