# What every demo tells its story with; to be sourced.

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi
say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
run() { printf '  $%s\n' "$(printf ' %q' "$@")"; "$@" 2>&1 | sed 's/^/    /'; }

# Waits, for twenty seconds at the most, until a command succeeds.
until_true() {
  for _ in $(seq 400); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.05
  done
  echo "$(basename "$0" .sh): waited twenty seconds in vain for: $*" >&2
  return 1
}

# Ends processes; those that don't listen within five seconds are killed. The service thaws what it froze
# before it leaves, so it is named before what it may hold.
end_all() {
  for pid in "$@"; do kill "$pid" 2>/dev/null || true; done
  for pid in "$@"; do
    timeout 5 tail --pid="$pid" -f /dev/null 2>/dev/null || kill -KILL "$pid" 2>/dev/null || true
  done
}
