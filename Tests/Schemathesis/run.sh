#!/usr/bin/env bash
# Holds family-server against its own description, /openapi.json, with schemathesis (run.py), in an
# environment that is made once and made anew when requirements.txt changes.
#
# usage: run.sh FAMILY_SERVER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
environment=$here/../../.build/schemathesis
made_from=$environment/requirements.txt

if ! cmp --silent "$here/requirements.txt" "$made_from"; then
  rm -rf "$environment"
  /usr/bin/python3 -m venv "$environment"
  if ! "$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps \
    --requirement "$here/requirements.txt"; then
    rm -rf "$environment"
    echo "schema: SKIPPED: schemathesis could not be installed, so nobody has held the server" \
      "against its description" >&2
    [ "${CI:-}" != true ]
    exit
  fi
  cp "$here/requirements.txt" "$made_from"
fi
exec "$environment/bin/python" -B "$here/run.py" "$1"
