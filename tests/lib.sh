# What the shell tests have in common; sourced with the program to test as $1.

# Who starts the tests may ignore signals, as nohup does; a shell that inherits that cannot undo it.
if [ -z "${TN_SIGNALS-}" ]; then
  export TN_SIGNALS=default
  exec env --default-signal=HUP,INT,TERM "$BASH" "$0" "$@"
fi
set -u
turnstile=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
cases=0

complain() {
  echo "FAILED: $1" >&2
  sed 's/^/    /' "$work/err" >&2
  failures=$((failures + 1))
}

# says STATUS PATTERN ARGUMENT...: that exit status and a line on stderr that matches; what the
# program prints goes to $out, $work/out if that is not set.
says() {
  local status=$1 pattern=$2 got
  shift 2
  timeout 60 "$turnstile" "$@" >"${out:-$work/out}" 2>"$work/err" </dev/null
  got=$?
  cases=$((cases + 1))
  [ "$got" = "$status" ] || complain "$*: status $got, not $status"
  grep -Eq -- "$pattern" "$work/err" || complain "$*: no /$pattern/"
}

# refuse STATUS PATTERN ARGUMENT...: the same, and that line is all.
refuse() {
  says "$@"
  [ "$(wc -l <"$work/err")" = 1 ] || complain "${*:3}: not one line"
}

# finish: the end of a test.
finish() {
  echo "$cases cases, $failures failures"
  [ "$failures" = 0 ]
}
