#!/bin/bash
# bash completes commands, options and names of the registries; the other shells' files are complete
# and, where the shell is there, parsed. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
"$turnstile" help --completion bash >"$work/bash" 2>"$work/err" || complain "no file for bash"
refuse 2 'no shell "csh" .nearest: zsh' help --completion csh
refuse 2 '.-completion: needs bash' help --completion
refuse 2 'help: unexpected word "extra"' help --completion bash extra
refuse 2 'help: unexpected word "extra"' help --man run extra
refuse 2 'help: unexpected word "tune"' help run tune
refuse 2 '.-foo: no such option' help --foo
"$turnstile" help platform fit >"$work/out" 2>"$work/err"
grep -q '^usage: turnstile platform fit' "$work/out" || complain 'help of two words'

# Help is brief: every option is named once, and its text is in its group.
"$turnstile" run --help >"$work/out" 2>"$work/err"
grep -q '^ *--size\|-m, --size SIZES' "$work/out" || complain 'brief help: no --size'
grep -q -- '--arrival SPEC' "$work/out" && complain 'brief help: all of --arrival'
"$turnstile" run -p nowhere --help=model >"$work/out" 2>"$work/err" || complain 'help beside a mistake'
grep -q -- '--arrival SPEC' "$work/out" || complain '--help=model: no --arrival'
"$turnstile" run --help=all >"$work/all" 2>"$work/err"
for option in $("$turnstile" run --help | grep -o -- ' --[a-z][a-z-]*' | sort -u); do
  cases=$((cases + 1))
  grep -q -- "$option" "$work/all" || complain "--help=all: no $option"
done
refuse 2 'no group of options "nod" .nearest: node' run --help=nod

# completes LINE WORD...: what bash offers behind LINE has these words; with -WORD: not.
completes() {
  local line=$1 word
  cases=$((cases + 1))
  shift
  bash --norc -c '
    . "$1"
    COMP_LINE=$2 COMP_POINT=${#2}
    COMP_WORDBREAKS=$'"' \\t\\n\"\\'><=;|&(:'"'
    _turnstile 2>/dev/null
    printf "%s\n" "${COMPREPLY[@]}"' x "$work/bash" "$line" >"$work/found" 2>"$work/err"
  for word; do
    if [ "${word#!}" != "$word" ]; then
      grep -qxF -- "${word#!}" "$work/found" && complain "$line: offers ${word#!}"
    else
      grep -qxF -- "$word" "$work/found" || { cp "$work/found" "$work/err"; complain "$line: no $word"; }
    fi
  done
}

completes 'turnstile ' run sweep tune export platform --version
completes 'turnstile ex' export '!run'
completes 'turnstile run --coll' --collective '!--platform'
completes 'turnstile run -' -p --size -np --help --for '!--loss'
completes 'turnstile platform fit x.xml --p' --p2p '!--picture'
completes 'turnstile export -' --for --base '!--verify'
completes 'turnstile run -p kn' knl '!broadwell'
completes 'turnstile run --platform=ep' epyc-7763
completes 'turnstile run -p knl,bro' knl,broadwell
completes 'turnstile run -c all' allgather allreduce alltoall '!bcast'
completes 'turnstile run -c bcast -a direct' direct-read direct-write
completes 'turnstile run -c scatter -a direct' '!direct-read'
completes 'turnstile run -c scatter -a linear,thr' linear,throttled-read
completes 'turnstile run -c bcast -a library:om' ompi '!library:ompi'
completes 'turnstile run -c scatter -P thr' throttle=
completes 'turnstile run --mechanism x' xpmem
completes 'turnstile export --for mpich-4' mpich-4.0 mpich-4.3 '!ompi-4.1'
completes 'turnstile list a' algorithms
completes 'turnstile platform ' show import fit
completes 'turnstile help --completion f' fish
completes 'turnstile diff ompi-' ompi-4.1 ompi-main
completes 'turnstile diff ompi-4.1 mp' mpich-4.0

# Each command and option is in each file.
for shell in bash zsh fish; do
  "$turnstile" help --completion $shell >"$work/$shell" 2>"$work/err" || complain "no file for $shell"
  for word in $("$turnstile" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p') objective knl \
    throttled-read graviton3; do
    cases=$((cases + 1))
    grep -q -- "\b$word\b" "$work/$shell" || complain "$shell: no $word"
  done
done
bash -n "$work/bash" 2>"$work/err" || complain "bash does not parse its file"
if command -v zsh >/dev/null; then
  zsh -n "$work/zsh" 2>"$work/err" || complain "zsh does not parse its file"
fi
if command -v fish >/dev/null; then
  fish --no-execute "$work/fish" 2>"$work/err" || complain "fish does not parse its file"
fi
finish
