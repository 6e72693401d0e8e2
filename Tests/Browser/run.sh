#!/usr/bin/env bash
# Tests the parents' page in Chromium. The server to test is in FAMILY_SERVER; pictures are kept in the
# folder that is named. After the folder, tests can be named: test_page.Policy.
set -euo pipefail
pictures=${1:?usage: run.sh FOLDER}
mkdir -p "$pictures"
pictures=$(cd "$pictures" && pwd)
rm -f "$pictures"/*.png
cd "$(dirname "$0")"

# axe looks for what makes a page hard to use. It comes from PyPI; without a network its test says that
# it was left out.
if [ ! -d "$pictures/axe/axe_core_python" ]; then
  /usr/bin/python3 -m venv "$pictures/venv" \
    && "$pictures/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
      --target "$pictures/axe" 'axe-core-python==0.1.0' \
    || echo "SKIPPED: axe could not be had from PyPI" >&2
fi

export AXE="$pictures/axe/axe_core_python/axe.min.js" BROWSER_PICTURES=$pictures
if [ $# -gt 1 ]; then
  exec /usr/bin/python3 -B -m unittest "${@:2}"
fi

# Each file has a browser of its own, so they need not wait for each other.
running=()
trap '[ ${#running[@]} = 0 ] || kill "${running[@]}" 2>/dev/null || true' EXIT
tests=(test_*.py)
for file in "${tests[@]}"; do
  /usr/bin/python3 -B -m unittest "${file%.py}" >"$pictures/${file%.py}.log" 2>&1 &
  running+=($!)
done
failed=()
for index in "${!tests[@]}"; do
  wait "${running[$index]}" || failed+=("${tests[$index]}")
  cat "$pictures/${tests[$index]%.py}.log"
done
running=()
if [ ${#failed[@]} -gt 0 ]; then
  echo "make browser: FAILED: ${failed[*]}" >&2
  exit 1
fi
