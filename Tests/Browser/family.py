"""A family-server of a test's own, and calls to its interface as machines and parents make them."""

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

PROGRAM = os.environ.get("FAMILY_SERVER", "")
PATIENCE = 30


def free_port():
    """A port that nobody listens at; the server's own origin needs it before it starts."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Answer:
    """What the server answered."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body) if self.body else None


class Family:
    """A server with a family, in a scratch folder."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="family-")
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = None
        # Also where a test is cut off.
        atexit.register(self.end)
        for attempt in range(3):
            self.port = free_port()
            self.origin = f"http://127.0.0.1:{self.port}"
            try:
                self.start()
                break
            except RuntimeError:
                # Somebody else may have taken the port in between.
                if attempt == 2:
                    raise
        self.token = subprocess.run(
            [PROGRAM, "token", "--state", self.state], capture_output=True, text=True,
            timeout=PATIENCE, check=True).stdout.strip()

    @property
    def state(self):
        return os.path.join(self.folder, "state")

    def start(self):
        known = os.path.getsize(self.log.name)
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--state", self.state, "--listen", f"127.0.0.1:{self.port}"],
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            with open(self.log.name, "rb") as said:
                said.seek(known)
                if b"ready at" in said.read():
                    return
            time.sleep(0.02)
        self.stop()
        with open(self.log.name, encoding="utf-8", errors="replace") as said:
            raise RuntimeError("family-server did not start: " + said.read())

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def end(self):
        atexit.unregister(self.end)
        self.stop()
        self.log.close()
        shutil.rmtree(self.folder)

    # Calls

    def send(self, method, path, body=None, headers=None):
        """One request, as it is, and its answer; a redirect is not followed."""
        headers = dict(headers or {})
        data = None
        if isinstance(body, (dict, list)):
            data = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        elif body is not None:
            data = body.encode()
        request = urllib.request.Request(
            self.origin + path, data=data, headers=headers, method=method)
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), NoRedirect())
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read())

    def parent(self, method, path, body=None):
        answer = self.send(
            method, path, body, {"Authorization": f"Bearer {self.token}"})
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body}")
        return answer.json

    @property
    def whole(self):
        return self.parent("GET", "/v1/parent/family")

    def child(self, name):
        return self.parent("POST", "/v1/parent/children", {"name": name})["child_id"]

    def policy(self, **changes):
        whole = self.whole
        return self.parent(
            "PUT", "/v1/parent/policy",
            {"expected_revision": whole["revision"], "policy": {**whole["policy"], **changes}})

    def own(self, child, **values):
        return self.parent(
            "PUT", f"/v1/parent/children/{child}/overrides",
            {"expected_revision": self.whole["revision"], "overrides": values})

    def pair(self, code, name):
        """Pairs a machine as the machine itself does; hands back its token and id."""
        answer = self.send("POST", "/v1/pair", {"code": code, "device_name": name})
        if answer.status != 201:
            raise RuntimeError(f"pair: {answer.status} {answer.body}")
        return answer.json["token"], answer.json["device_id"]

    def machine(self, child, name="Laptop"):
        code = self.parent("POST", f"/v1/parent/children/{child}/pairing-code")["code"]
        return self.pair(code, name)

    def device(self, token, method, path, body=None):
        answer = self.send(method, path, body, {"Authorization": f"Bearer {token}"})
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body}")
        return answer.json

    def report(self, token, **values):
        snapshot = self.device(token, "GET", "/v1/device/snapshot")
        status = {
            "policy_revision": snapshot["policy_revision"], "monitoring": "active",
            "shielded": False, "detail": "", "observed_minutes": 12,
            "observed_day": snapshot["day"], **values}
        self.device(token, "POST", "/v1/device/status", status)

    def earn(self, token):
        """Answers a challenge right, as a child would."""
        challenge = self.device(token, "POST", "/v1/device/challenges")
        answers = []
        for question in challenge["questions"]:
            left, sign, right = question["prompt"].split()[:3]
            left, right = int(left), int(right)
            value = {"+": left + right, "−": left - right, "×": left * right}[sign]
            answers.append({"question_id": question["question_id"], "value": value})
        result = self.device(
            token, "POST", f"/v1/device/challenges/{challenge['challenge_id']}/submit",
            {"answers": answers})
        return result["awarded_minutes"]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None
