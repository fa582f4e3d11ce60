#!/usr/bin/env bash
# test_install.sh PROGRAM BUILD SOURCE: an installed copy, in a prefix with a space, must serve programs
# outside the tree. Headers compile alone, only what they declare is exported, both examples give the
# program's own rows, the Python package finds the library beside itself, the scripts and the module file work, and links of the documentation lead somewhere.
set -u
. "$(dirname "$0")/lib.sh"
build=$2 source=$3
export LC_ALL=C
cc=${CC:-cc}

fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

for tool in meson pkg-config nm readelf; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
if grep -Eq 'b_sanitize=(address|thread|undefined)' <<<"${TN_BUILD_OPTIONS:-}"; then
  echo 'skipped: a library with a sanitizer needs a program with the same'
  exit 77
fi

DESTDIR="$work/a root" meson install -C "$build" --no-rebuild --quiet >"$work/install" 2>&1 || {
  cat "$work/install" >&2
  exit 1
}
pc=$(find "$work/a root" -name turnstile.pc)
prefix=$(sed -n 's/^prefix=//p' "$pc")
moved="$work/a root$prefix"
# As moving a prefix does: the rest of the file is relative to it. Blanks as meson writes them.
sed -i "s|^prefix=.*|prefix=${moved// /\\\\ }|" "$pc"
export PKG_CONFIG_PATH=${pc%/*}
libdir=$(pkg-config --variable=libdir turnstile)
libdir=${libdir//\\/}
export LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
# A name that only the moved prefix has.
cp "$moved/share/turnstile/platforms/knl.xml" "$moved/share/turnstile/platforms/moved.xml"
unset TURNSTILE_PLATFORM_PATH

# build ARGUMENT...: the compiler, with what pkg-config, its words in $asked, says of the library.
build() { eval "$cc -std=c11 -Wall -Wextra -Werror \"\$@\" $(pkg-config $asked turnstile)"; }
asked='--cflags --libs'

# Headers, alone, as C11 and as C++.
for header in "$moved"/include/*.h; do
  cases=$((cases + 1))
  printf '#include <%s>\nint main(void) { return 0; }\n' "${header##*/}" >"$work/alone.c"
  cp "$work/alone.c" "$work/alone.cpp"
  asked=--cflags build -pedantic -fsyntax-only "$work/alone.c" || fail "${header##*/} as C11"
  if command -v c++ >/dev/null; then
    eval "c++ -std=c++11 -Wall -Wextra -pedantic -Werror $(pkg-config --cflags turnstile)" \
      -fsyntax-only '"$work/alone.cpp"' || fail "${header##*/} as C++"
  fi
done

# Symbols: those declared, and no others.
cases=$((cases + 1))
grep -oE '\bturnstile_[a-z0-9_]+ ?\(' "$moved"/include/turnstile.h | tr -d ' (' | sort -u \
  >"$work/declared"
nm -D --defined-only "$libdir/libturnstile.so" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' |
  sort -u >"$work/exported"
diff "$work/declared" "$work/exported" >&2 || fail 'declared (<) and exported (>) names differ'

# So does Debian's list, by which a function that went is found (not in a tarball).
if [ -e "$source/debian" ]; then
  cases=$((cases + 1))
  sed -n 's/^ \([^@]*\)@.*/\1/p' "$source/debian/libturnstile1.symbols" | LC_ALL=C sort >"$work/listed"
  diff "$work/listed" "$work/exported" >&2 || fail 'names in debian/libturnstile1.symbols (<) and exported (>) differ'
fi

