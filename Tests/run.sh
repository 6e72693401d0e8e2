#!/usr/bin/env bash
# Runs every test. What failed is said once more at the end, where one looks first.
#
# Most tests drive real processes on a machine that does other things too. A test that failed is
# played once more by itself: one that fails again has failed; one that passes then is named as
# unsteady, which is a fault of its own, and more than a few of them fail the run.
set -uo pipefail
cd "$(dirname "$0")/.."

most_unsteady=3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What the test library says of each failure, and the lines that belong to it.
failures() {
  grep -E -A 3 '✘|recorded an issue|Fatal error|error: ' "$1" | grep -vE '^--$|◇|✔' | tail -n 60
}

# The tests that failed, as a filter finds them: Target.Suite/function
names_of_failed() {
  sed -n '
    /<testcase /{ h
      s/.*classname="\([^"]*\)" name="\([^"(]*\).*/\1\/\2/; x }
    /<failure/{ x; p; x }' "$1" | sort -u
}

run() {
  local log=$1 results=$2
  shift 2
  swift test --parallel --xunit-output "$results.xml" "$@" 2>&1 | tee "$log"
}

if run "$folder/log" "$folder/all"; then exit 0; fi

failed=$(names_of_failed "$folder/all-swift-testing.xml" 2>/dev/null || true)
if [ -z "$failed" ]; then
  echo "make test: failed before every test had ended:"
  failures "$folder/log"
  exit 1
fi

unsteady=()
broken=()
while read -r name; do
  if run "$folder/again" "$folder/one" --skip-build --filter "^$name(\\(|\$)" \
    && grep -q '<testcase' "$folder/one-swift-testing.xml"; then
    unsteady+=("$name")
  else
    broken+=("$name")
  fi
done <<<"$failed"

echo
echo "make test: what failed in the whole run:"
failures "$folder/log"
for name in "${unsteady[@]+"${unsteady[@]}"}"; do
  echo "make test: UNSTEADY: $name failed in the whole run and passed by itself"
done
for name in "${broken[@]+"${broken[@]}"}"; do
  echo "make test: FAILED: $name failed twice"
done
[ ${#broken[@]} = 0 ] && [ ${#unsteady[@]} -le $most_unsteady ]
