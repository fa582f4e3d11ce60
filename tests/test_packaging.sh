#!/usr/bin/env bash
# test_packaging.sh PROGRAM BUILD: what packagers get. meson.build has the version and what is needed; the
# other places must agree. The tarball of meson dist has all that belongs in it and nothing else. With
# TN_TEST_FULL the Debian packages are built from a copy, without an error of lintian (minutes).
set -u
. "$(dirname "$0")/lib.sh"
build=$2
cd "$(dirname "$0")/.." || exit 1
version=$("$turnstile" --version | cut -d ' ' -f 2)

fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

# same WHAT FOUND EXPECTED
same() {
  cases=$((cases + 1))
  [ "$2" = "$3" ] || fail "$1: $2, not $3"
}

# Releases: each place, by hand (CONTRIBUTING.md).
news=$(grep -m1 -E '^## [0-9.]+ \([0-9-]+\)$' NEWS.md | tr -d '#()' | xargs)
released=${news#* }
same NEWS.md "${news% *}" "$version"
same CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)" "$version"
same 'CITATION.cff, date' "$(sed -nE 's/^date-released: "(.*)"/\1/p' CITATION.cff)" "$released"
same pyproject.toml "$(sed -nE 's/^version = "(.*)"/\1/p' python/pyproject.toml)" "$version"
if command -v cffconvert >/dev/null; then
  cases=$((cases + 1))
  cffconvert --validate -i CITATION.cff >"$work/cff" 2>&1 || fail "CITATION.cff: $(cat "$work/cff")"
else
  echo 'skipped: no cffconvert here'
fi

if [ -e debian ] && command -v dpkg-parsechangelog >/dev/null; then
  same debian/changelog "$(dpkg-parsechangelog -S Version)" "$version-1"
  same 'debian/changelog, date' "$(date -u -d "$(dpkg-parsechangelog -S Date)" +%F)" "$released"
else
  echo 'skipped: debian (no dpkg, or a tarball)'
fi

# Spack's recipe under a stand-in of Spack's functions; the least versions of all three.
if [ -e packaging ] && command -v python3 >/dev/null; then
  cases=$((cases + 1))
  python3 -B - "$turnstile" "$version" <<'PY' || fail 'packaging/spack/package.py'
import re, subprocess, sys, types

said = {}
for name in ("spack", "spack.package", "spack_repo", "spack_repo.builtin",
             "spack_repo.builtin.build_systems", "spack_repo.builtin.build_systems.meson"):
    sys.modules[name] = types.ModuleType(name)
api = {name: lambda *a, _name=name, **k: said.setdefault(_name, []).append(a[0])
       for name in ("version", "variant", "license", "depends_on")}
api["Executable"] = lambda exe: lambda *a, **k: subprocess.check_output([exe, *a], text=True)
vars(sys.modules["spack.package"]).update(api)
sys.modules["spack_repo.builtin.build_systems.meson"].MesonPackage = object
recipe = {}
exec(compile(open("packaging/spack/package.py").read(), "package.py", "exec"), recipe)
package = recipe["Turnstile"]
assert re.match(package.executables[0], "turnstile")
assert package.determine_version(sys.argv[1]) == sys.argv[2] == said["version"][0]
assert package.url.endswith(f"/turnstile-{sys.argv[2]}.tar.xz")
needs = dict(re.findall(r"dependency\('([a-z]+)[-0-9.]*', version: '>=([0-9.]+)'",
                        open("meson.build").read()))
assert dict(d[:-1].split("@") for d in said["depends_on"]
            if "@" in d and not d.startswith("meson")) == needs, (said, needs)
control = re.search(r"(?s)Build-Depends:.*?\n\S", open("debian/control").read()).group()
assert dict(re.findall(r"lib([a-z]+)[-0-9.]*-dev \(>= ([0-9.]+)\)", control)) == needs, (control, needs)
PY
else
  echo 'skipped: packaging (no python3, or a tarball)'
fi

# The tarball.
if [ -e .git ] && command -v git >/dev/null && command -v meson >/dev/null; then
  cases=$((cases + 1))
  tarball=$build/meson-dist/turnstile-$version.tar.xz
  meson dist -C "$build" --no-tests --allow-dirty >"$work/dist" 2>&1 || fail "meson dist: $(tail -n 3 "$work/dist")"
  tar -tf "$tarball" | sed -n "s|^turnstile-$version/||p" | grep -v '/$' | grep . | sort >"$work/there"
  git ls-tree -r --name-only HEAD | grep -vE '^(\.ci|debian|packaging)/|^\.git' | sort >"$work/wanted"
  diff "$work/wanted" "$work/there" >&2 || fail "what belongs into the tarball (<) and what is there (>)"
else
  echo 'skipped: the tarball (no git, no meson, or a tarball)'
fi

# Debian's packages.
if [ -z "${TN_TEST_FULL-}" ]; then
  echo 'skipped: building the Debian packages (TN_TEST_FULL=1)'
elif [ -e debian ] && [ -e .git ] && command -v dh >/dev/null && command -v lintian >/dev/null; then
  cases=$((cases + 1))
  mkdir -p "$work/deb/turnstile-$version"
  git ls-files -z | tar --null -T - -c | tar -x -C "$work/deb/turnstile-$version"
  (cd "$work/deb/turnstile-$version" && DEB_BUILD_OPTIONS="nocheck parallel=2" dpkg-buildpackage -us -uc -b) \
    >"$work/log" 2>&1 || fail "dpkg-buildpackage: $(tail -n 5 "$work/log")"
  (cd "$work/deb" && lintian --allow-root --fail-on error ./*.changes) >&2 || fail lintian
else
  echo 'skipped: building the Debian packages (no debhelper, no lintian, or a tarball)'
fi
finish
