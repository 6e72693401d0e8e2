#!/usr/bin/env bash
# Shows the main job on a real program: a rule locks it, the shield says so, an unblock lets it go on.
# Everything happens in a folder of its own, to a copy of a program, and nothing is left behind.
set -euo pipefail
. "$(dirname "$0")/telling.sh"

programs=${1:?usage: demo.sh FOLDER-OF-THE-BUILT-PROGRAMS}
export PATH="$programs:$PATH"

folder=$(mktemp -d /tmp/openapplock-demo.XXXXXX)
export OPENAPPLOCK_STATE="$folder/state"
puzzle="$folder/puzzle"
service='' game='' monitor=''

finish() {
  status=$?
  trap - EXIT
  # Whoever is impatient now would leave half of it behind.
  trap '' HUP INT TERM
  # Unquoted: what was never started is no word.
  end_all $service $game $monitor
  if [ "$status" != 0 ]; then
    echo "demo: it did not work; the output of the service was:" >&2
    cat "$folder/up.log" >&2 || true
  fi
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' HUP INT TERM

processor_ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
stands_still() {
  local before after
  before=$(processor_ticks "$1"); sleep 0.3; after=$(processor_ticks "$1")
  [ "$before" = "$after" ]
}
goes_on() { ! stands_still "$1"; }
show_process() {
  local before after
  before=$(processor_ticks "$1"); sleep 0.5; after=$(processor_ticks "$1")
  printf '    pid %s  %s\n' "$1" "$(grep State "/proc/$1/status" | tr '\t' ' ')"
  printf '    cgroup %s\n' "$(sed -n 's/^0:://p' "/proc/$1/cgroup")"
  printf '    processor time in the last half second: %s ticks\n' "$((after - before))"
}

say "A real program, a copy of $(command -v sha256sum), stands in for a game. It runs:"
cp "$(command -v sha256sum)" "$puzzle"
# A copy is also known by its content, so this one gets a content that no other copy has.
echo "demo $$" >>"$puzzle"
"$puzzle" /dev/zero >/dev/null & game=$!
until_true goes_on "$game"
show_process "$game"

say "The service, the app and its extensions start:"
openapplock up >"$folder/up.log" 2>&1 & service=$!
until_true openapplock status
sed 's/^/    /' "$folder/up.log"
openapplock bus monitor >"$folder/messages" 2>/dev/null & monitor=$!
until_true test -s "$folder/messages"

say "A list and a rule for it. The window is open all day, so the rule blocks at once:"
run openapplock list add games --app "$puzzle"
run openapplock rule add schedule "Demo Focus" --from 00:00 --to 00:00 --days everyday --list games
run openapplock status

say "The program that ran is frozen where it stands:"
until_true stands_still "$game"
show_process "$game"

if [ "$(id -u)" = 0 ]; then
  say "A new start is refused:"
  if "$puzzle" --version >"$folder/refused" 2>&1; then
    echo "demo: the program started although a rule blocks it" >&2
    exit 1
  fi
  sed 's/^.*line [0-9]*: /    /' "$folder/refused"
else
  say "A new start: without root there is no exec guard, and the program is frozen a moment later:"
  "$puzzle" /dev/zero >/dev/null & second=$!
  until_true stands_still "$second"
  show_process "$second"
  kill -KILL "$second"
  wait "$second" 2>/dev/null || true
fi

say "What the shield says, asked of its extension:"
run openapplock shield show "$puzzle"

say "An unblock, and the program goes on where it was:"
run openapplock rule unblock "Demo Focus"
until_true goes_on "$game"
show_process "$game"
run openapplock status

say "The messages that went between the processes for it:"
grep -E ' (rule|activity|shield)\.| store\.change ' "$folder/messages" | sed 's/^/    /'

say "Done. The folder of the demo and everything in it go now."
