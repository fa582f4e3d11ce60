# Functions for tools/turnstile and tools/test: packages, set-up of build folders, lock of builds.
# shellcheck shell=bash
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Settings for ccache, if it is installed: builds of the same sources in different folders share
# their results, also with precompiled headers.
export CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros

say() { echo "$*" >&2; }

# missing_packages KIND... : prints the packages of these kinds in tools/packages that are missing.
missing_packages() {
  local kind package wanted=()
  while read -r kind package; do
    [[ " $* " == *" $kind "* ]] && wanted+=("$package")
  done < <(grep -v '^#' "$project/tools/packages")
  comm -23 <(printf '%s\n' "${wanted[@]}" | sort) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
      sed -n 's/^installed //p' | sort -u)
}

# need_packages INSTALL KIND... : installs the missing packages if INSTALL is yes or the user is
# root. Otherwise prints their names and the command that installs them, and exits with status 1.
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
  # Without a network, apt's output misleads: only the last part of its first error is printed.
  if ! talk=$({ "${sudo[@]}" apt-get update -qq &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
      --no-install-recommends "${missing[@]}"; } 2>&1); then
    talk=$(sed -n 's/^E: //p' <<<"$talk" | head -n 1 | cut -c 1-200)
    say "turnstile needs packages that could not be installed (is there a network?):" \
      "${missing[*]}${talk:+ (apt: $talk)}"
    exit 1
  fi
}

# Waits for other builds and holds a lock until unlock_builds or the end of the script. The lock is
# on the folder itself, because a lock file could be deleted or committed.
lock_builds() {
  exec 9<"$project/tools"
  flock 9
}

unlock_builds() { exec 9<&-; }

# is_set_up FOLDER : returns true if meson has set up the build folder for this project. A project
# that was copied or moved has build files with wrong absolute paths. A folder without the file
# .source was set up by hand.
is_set_up() {
  [[ -f $1/build.ninja ]] || return 1
  if [[ -f $1/.source ]]; then
    [[ $(<"$1/.source") == "$project" ]]
  else
    grep -qsF "\"$project/meson.build\"" "$1/meson-info/intro-buildsystem_files.json"
  fi
}

# configure FOLDER OPTION... : runs meson setup unless the folder is set up. Repeats a set-up that
# did not finish or that belongs to another copy of the project.
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
