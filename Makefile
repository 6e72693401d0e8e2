# Everything that a newcomer types. `make demo` and `make test` set up what they need by themselves.

SHELL := /bin/bash
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

# What Debian has to give: headers and libraries to build with, zone data to know days by, a message
# bus to measure against, strace, with which tests kill a process at a system call, what an example in
# Python speaks the bus with, and a browser with what drives it and reads its pictures.
PACKAGES := build-essential chromium chromium-driver curl dbus libbsd-dev libcurl4-openssl-dev \
  libdbus-1-dev libidn2-dev libmicrohttpd-dev libpq-dev libpsl-dev libqrencode-dev libsodium-dev \
  libsqlite3-dev libunistring-dev libzmq3-dev openssl pkg-config postgresql python3-jsonschema \
  python3-pil python3-selenium python3-venv python3-yaml python3-zbar python3-zmq strace tzdata

CONFIGURATION ?= debug
BUILD := swift build --configuration $(CONFIGURATION)

.PHONY: all deps build demo demo-family test examples browser schema lint bench docs clean help

all: build

help:
	@echo "make demo         sets up, builds, and shows a rule locking a real program"
	@echo "make demo-family  the same for a parent's server and a child's machine"
	@echo "make test         sets up, builds, and runs every test"
	@echo "make examples     builds and tests the extensions in Extensions/Examples"
	@echo "make browser      tests the parents' page in a real browser, and keeps pictures of it"
	@echo "make schema       holds a running family-server against its own /openapi.json"
	@echo "make build        builds everything         (CONFIGURATION=release for what one installs)"
	@echo "make lint         checks the style"
	@echo "make docs         writes the generated parts of docs/ anew"
	@echo "make bench        measures against references written in C"
	@echo "make clean        removes what was built"

# Installs only what is missing; asks the registry only then.
deps:
	@command -v swift >/dev/null || { echo "make: Swift 6.3 is needed: see https://www.swift.org/install" >&2; exit 1; }
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query --show --showformat='$${db:Status-Status}' $$package 2>/dev/null | grep -qx installed \
	    || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing$$missing"; \
	  if [ "$$(id -u)" != 0 ] && [ -z "$(SUDO)" ]; then \
	    echo "make: these Debian packages are missing and neither root nor sudo is here:$$missing" >&2; exit 1; \
	  fi; \
	  $(SUDO) apt-get update --quiet --quiet && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --quiet --yes \
	    --no-install-recommends $$missing >/dev/null; \
	fi

build: deps
	$(BUILD)

demo: build
	Tests/Demo/demo.sh "$$($(BUILD) --show-bin-path)"

demo-family: build
	Tests/Demo/demo-family.sh "$$($(BUILD) --show-bin-path)"

test: deps
	Tests/run.sh
	@$(MAKE) --no-print-directory examples
	@$(MAKE) --no-print-directory browser
	@$(MAKE) --no-print-directory schema

# Other people's extensions: a package that depends on this one, and a program that knows only the
# protocol document. Each has its own tests.
examples: deps
	$(BUILD) --product screentimed
	swift test --package-path Extensions/Examples/StudyHour --scratch-path .build/examples
	SCREENTIMED="$$($(BUILD) --show-bin-path)/screentimed" /usr/bin/python3 -B -m unittest discover \
	  --start-directory Extensions/Examples/quiet-evening

# The parents' page in Chromium, with and without its script. Pictures of it lie in .build/browser.
browser: deps
	$(BUILD) --product family-server
	FAMILY_SERVER="$$($(BUILD) --show-bin-path)/family-server" Tests/Browser/run.sh .build/browser

# What the family server says of its interface, tried on it by schemathesis, which pip installs once.
schema: deps
	$(BUILD) --product family-server
	Tests/Schemathesis/run.sh "$$($(BUILD) --show-bin-path)/family-server"

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Shared Extensions Tests

bench: deps
	Tests/Benchmarks/run.sh

docs: deps
	OPENAPPLOCK_RECORD=1 swift test --filter ProtocolTests

clean:
	swift package clean
	rm -rf .build/examples .build/browser
