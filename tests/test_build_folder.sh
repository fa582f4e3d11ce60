#!/bin/bash
# A copied clone builds itself, not the original whose paths its build folder has. Argument: the
# project. A stand-in for meson notes how often it is called. Where packages cannot be had, one line
# names them.
set -u
project=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

mkdir -p "$work/bin" "$work/one/tools"
cp "$project/tools/common.sh" "$work/one/tools"
cat >"$work/bin/meson" <<'END'
#!/bin/bash
# meson setup [--wipe] FOLDER PROJECT
shift
[ "$1" != --wipe ] || shift
mkdir -p "$1/meson-private" "$1/meson-info"
touch "$1/build.ninja"
echo "[\"$2/meson.build\"]" >"$1/meson-info/intro-buildsystem_files.json"
echo "$2" >>"$MESON_CALLS"
END
chmod +x "$work/bin/meson"
export PATH="$work/bin:$PATH" MESON_CALLS=$work/calls
touch "$work/calls"

# sets_up CALLS WHAT CLONE: the clone's folder is set up; so many calls of meson there were by then.
sets_up() {
  (. "$work/$3/tools/common.sh"; configure "$work/$3/build") 2>"$work/err"
  [ "$(wc -l <"$work/calls")" = "$1" ] && [ -f "$work/$3/build/build.ninja" ] && return
  echo "FAILED: $2" >&2
  cat "$work/calls" "$work/err" >&2
  failures=$((failures + 1))
}

sets_up 1 'a new folder' one
sets_up 1 'a folder that is there' one
cp -r "$work/one" "$work/two"
touch "$work/two/build/stale"
sets_up 2 'a copied folder' two
[ ! -e "$work/two/build/stale" ] || { echo 'FAILED: it is not started afresh' >&2; failures=1; }
sets_up 2 'the copy the next time' two
sets_up 2 'the original' one
rm "$work/one/build/.source"
sets_up 2 'a folder set up by hand' one
rm -rf "$work/three"
cp -r "$work/one" "$work/three"
sets_up 3 'a copy of a folder set up by hand' three

# The first build takes minutes: ninja's count is seen on a terminal, and nothing of it elsewhere.
cp "$project/tools/turnstile" "$work/one/tools"
mkdir -p "$work/one/src"
touch "$work/one/meson.build" "$work/one/meson_options.txt"
echo 'build bash' >"$work/one/tools/packages"
printf '#!/bin/bash\necho "ninja $*"\n' >"$work/bin/ninja"
chmod +x "$work/bin/ninja"
builds() { # WHAT PATTERN COMMAND...
  rm -f "$work/one/build/.built"
  "${@:3}" >"$work/out" 2>&1
  grep -q -- "$2" "$work/out" && return
  echo "FAILED: progress of a build $1" >&2
  failures=$((failures + 1))
}
builds elsewhere 'ninja --quiet -C' "$work/one/tools/turnstile" --install
if command -v script >/dev/null; then
  builds 'on a terminal' 'ninja -C' script -qec "$work/one/tools/turnstile --install" /dev/null
fi

# No network: apt, as it speaks then, and a machine that has one package.
cp "$project/tools/packages" "$work/one/tools"
cat >"$work/bin/apt-get" <<'END'
#!/bin/bash
[ "$1" = install ] || exit 0 # update only warns
echo "Err:1 http://packages.invalid bookworm/main amd64 clang"
echo "E: Failed to fetch http://packages.invalid/clang.deb  Could not resolve 'packages.invalid'" >&2
echo "E: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?" >&2
exit 100
END
printf '#!/bin/bash\nexec "$@"\n' >"$work/bin/sudo"
printf '#!/bin/bash\nprintf "installed %%s\\n" gcc procps\n' >"$work/bin/dpkg-query"
chmod +x "$work"/bin/*
(. "$work/one/tools/common.sh"; need_packages yes slurm test) 2>"$work/err"
[ $? = 1 ] && grep -v '^Installing ' "$work/err" >"$work/said" && [ "$(wc -l <"$work/said")" = 1 ] &&
  grep -q 'not be installed.*: .*clang.*slurmd.* (apt: Failed to fetch .*resolve' "$work/said" &&
  ! grep -q procps "$work/said" || {
  echo 'FAILED: no network: what is missing' >&2
  cat "$work/err" >&2
  failures=$((failures + 1))
}
[ "$failures" = 0 ]
