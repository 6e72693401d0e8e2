#!/usr/bin/env python3
"""Holds a running family-server against its own description, /openapi.json, with schemathesis.

usage: run.py FAMILY_SERVER    within the environment that run.sh makes
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import requests
from openapi_spec_validator import OpenAPIV31SpecValidator

HERE = Path(__file__).resolve().parent
SEED = 20250106
STATEFUL_RUNS = 2


def main(program):
    folder = Path(tempfile.mkdtemp(prefix="family-schema-"))
    server = None
    try:
        state = folder / "state"
        server, url = start(program, state)
        token = subprocess.check_output([program, "token", "--state", state], text=True).strip()
        document = requests.get(url + "/openapi.json", timeout=20).json()
        faults = check_document(document)
        tool = Schemathesis(folder, url, token, state / "family.db")
        faults += tool.run("examples,coverage,fuzzing", SEED)
        # What a scenario does next hangs on what the server made up before, ids above all; schemathesis
        # ends the phase where it finds that a scenario went another way when it was played again. So the
        # phase is played more than once, with a seed of its own each.
        for seed in range(SEED + 1, SEED + 1 + STATEFUL_RUNS):
            faults += tool.run("stateful", seed)
        faults += missing(document, tool.counts())
        show(tool.counts())
        if server.poll() is not None:
            faults.append(f"the server ended with {server.returncode}")
        for fault in faults:
            print(f"schema: {fault}", file=sys.stderr)
        return 1 if faults else 0
    finally:
        if server is not None:
            server.terminate()
            server.wait(timeout=30)
        shutil.rmtree(folder)


def start(program, state):
    server = subprocess.Popen(
        [program, "serve", "--state", state, "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    line = server.stdout.readline()
    found = re.search(r"ready at (http://\S+)", line)
    if not found:
        server.kill()
        server.wait()
        raise SystemExit(f"schema: the server said {line!r} instead of where it is")
    return server, found[1]


def check_document(document):
    """What is wrong with the document as such."""
    faults = []
    for error in OpenAPIV31SpecValidator(document).iter_errors():
        place = "/".join(map(str, error.absolute_path))
        faults.append(f"the document is no OpenAPI 3.1: {place}: {error.message[:300]}")
    return faults


class Schemathesis:
    """The tool, as schemathesis.toml and hooks.py set it up for a server."""

    def __init__(self, folder, url, token, database):
        self.url = url
        self.folder = folder
        self.counted = folder / "counts.json"
        self.environment = os.environ | {
            "SCHEMATHESIS_HOOKS": str(HERE / "hooks.py"),
            "FAMILY_URL": url,
            "FAMILY_TOKEN": token,
            "FAMILY_DATABASE": str(database),
            "FAMILY_COUNTS": str(self.counted),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, phases, seed):
        """Runs some phases; hands back what there is to complain of."""
        program = str(Path(sys.executable).with_name("schemathesis"))
        configuration = ["--config-file", str(HERE / "schemathesis.toml")]
        options = ["--phases", phases, "--seed", str(seed), self.url + "/openapi.json"]
        status = subprocess.run(
            [program, *configuration, "run", *options],
            env=self.environment,
            # What it keeps for itself it keeps where it is started.
            cwd=self.folder,
            check=False,
        ).returncode
        return [f"schemathesis ended with {status} in {phases}, seed {seed}"] if status else []

    def counts(self):
        """How often each call was answered with which status, in all runs."""
        return json.loads(self.counted.read_text()) if self.counted.exists() else {}


def missing(document, counts):
    """The calls that no case got through: they were not tested."""
    return [
        f"no case of {method.upper()} {path} got through"
        for path, methods in sorted(document["paths"].items())
        for method, operation in sorted(methods.items())
        # The document itself is read, and checked, by whoever reads all the others in it.
        if path != "/openapi.json"
        and not any(status.startswith("2") for status in counts.get(operation["operationId"], {}))
    ]


def show(counts):
    for operation, answers in sorted(counts.items()):
        words = ", ".join(f"{count} times {status}" for status, count in sorted(answers.items()))
        print(f"{operation:28} {words}")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
