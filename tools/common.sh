# For tools/turnstile and tools/test: where the project is, what it needs, one build at a time.
# shellcheck shell=bash
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# ccache, where there is one: a build of the same sources in another folder is the same, with
# precompiled headers too.
export CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros

say() { echo "$*" >&2; }

# missing_packages KIND... : those of tools/packages that are not installed.
missing_packages() {
  local kind package wanted=()
  while read -r kind package; do
    [[ " $* " == *" $kind "* ]] && wanted+=("$package")
  done < <(grep -v '^#' "$project/tools/packages")
  comm -23 <(printf '%s\n' "${wanted[@]}" | sort) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
      sed -n 's/^installed //p' | sort -u)
}

# need_packages INSTALL KIND... : installs what is missing when INSTALL is yes or the user is root;
# otherwise names it, with the one command to type, and exits 1.
need_packages() {
  local install=$1 missing talk sudo=()
  shift
  command -v dpkg-query >/dev/null || return 0
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)) && ! { [[ $install == yes ]] && command -v sudo >/dev/null; }; then
    say "turnstile needs these packages: ${missing[*]}"
    say "Install them with:"
    if command -v sudo >/dev/null; then
      say "    $0 --install"
    else
      say "    su -c 'apt-get update && apt-get install ${missing[*]}'"
    fi
    exit 1
  fi
  ((EUID == 0)) || sudo=(sudo)
  say "Installing ${missing[*]}"
  # apt's own lines only mislead where there is no network: the last part of its first error will do.
  if ! talk=$({ "${sudo[@]}" apt-get update -qq &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
      --no-install-recommends "${missing[@]}"; } 2>&1); then
    talk=$(sed -n 's/^E: //p' <<<"$talk" | head -n 1 | cut -c 1-200)
    say "turnstile needs packages that could not be installed (is there a network?):" \
      "${missing[*]}${talk:+ (apt: $talk)}"
    exit 1
  fi
}

# One build at a time: holds a lock until unlock_builds or the end of the script. The folder itself
# is locked, so that no lock file can be wiped or committed.
lock_builds() {
  exec 9<"$project/tools"
  flock 9
}

unlock_builds() { exec 9<&-; }

# is_set_up FOLDER : meson has set it up for this project, and not for one that it was copied or
# moved from: build files have absolute paths. Folders without our note were set up by hand.
is_set_up() {
  [[ -f $1/build.ninja ]] || return 1
  if [[ -f $1/.source ]]; then
    [[ $(<"$1/.source") == "$project" ]]
  else
    grep -qsF "\"$project/meson.build\"" "$1/meson-info/intro-buildsystem_files.json"
  fi
}

# configure FOLDER OPTION... : meson setup, once; a set-up that did not finish or is another
# project's is started afresh.
configure() {
  local folder=$1 wipe=()
  shift
  is_set_up "$folder" && return
  if [[ -f $folder/build.ninja ]]; then
    say "$folder belongs to another copy of the project: it is set up afresh"
    find "$folder" -mindepth 1 -maxdepth 1 ! -name .setup.log -exec rm -rf {} +
  fi
  [[ -d $folder/meson-private ]] && wipe=(--wipe)
  meson setup "${wipe[@]}" "$folder" "$project" "$@" && printf '%s\n' "$project" >"$folder/.source"
}
