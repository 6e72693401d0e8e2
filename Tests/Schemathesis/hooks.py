"""Who schemathesis' calls come from, and what it can't know of what they are answered.

Loaded by schemathesis; run.py tells by the environment where the server and its database are.
"""

import atexit
import collections
import json
import os
import re
import sqlite3
import threading

import requests
import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

URL = os.environ["FAMILY_URL"]
TOKEN = os.environ["FAMILY_TOKEN"]
DATABASE = os.environ["FAMILY_DATABASE"]
COUNTS = os.environ["FAMILY_COUNTS"]


def parent(method, path, body=None):
    answer = requests.request(
        method, URL + path, json=body, timeout=20, headers={"Authorization": f"Bearer {TOKEN}"}
    )
    answer.raise_for_status()
    return answer.json()


class Device:
    """The device that device calls come from: another one once it was revoked, or has had all its
    challenges of the day."""

    def __init__(self):
        self.child = parent("POST", "/v1/parent/children", {"name": "Mia"})["child_id"]
        self.paired = None

    def token(self):
        return self.current()["token"]

    def current(self):
        if self.paired is None:
            self.paired = self.pair()
        return self.paired

    def pair(self):
        forget_failures()
        body = {"code": self.pairing_code(), "device_name": "Laptop"}
        answer = requests.post(URL + "/v1/pair", json=body, timeout=20)
        answer.raise_for_status()
        return answer.json()

    def pairing_code(self):
        return parent("POST", f"/v1/parent/children/{self.child}/pairing-code")["code"]

    def configuration_code(self):
        path = f"/v1/parent/devices/{self.current()['device_id']}/configuration-code"
        return parent("POST", path)["code"]

    def was_refused(self, token):
        if self.paired is not None and token == self.paired["token"]:
            self.paired = None


def change_database(statement):
    with sqlite3.connect(DATABASE, timeout=20) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute(statement)
    database.close()


def forget_failures():
    """Wrong codes and tokens are most of what is tried; without this all but ten were answered by 429."""
    change_database("DELETE FROM attempt")


def make_room():
    """A family has a hundred children at most, and here every third call adds one."""
    change_database(
        f"""DELETE FROM child WHERE id <> '{device.child}' AND id NOT IN
        (SELECT id FROM child ORDER BY created_at DESC, id LIMIT 30)"""
    )


def name_of(case):
    return case.operation.definition.raw["operationId"]


