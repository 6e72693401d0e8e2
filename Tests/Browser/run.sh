#!/usr/bin/env bash
# Tests the parents' page in Chromium. The server to test is in FAMILY_SERVER; pictures are kept in the
# folder that is named.
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

AXE="$pictures/axe/axe_core_python/axe.min.js" BROWSER_PICTURES=$pictures \
  exec /usr/bin/python3 -B -m unittest discover --pattern 'test_*.py' "${@:2}"