# And what it packages: each folder of data that is installed is in a package (dh_missing comes after a build).
for folder in "$moved"/share/turnstile/*; do
  [ -e "$source/debian" ] || break
  cases=$((cases + 1))
  grep -qE "^usr/share/turnstile/${folder##*/}(/|\$)" "$source"/debian/*.install || fail "no package has ${folder##*/}"
done

# The name that programs are linked to.
cases=$((cases + 1))
[ "$(readelf -d "$libdir/libturnstile.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" = libturnstile.so.1 ] ||
  fail 'SONAME'

# The C example; its times must be those of the program.
cases=$((cases + 1))
if build "$source/examples/best-throttle.c" -o "$work/best-throttle" &&
   "$work/best-throttle" moved >"$work/throttles"; then
  while read -r size params time; do
    own=$("$turnstile" run -p knl -c scatter -a throttled-read -P "$params" -s "$size" \
            --format csv | tail -n 1 | cut -d, -f21)
    [ "$own" = "$time" ] || fail "$size $params: $time us, not the program's $own us"
  done < <(awk 'NR > 1 { print $1, $5, $6 }' "$work/throttles")
  [ "$(wc -l <"$work/throttles")" -ge 2 ] || fail 'best-throttle: no winners'
else
  fail 'best-throttle'
fi

# The same with the static library, which has no place of its own to look for platforms from.
cases=$((cases + 1))
if mkdir "$work/only static" && cp "$libdir/libturnstile.a" "$work/only static" &&
   asked='--cflags --libs --static' build "$source/examples/best-throttle.c" \
     -L"$work/only static" -o "$work/static" &&
   ! ldd "$work/static" | grep -q libturnstile &&
   TURNSTILE_PLATFORM_PATH=$moved/share/turnstile/platforms "$work/static" moved \
     >"$work/static-throttles"; then
  cmp -s "$work/throttles" "$work/static-throttles" || fail 'static library: other times'
else
  fail 'static library'
fi

# The installed program, which finds SimGrid's module beside itself and loads it where it is asked for.
cases=$((cases + 1))
for program in "$turnstile" "$moved/bin/turnstile"; do
  for actors in '' simgrid; do
    TURNSTILE_ACTORS=$actors "$program" run -p knl -c scatter -a parallel-read -s 64K --format csv \
      >>"$work/simulated" || fail "$program: run, actors '$actors'"
  done
  LD_DEBUG=libs "$program" list platforms 2>&1 | grep -q simgrid && fail "$program: loads SimGrid"
done
[ "$(sort -u "$work/simulated" | wc -l)" = 2 ] || fail 'the installed program: other rows'

# The papers' claims, by a program that is not in the PATH.
cases=$((cases + 1))
"$moved/libexec/turnstile/validate" C031 | tail -n 1 | grep -q '^direction right at' || fail 'validate'

# The module file, in words of its own for Tcl, and what its paths lead to.
cases=$((cases + 1))
sed -i "s|^set prefix .*|set prefix {$moved}|" "$moved/share/modulefiles/turnstile"
cat >"$work/module.tcl" <<'TCL'
foreach command {module-whatis conflict} { proc $command {args} {} }
proc prepend-path {name folder} { puts "$name=$folder" }
source [lindex $argv 0]
TCL
if command -v tclsh >/dev/null; then
  tclsh "$work/module.tcl" "$moved/share/modulefiles/turnstile" >"$work/module" || fail 'module file'
else
  printf '%s\n' "PATH=$moved/bin" "MANPATH=$moved/share/man" "PKG_CONFIG_PATH=$PKG_CONFIG_PATH" \
    "LD_LIBRARY_PATH=$libdir" "PYTHONPATH=$moved/share/turnstile/python" >"$work/module"
fi
path_of() { sed -n "s/^$1=//p" "$work/module"; }
[ -e "$(path_of LD_LIBRARY_PATH)/libturnstile.so" ] || fail 'module file: LD_LIBRARY_PATH'
PKG_CONFIG_PATH=$(path_of PKG_CONFIG_PATH) pkg-config turnstile || fail 'module file: PKG_CONFIG_PATH'
names='turnstile turnstile-slurm-sweep'
has_satellites && names+=' turnstile-trace'
for name in $names; do
  page=$(path_of MANPATH)/man1/$name.1
  PATH=$(path_of PATH):$PATH "$name" --help 2>&1 | grep -qw -- "$name" || fail "$name --help"
  [ -s "$page" ] || fail "$name: no manual page"
  ! command -v groff >/dev/null || [ -z "$(groff -man -ww -Tutf8 -z "$page" 2>&1)" ] ||
    fail "$name: the manual page"
done
for file in bash-completion/completions/turnstile zsh/site-functions/_turnstile \
  fish/vendor_completions.d/turnstile.fish doc/turnstile/LICENSE doc/turnstile/examples/cg.c \
  man/man1/turnstile-run.1 man/man1/turnstile-platform-fit.1 \
  turnstile/scenarios/scatter-knl.ini; do
  [ -s "$moved/share/$file" ] || fail "no $file"
done

# Links from page to page.
cases=$((cases + 1))
for page in "$moved"/share/doc/turnstile/{,docs/,docs/model/,scenarios/}*.md; do
  while read -r link; do
    [ -e "${page%/*}/$link" ] || fail "${page##*/}: no $link"
  done < <(grep -oE '\]\([^)#: ]+' "$page" | sed 's/^](//')
done

# A recording by the installed tracer, which it builds.
for key in openmpi mpich; do
  has_satellites || break
  command -v "mpicc.$key" >/dev/null && command -v "mpirun.$key" >/dev/null && mpi_starts "mpirun.$key" || continue
  cases=$((cases + 1))
  printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); %s }\n' \
    'return MPI_Finalize();' >"$work/one.c"
  "mpicc.$key" "$work/one.c" -o "$work/one" && (
    cd "$work" && OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 XDG_CACHE_HOME=$work/cache \
      "$moved/bin/turnstile-trace" -o "$key trace" -- "mpirun.$key" -n 1 ./one 2>recorded) &&
    grep -qF "next: $moved/bin/turnstile trace show" "$work/recorded" &&
    "$moved/bin/turnstile" trace show "$work/$key trace" 2>&1 | grep -q '^barrier 1 call' ||
    fail "turnstile-trace, $key: $(cat "$work/recorded")"
done

# The Python example.
cases=$((cases + 1))
if command -v python3 >/dev/null; then
  if LD_LIBRARY_PATH='' PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(path_of PYTHONPATH) \
       python3 "$source/examples/frame.py" moved >"$work/frame"; then
    "$turnstile" run -p knl -c bcast -a direct-read,k-nomial,scatter-allgather,binomial -n 16 \
      -s 4K,64K,1M --format csv | tail -n +2 | cut -d, -f11,20,21 | tr ',' ' ' >"$work/own"
    python3 - "$work/frame" "$work/own" <<'PY' || fail 'frame.py: other rows than the program'
import sys
rows = [[(a, int(s), float(t)) for a, s, t in map(str.split, open(name))] for name in sys.argv[1:]]
sys.exit(rows[0] != rows[1])
PY
  else
    fail 'frame.py'
  fi
fi
finish
