#!/usr/bin/env bash
# Tells a family's day on real programs: a parent sets a policy over HTTP, a child's machine pairs, a
# program is used up to its minutes under a virtual clock and is frozen, a challenge is answered, it goes on,
# and is frozen again. Everything happens in a folder of its own, and nothing is left behind.
set -euo pipefail
. "$(dirname "$0")/telling.sh"

programs=${1:?usage: demo-family.sh FOLDER-OF-THE-BUILT-PROGRAMS}
export PATH="$programs:$PATH"

if [ "$(id -u)" != 0 ]; then
  echo "demo-family: restricting a machine for a child takes its administrator: sudo make demo-family" >&2
  exit 1
fi

folder=$(mktemp -d /tmp/openapplock-family.XXXXXX)
export OPENAPPLOCK_STATE="$folder/machine"
game="$folder/game"
server='' service='' player=''

finish() {
  status=$?
  trap - EXIT
  # Whoever is impatient now would leave half of it behind.
  trap '' HUP INT TERM
  # Unquoted: what was never started is no word.
  end_all $service $player $server ${CHALLENGE_PID:-}
  if [ "$status" != 0 ]; then
    echo "demo-family: it did not work; the output of the programs was:" >&2
    cat "$folder"/*.log >&2 || true
  fi
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' HUP INT TERM

# Whether the kernel holds a process: frozen in a group of its own, or stopped.
stands_still() {
  local mount group
  mount=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
  group=$(sed -n 's/^0:://p' "/proc/$1/cgroup")
  grep -q 'frozen 1' "$mount$group/cgroup.events" 2>/dev/null || grep -q '^State:.T' "/proc/$1/status"
}
goes_on() { ! stands_still "$1"; }
show_game() {
  if stands_still "$player"; then echo "    the game (pid $player) stands still"
  else echo "    the game (pid $player) runs"; fi
}

# A value of a JSON answer, by its name.
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
# What a parent's page does: a call with the family's token.
parent() {
  local method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -X "$method" "$origin$path" -H "Authorization: Bearer $token" \
    ${1:+-H "Content-Type: application/json" --data "$1"}
}
advance() { run openapplock --state "$OPENAPPLOCK_STATE" clock advance "$1"; }

say "A parent's server starts. Its token lies in a file that only its owner reads:"
family-server serve --state "$folder/server" --listen 127.0.0.1:0 >"$folder/server.log" 2>&1 & server=$!
until_true grep -q 'ready at' "$folder/server.log"
origin=$(sed -n 's/.*ready at //p' "$folder/server.log")
token=$(family-server token --state "$folder/server")
ls -l "$folder/server/token" | sed 's/^/    /'

say "The parent allows 30 minutes a day; ten right answers would earn more, here three are enough:"
family=$(parent GET /v1/parent/family)
zone=$(value timezone <<<"$family")
policy='{"timezone": "'$zone'", "daily_limit_minutes": 30, "allowed_start": "00:00",
  "allowed_end": "00:00", "reward_minutes": 15, "daily_bonus_cap_minutes": 15,
  "challenge_questions": 3, "challenge_max_operand": 12, "challenge_operations": ["add", "multiply"]}'
revision=$(value revision <<<"$family")
parent PUT /v1/parent/policy "{\"expected_revision\": $revision, \"policy\": $policy}" >"$folder/policy.json"
sed 's/^ */    /; s/^    {/    PUT \/v1\/parent\/policy  {/' <<<"$policy"
child=$(parent POST /v1/parent/children '{"name": "Mia"}' | value child_id)
code=$(parent POST "/v1/parent/children/$child/pairing-code" | value code)
echo "    a pairing code for Mia: $code"

say "Mia's machine: the Screen Time service, with a clock that this story moves, and the family's extensions:"
mkdir -p "$folder/extensions" "$OPENAPPLOCK_STATE"
chmod 700 "$OPENAPPLOCK_STATE"
for extension in FamilyMonitor FamilyShieldConfig; do
  "$extension" --describe >"$folder/extensions/$extension.json"
done
screentimed --state "$OPENAPPLOCK_STATE" --extensions "$folder/extensions" --supervise own \
  --clock virtual --zone "$zone" --start "$(TZ=$zone date +%F)T12:00" \
  >"$folder/service.log" 2>&1 & service=$!
until_true grep -q 'ready at' "$folder/service.log"
run family-device pair --server "$origin" --code "$code" --name "Mia's laptop"

say "The parent lets the game be selected on this machine, with a code of its own:"
cp "$(command -v sha256sum)" "$game"
# A copy is also known by its content, so this one gets a content that no other copy has.
echo "demo-family $$" >>"$game"
device=$(parent GET /v1/parent/family | value device_id)
code=$(parent POST "/v1/parent/devices/$device/configuration-code" | value code)
run family-device select --code "$code" --app "$game"

say "Mia plays:"
"$game" /dev/zero >/dev/null & player=$!
until_true goes_on "$player"
show_game
advance 29m
run family-device status
show_game

say "One minute more, and the time is up. Nobody asked the server for that:"
advance 1m
until_true stands_still "$player"
show_game
run family-device status
echo "    its shield says:"
openapplock --state "$OPENAPPLOCK_STATE" bus call --service screentimed shield.show \
  "{\"subject\": {\"application\": \"$game\"}}" \
  | sed -n 's/^ *"title": "\(.*\)"$/      \1/p; s/^ *"subtitle": "\(.*\)",$/      \1/p' | sort -r

say "Mia answers the challenge, and what it earned is there at once:"
# The answers, as somebody who can calculate types them; what is typed comes back behind its question.
coproc CHALLENGE { family-device challenge 2>&1; }
exec {from}<&"${CHALLENGE[0]}" {to}>&"${CHALLENGE[1]}"
line=''
# Reads on to the next question, or to the end; whole lines are shown.
next_question() {
  local char
  while IFS= read -r -n1 -t 20 -u "$from" char; do
    if [ -z "$char" ]; then echo "    $line"; line=''; else line+=$char; fi
    [[ $line == *' = ' ]] && return 0
  done
  return 1
}
while next_question; do
  sum=${line#*  }
  sum=${sum% = }
  echo "$((${sum/×/*}))" >&"$to"
done
exec {to}>&- {from}<&-
until_true goes_on "$player"
show_game

say "Fifteen minutes later that is used too, and there is nothing more to earn today:"
advance 15m
until_true stands_still "$player"
show_game
run family-device status

say "What the parent's page is told:"
run family-device sync
parent GET /v1/parent/family | tr ',' '\n' | grep -E '"(earned_minutes|shielded|observed_minutes|monitoring)"' \
  | sed 's/.*"\([a-z_]*\)":\(.*\)/    \1: \2/; s/[]}"{]//g'

say "Tomorrow is a new day, with the server or without it:"
kill "$server"
advance 12h
until_true goes_on "$player"
show_game