def is_right(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


lock = threading.Lock()
device = Device()
calls = 0
counts = collections.defaultdict(collections.Counter)
zones = requests.get(URL + "/openapi.json", timeout=20).json()["components"]["schemas"]["Policy"]
zones = zones["properties"]["timezone"].get("enum", [])
SKIPPED_ZONES = {zone for index, zone in enumerate(zones) if index % 20}
Challenge = collections.namedtuple("Challenge", ["token", "questions"])
challenges = {}


@atexit.register
def write_counts():
    """Adds what was counted to what runs before this one have."""
    if os.path.exists(COUNTS):
        with open(COUNTS, encoding="utf-8") as file:
            for operation, answers in json.load(file).items():
                counts[operation].update({int(status): count for status, count in answers.items()})
    with open(COUNTS, "w", encoding="utf-8") as file:
        json.dump(counts, file)


@schemathesis.auth(refresh_interval=None).apply_to(tag="Parents")
class ParentAuthentication:
    def get(self, case, context):
        return TOKEN

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.auth(refresh_interval=None).apply_to(tag="Devices")
class DeviceAuthentication:
    def get(self, case, context):
        with lock:
            challenge = case.path_parameters.get("challenge_id")
            return challenges[challenge].token if challenge in challenges else device.token()

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def written_whole(value):
    """Whole numbers as the interface takes them: for JSON Schema 4.0 is one too, and no schema can say
    otherwise. That they are refused is tested elsewhere (DocumentTests, decision F3)."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [written_whole(element) for element in value]
    if isinstance(value, dict):
        return {name: written_whole(element) for name, element in value.items()}
    return value


def tell_what_is_known(case):
    """No schema says which token is the family's, which codes, devices and revisions there are, or which
    questions another answer has asked."""
    match name_of(case):
        case "sign_in":
            case.body = {"token": TOKEN}
        case "pair":
            case.body["code"] = device.pairing_code()
        case "unlock_configuration":
            case.body["code"] = device.configuration_code()
        case "revoke_device":
            case.path_parameters["device_id"] = device.pair()["device_id"]
        case "set_policy" | "set_overrides":
            case.body["expected_revision"] = parent("GET", "/v1/parent/family")["revision"]
            if "child_id" in case.path_parameters:
                case.path_parameters["child_id"] = device.child
        case "submit_challenge":
            challenge = challenges.get(case.path_parameters["challenge_id"])
            if challenge is not None:
                answers = [{"question_id": name, "value": 7} for name in challenge.questions]
                case.body = {"answers": answers}


@schemathesis.hook
def filter_case(context, case):
    """Each of six hundred time zones would be a case of its own; one in twenty says the same."""
    policy = case.body.get("policy") if isinstance(case.body, dict) else None
    zone = policy.get("timezone") if isinstance(policy, dict) else None
    return not isinstance(zone, str) or zone not in SKIPPED_ZONES


@schemathesis.hook
def before_call(context, case, **kwargs):
    global calls
    case.body = written_whole(case.body)
    if is_right(case) and calls % 2:
        tell_what_is_known(case)
    with lock:
        calls += 1
        if calls % 8 == 0:
            forget_failures()
        if calls % 60 == 0:
            make_room()


@schemathesis.hook
def after_call(context, case, response):
    operation = name_of(case)
    if response.request.method == case.operation.method.upper():
        counts[operation][response.status_code] += 1
    sent = response.request.headers.get("Authorization", "").removeprefix("Bearer ")
    if response.status_code == 401 or (operation, response.status_code) == ("start_challenge", 429):
        with lock:
            device.was_refused(sent)
    if operation == "start_challenge" and response.status_code in (200, 201):
        answer = response.json()
        questions = [question["question_id"] for question in answer["questions"]]
        challenges[answer["challenge_id"]] = Challenge(sent, questions)


# The only failures that are let by: a body that is right by its schema is refused (422) for what no schema
# can say. Each has to be proved from the body that was sent; the answer's word is not enough.


def is_more_than_a_day(case, response):
    """A limit and a cap are each right and together more than a day has: JSON Schema adds nothing up.

    A child's own values are added to the family's, which a case doesn't have; then the sum that the
    answer names has to be more than a day.
    """
    problems = response.json()["error"]["detail"]
    sums = [
        re.search(r"with the daily limit that is (\d+) minutes, and a day has 1440$", p["problem"])
        for p in problems
    ]
    if not all(sums) or any(int(found[1]) <= 1440 for found in sums):
        return False
    own = case.body.get("policy") or case.body.get("overrides")
    return "daily_limit_minutes" in own or "daily_bonus_cap_minutes" in own


def is_not_the_questions(case, response):
    """Not every question of the challenge is answered exactly once (decision F3): which questions there
    are is another answer's matter, which no schema of this body can refer to."""
    challenge = challenges.get(case.path_parameters["challenge_id"])
    answered = [answer["question_id"] for answer in case.body["answers"]]
    return challenge is not None and sorted(answered) != sorted(challenge.questions)


BEYOND_SCHEMAS = {
    "set_policy": is_more_than_a_day,
    "set_overrides": is_more_than_a_day,
    "submit_challenge": is_not_the_questions,
}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    reason = BEYOND_SCHEMAS.get(name_of(case))
    if not isinstance(failure, RejectedPositiveData) or response.status_code != 422 or not reason:
        return True
    return not reason(case, response)
