#!/usr/bin/env bash
# Builds the programs in release and the references with the C compiler, and measures the ones against
# the others. Arguments go to the harness: --quick, --only NAME, --json FILE.
set -euo pipefail
cd "$(dirname "$0")/../.."

programs=(benchmarks benchmark-extension execguard family-server screentimed openapplock
  OpenAppLockMonitor OpenAppLockShieldAction OpenAppLockShieldConfig)
for program in "${programs[@]}"; do
  swift build --configuration release --product "$program"
done
folder="$(swift build --configuration release --show-bin-path)"
references="$folder/benchmark-references"
mkdir -p "$references"

# Builds a reference from the file of its name; what follows goes to the compiler.
reference() {
  local name="$1"
  shift
  compile "$name" "Tests/Benchmarks/Reference/$name.c" "$@"
}

# Says what the compiler says only when it fails.
compile() {
  local output="$references/$1"
  shift
  cc -std=c17 -O2 -Wall -Wextra -Werror -o "$output" Tests/Benchmarks/Reference/driver.c "$@" \
    2>"$output.log" || { cat "$output.log" >&2; exit 1; }
}

read -ra dbus_flags <<<"$(pkg-config --cflags --libs dbus-1)"
reference dbus "${dbus_flags[@]}"
reference family -lmicrohttpd -lsqlite3 -lsodium
reference family_load
reference replace
reference responder
reference starter
reference ticker
reference watcher
reference zeromq -lzmq
# The same program linked whole, as ours are, with the same stand-ins for what Debian's libzmq
# would pull in.
compile zeromq-whole Tests/Benchmarks/Reference/zeromq.c \
  -I Sources/CZeroMQStatic/include Sources/CZeroMQStatic/CZeroMQStatic.c \
  -static -lzmq -lsodium -lbsd -lmd -lstdc++ -lm -lpthread

# The document's own stack in an environment of its own, made anew where what it has to hold changed.
# Without it the comparison with it is left out.
python="$references/python"
requirements=Tests/Benchmarks/Reference/family_requirements.txt
if ! cmp --silent "$requirements" "$python/made-from"; then
  rm -rf "$python" "$references/family_fastapi"
  if python3 -m venv "$python" \
    && "$python/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"; then
    cp "$requirements" "$python/made-from"
  else
    echo "run.sh: FastAPI could not be installed; the family's benchmark is skipped" >&2
  fi
fi
if [ -e "$python/made-from" ]; then
  cat >"$references/family_fastapi" <<EOF
#!/bin/sh
exec "$python/bin/python" "$PWD/Tests/Benchmarks/Reference/family_fastapi.py" "\$@"
EOF
  chmod +x "$references/family_fastapi"
fi

exec "$folder/benchmarks" --references "$references" "$@"
