"""The extension against the real service, under a virtual clock.

    SCREENTIMED=…/screentimed /usr/bin/python3 -m unittest
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

from screentime_bus import BusError, Connection

HERE = pathlib.Path(__file__).parent
EXTENSION = HERE / "quiet_evening.py"
SERVICE = os.environ.get("SCREENTIMED", "screentimed")
GROUP = "group.dev.example.quiet-evening"
PATIENCE = 30


class Platform:
    """A service in a folder of its own."""

    def __init__(self, installs=True):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quiet-evening."))
        self.state = self.folder / "state"
        self.socket = self.state / "run" / "screentimed.sock"
        manifests = self.folder / "manifests"
        manifests.mkdir()
        (self.state / "groups" / GROUP).mkdir(parents=True, mode=0o700)
        for folder in (self.state, self.state / "groups"):
            folder.chmod(0o700)
        if installs:
            (manifests / "quiet-evening.json").write_text(run("--describe"))
        catalog = self.folder / "catalog.json"
        catalog.write_text('{"org.example.Chat": ["social"], "org.example.Mail": ["work"]}')
        command = [SERVICE, "--state", self.state, "--extensions", manifests, "--catalog", catalog]
        clock = ["--clock", "virtual", "--start", "2025-01-06T18:00", "--zone", "Europe/Berlin"]
        self.processes = [
            subprocess.Popen(
                command + clock + ["--enforce", "none"], stdout=subprocess.PIPE, text=True
            )
        ]
        # It says so in a line when it can be reached.
        if "ready at" not in self.processes[0].stdout.readline():
            raise AssertionError("the service did not start")
        self.app = Connection(str(self.socket), "app", {"appGroup": GROUP}, PATIENCE)

    def start_by_hand(self):
        group = self.state / "groups" / GROUP
        arguments = ["--app-group", group, "--service", self.socket]
        self.processes.append(subprocess.Popen([EXTENSION, *arguments]))
        self.eventually(lambda: self.extension()["startedByHand"])

    def monitor_evening(self):
        day = {"daily": {"from": "20:00", "to": "22:00", "repeats": True}}
        self.app.ask(
            "activity.start",
            {"activity": "evening", "events": {}, "schedule": {"interval": day}},
        )

    def advance(self, to):
        self.app.ask("clock.advance", {"to": to})

    def shielded(self):
        return self.app.ask("platform.status")["shieldedApplications"]

    def extension(self):
        extensions = self.app.ask("platform.status")["extensions"]
        return extensions[0] if extensions else {"startedByHand": False}

    def eventually(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError("it did not come about")
            time.sleep(0.01)

    def end(self):
        self.app.close()
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(PATIENCE)
            if process.stdout:
                process.stdout.close()
        shutil.rmtree(self.folder)


def run(*arguments, input=""):
    command = [EXTENSION, *arguments]
    return subprocess.run(
        command, input=input, capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout


class QuietEveningTest(unittest.TestCase):
    def platform(self, **options):
        platform = Platform(**options)
        self.addCleanup(platform.end)
        return platform

    def test_the_service_starts_it_for_the_evening(self):
        platform = self.platform()
        platform.monitor_evening()
        platform.advance("2025-01-06T18:59:59Z")
        self.assertEqual(platform.shielded(), [])
        platform.advance("2025-01-06T19:00:00Z")
        self.assertEqual(platform.shielded(), ["org.example.Chat"])
        platform.advance("2025-01-06T21:00:00Z")
        self.assertEqual(platform.shielded(), [])
        self.assertEqual(platform.extension()["deaths"], 0)

    def test_started_by_hand_it_is_used_until_it_ends(self):
        platform = self.platform(installs=False)
        platform.start_by_hand()
        platform.monitor_evening()
        platform.advance("2025-01-06T19:00:00Z")
        self.assertEqual(platform.shielded(), ["org.example.Chat"])
        platform.processes[-1].terminate()
        self.assertEqual(platform.processes[-1].wait(PATIENCE), 0)
        platform.eventually(lambda: not platform.extension()["startedByHand"])

    def test_a_callback_that_comes_twice_changes_nothing(self):
        platform = self.platform()
        platform.monitor_evening()
        platform.app.ask("callbacks.weather", {"mode": "duplicate"})
        platform.advance("2025-01-06T19:00:00Z")
        self.assertEqual(platform.shielded(), ["org.example.Chat"])

    def test_it_leaves_when_the_service_does(self):
        platform = self.platform(installs=False)
        platform.start_by_hand()
        platform.processes[0].kill()
        self.assertEqual(platform.processes[-1].wait(PATIENCE), 0)

    def test_one_call_without_a_service(self):
        call = {"callback": "intervalDidEnd", "activity": "evening"}
        told = json.loads(run("--app-group", "/tmp", "--once", input=json.dumps(call)))
        self.assertEqual(told["answer"], {})
        self.assertEqual(told["effects"][0]["body"]["changes"], {"shieldedCategories": None})

    def test_an_error_of_the_service_is_an_exception(self):
        platform = self.platform()
        with self.assertRaises(BusError) as caught:
            platform.app.ask("no.such.message")
        self.assertEqual(caught.exception.code, "unknownMessage")
        # What was refused is no harm to the conversation.
        self.assertEqual(platform.app.ask("ping"), {})


if __name__ == "__main__":
    unittest.main()
