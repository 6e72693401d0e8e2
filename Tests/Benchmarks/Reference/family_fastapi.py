"""A family's server on the document's own stack: FastAPI, uvicorn and SQLite.

    family_fastapi.py DATABASE TOKEN

It listens at any free port of 127.0.0.1, says "family_fastapi: ready at http://127.0.0.1:PORT", and ends
with its input. One process with uvicorn's fast loop and parser. Endpoints are plain functions, which
FastAPI runs in its threads, since SQLite blocks; each thread keeps its connection.
"""

import hashlib
import hmac
import json
import secrets
import socket
import sqlite3
import sys
import threading
import time
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StrictInt, field_validator, model_validator

DATABASE, PARENT_TOKEN = sys.argv[1], sys.argv[2]
CODE_LIFE = CHALLENGE_LIFE = SETUP_LIFE = 600
SESSION_LIFE = 12 * 3600
MOST_CHALLENGES = 100
MOST_FAILURES, FAILURE_SPAN = 10, 600

LAYOUT = """
CREATE TABLE IF NOT EXISTS family (
  id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, policy TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS session (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS child (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, overrides TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS device (
  id TEXT PRIMARY KEY, child_id TEXT NOT NULL REFERENCES child (id), name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE, paired_at INTEGER NOT NULL, revoked_at INTEGER,
  status TEXT, reported_at INTEGER);
CREATE INDEX IF NOT EXISTS device_of_child ON device (child_id, paired_at);
CREATE TABLE IF NOT EXISTS code (
  hash TEXT PRIMARY KEY, child_id TEXT REFERENCES child (id),
  device_id TEXT REFERENCES device (id), expires_at INTEGER NOT NULL, used_at INTEGER);
CREATE TABLE IF NOT EXISTS challenge (
  id TEXT PRIMARY KEY, device_id TEXT NOT NULL REFERENCES device (id),
  child_id TEXT NOT NULL REFERENCES child (id), day TEXT NOT NULL, revision INTEGER NOT NULL,
  reward_minutes INTEGER NOT NULL, expires_at INTEGER NOT NULL, questions TEXT NOT NULL,
  result TEXT);
CREATE INDEX IF NOT EXISTS challenge_of_device ON challenge (device_id, day);
CREATE TABLE IF NOT EXISTS reward (
  id TEXT PRIMARY KEY, child_id TEXT NOT NULL REFERENCES child (id),
  challenge_id TEXT NOT NULL UNIQUE REFERENCES challenge (id), day TEXT NOT NULL,
  minutes INTEGER NOT NULL CHECK (minutes > 0), created_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS reward_of_child ON reward (child_id, day);
CREATE TABLE IF NOT EXISTS attempt (
  subject TEXT PRIMARY KEY, since INTEGER NOT NULL, failures INTEGER NOT NULL);
"""

Name = Annotated[str, Field(min_length=1, max_length=80)]
WallTime = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Operation = Literal["add", "subtract", "multiply"]


class Body(BaseModel):
    """A body that has no field which nobody knows."""

    model_config = ConfigDict(extra="forbid")


class Policy(Body):
    timezone: str
    daily_limit_minutes: StrictInt = Field(ge=0, le=1440)
    allowed_start: WallTime
    allowed_end: WallTime
    reward_minutes: StrictInt = Field(ge=1, le=240)
    daily_bonus_cap_minutes: StrictInt = Field(ge=0, le=1440)
    challenge_questions: StrictInt = Field(ge=1, le=50)
    challenge_max_operand: StrictInt = Field(ge=2, le=1000)
    challenge_operations: list[Operation] = Field(min_length=1)

    @field_validator("timezone")
    @classmethod
    def zone_is_known(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except Exception:
            raise ValueError("no such time zone") from None
        return value

    @model_validator(mode="after")
    def day_is_long_enough(self) -> "Policy":
        if self.daily_limit_minutes + self.daily_bonus_cap_minutes > 1440:
            raise ValueError("the limit and the cap are more than a day")
        return self


class Overrides(Body):
    daily_limit_minutes: StrictInt | None = Field(default=None, ge=0, le=1440)
    allowed_start: WallTime | None = None
    allowed_end: WallTime | None = None
    reward_minutes: StrictInt | None = Field(default=None, ge=1, le=240)
    daily_bonus_cap_minutes: StrictInt | None = Field(default=None, ge=0, le=1440)
    challenge_questions: StrictInt | None = Field(default=None, ge=1, le=50)
    challenge_max_operand: StrictInt | None = Field(default=None, ge=2, le=1000)
    challenge_operations: list[Operation] | None = Field(default=None, min_length=1)


class PolicyChange(Body):
    expected_revision: StrictInt
    policy: Policy


class PolicyState(BaseModel):
    revision: int
    policy: Policy


class OverridesChange(Body):
    expected_revision: StrictInt
    overrides: Overrides


class OverridesState(BaseModel):
    revision: int
    overrides: dict
    effective_policy: Policy


class NewChild(Body):
    name: Name


class ChildState(BaseModel):
    child_id: str
    name: str


class Code(BaseModel):
    code: str
    expires_at: int


class SignIn(Body):
    token: str


class Pairing(Body):
    code: str
    device_name: Name


class Paired(BaseModel):
    device_id: str
    child_id: str
    token: str


class Unlock(Body):
    code: str


class Unlocked(BaseModel):
    expires_at: int


class Snapshot(BaseModel):
    schema_version: int
    device_id: str
    child_id: str
    child_name: str
    policy_revision: int
    policy: Policy
    day: str
    earned_minutes: int
    server_time: int


class Status(Body):
    policy_revision: StrictInt = Field(ge=0)
    monitoring: Literal["active", "failed", "not_configured"]
    shielded: bool
    detail: str = Field(max_length=200)
    observed_minutes: StrictInt = Field(ge=0, le=1440)
    observed_day: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]


class Prompt(BaseModel):
    question_id: str
    prompt: str


class Challenge(BaseModel):
    challenge_id: str
    questions: list[Prompt]
    expires_at: int
    reward_minutes: int
    day: str


class Answer(Body):
    question_id: str
    value: StrictInt


class Submission(Body):
    answers: list[Answer] = Field(max_length=200)


class Result(BaseModel):
    challenge_id: str
    passed: bool
    correct_count: int
    required_count: int
    awarded_minutes: int
    reward_id: str | None
    day: str


# The database


threads = threading.local()


def database() -> sqlite3.Connection:
    """The thread's own connection."""
    connection = getattr(threads, "connection", None)
    if connection is None:
        connection = sqlite3.connect(
            DATABASE, isolation_level=None, timeout=5, cached_statements=256
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        threads.connection = connection
    return connection


# SQLite has one writer at a time and lets the others sleep and try again; within a process a lock wakes
# the next one at once.
writer = threading.Lock()


@contextmanager
def writing():
    """A transaction that takes the writer's place at once."""
    with writer:
        yield from write()


def write():
    connection = database()
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def reading():
    """A transaction that sees one moment."""
    connection = database()
    connection.execute("BEGIN")
    try:
        yield connection
    finally:
        connection.execute("COMMIT")


def make_tables() -> None:
    connection = database()
    connection.executescript(LAYOUT)
    start = Policy(
        timezone="UTC", daily_limit_minutes=60, allowed_start="07:00", allowed_end="20:00",
        reward_minutes=15, daily_bonus_cap_minutes=60, challenge_questions=10,
        challenge_max_operand=12, challenge_operations=["add", "subtract"],
    )
    connection.execute(
        "INSERT OR IGNORE INTO family VALUES (1, 1, ?)", (start.model_dump_json(),)
    )


# Small things


class Refusal(Exception):
    def __init__(self, status: int, code: str, message: str, **more):
        self.status, self.code, self.message, self.more = status, code, message, more


def digest(secret: str) -> str:
    return hashlib.blake2b(secret.encode(), digest_size=32).hexdigest()


def session_digest(secret: str) -> str:
    key = hashlib.blake2b(PARENT_TOKEN.encode(), digest_size=32).digest()
    return hashlib.blake2b(secret.encode(), key=key, digest_size=32).hexdigest()


def now() -> int:
    return int(time.time())


@lru_cache(maxsize=1024)
def effective_policy(policy: str, overrides: str) -> Policy:
    """Texts say the same for ever, so they are read once."""
    return Policy.model_validate({**json.loads(policy), **json.loads(overrides)})


def today(zone: str) -> str:
    return datetime.now(ZoneInfo(zone)).date().isoformat()


def next_midnight(zone: str) -> int:
    local = datetime.now(ZoneInfo(zone))
    tomorrow = local.date() + timedelta(days=1)
    return int(datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=local.tzinfo).timestamp())


def granted(connection: sqlite3.Connection, child: str, day: str) -> int:
    return connection.execute(
        "SELECT COALESCE(SUM(minutes), 0) FROM reward WHERE child_id = ? AND day = ?", (child, day)
    ).fetchone()[0]


def family(connection: sqlite3.Connection) -> sqlite3.Row:
    return connection.execute("SELECT revision, policy FROM family WHERE id = 1").fetchone()


def check_revision(row: sqlite3.Row, expected: int) -> None:
    if row["revision"] != expected:
        raise Refusal(
            409, "revision_conflict", "the policy was changed meanwhile",
            current_revision=row["revision"],
        )


def check_attempts(connection: sqlite3.Connection, subject: str) -> None:
    row = connection.execute(
        "SELECT since, failures FROM attempt WHERE subject = ?", (subject,)
    ).fetchone()
    if row and row["failures"] >= MOST_FAILURES and now() < row["since"] + FAILURE_SPAN:
        raise Refusal(429, "too_many_requests", "too many failed attempts; try again later")


def count_failure(subject: str) -> None:
    with writing() as connection:
        connection.execute("DELETE FROM attempt WHERE since <= ?", (now() - FAILURE_SPAN,))
        connection.execute(
            "INSERT INTO attempt VALUES (?, ?, 1)"
            " ON CONFLICT (subject) DO UPDATE SET failures = failures + 1", (subject, now()),
        )


# Who asks


def bearer(request: Request) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and token else None


def parent(request: Request) -> None:
    token = bearer(request)
    if token is not None:
        if hmac.compare_digest(token.encode(), PARENT_TOKEN.encode()):
            return
        raise Refusal(401, "unauthenticated", "the token is nobody's")
    cookie = request.cookies.get("family_session")
    with reading() as connection:
        row = cookie and connection.execute(
            "SELECT 1 FROM session WHERE hash = ? AND expires_at > ?",
            (session_digest(cookie), now()),
        ).fetchone()
    if not row:
        raise Refusal(401, "unauthenticated", "sign in first")
    if request.method != "GET" and request.headers.get("origin") != str(request.base_url).rstrip("/"):
        raise Refusal(403, "wrong_origin", "a change has to come from a page of ours")


async def device_token(request: Request) -> str:
    """Asynchronous, since it waits for nothing: it needs no thread."""
    token = bearer(request)
    if token is None:
        raise Refusal(401, "unauthenticated", "the token is no device's, or was revoked")
    return digest(token)


Parent = Depends(parent)
TokenHash = Annotated[str, Depends(device_token)]


def find_device(connection: sqlite3.Connection, token_hash: str) -> sqlite3.Row:
    row = connection.execute(
        "SELECT device.id, child.id AS child_id, child.name AS child_name, child.overrides,"
        " family.policy, family.revision FROM device JOIN child ON child.id = device.child_id"
        " JOIN family WHERE device.token_hash = ? AND device.revoked_at IS NULL", (token_hash,),
    ).fetchone()
    if row is None:
        raise Refusal(401, "unauthenticated", "the token is no device's, or was revoked")
    return row


app = FastAPI(docs_url=None, redoc_url=None)


@app.exception_handler(Refusal)
def refused(_: Request, error: Refusal) -> JSONResponse:
    content = {"code": error.code, "message": error.message, **error.more}
    return JSONResponse({"error": content}, error.status)


@app.exception_handler(RequestValidationError)
def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
    detail = [
        {"field": ".".join(str(part) for part in entry["loc"][1:]), "problem": entry["msg"]}
        for entry in error.errors()
    ]
    content = {"code": "invalid", "message": "the body is not right", "detail": detail}
    return JSONResponse({"error": content}, 422)


# A parent's calls


@app.post("/v1/session", status_code=204)
def sign_in(body: SignIn, request: Request, response: Response) -> None:
    subject = f"sign-in {request.client.host}"
    with reading() as connection:
        check_attempts(connection, subject)
    if not hmac.compare_digest(body.token.encode(), PARENT_TOKEN.encode()):
        count_failure(subject)
        raise Refusal(401, "unauthenticated", "the token is nobody's")
    cookie = secrets.token_urlsafe(33)
    with writing() as connection:
        connection.execute(
            "INSERT INTO session VALUES (?, ?)", (session_digest(cookie), now() + SESSION_LIFE)
        )
    response.set_cookie(
        "family_session", cookie, max_age=SESSION_LIFE, httponly=True, samesite="strict"
    )


@app.delete("/v1/session", status_code=204, dependencies=[Parent])
def sign_out(request: Request, response: Response) -> None:
    if cookie := request.cookies.get("family_session"):
        with writing() as connection:
            connection.execute("DELETE FROM session WHERE hash = ?", (session_digest(cookie),))
    response.delete_cookie("family_session")


@app.get("/v1/parent/family", dependencies=[Parent])
def read_family() -> dict:
    with reading() as connection:
        row = family(connection)
        children = []
        for child in connection.execute("SELECT * FROM child ORDER BY created_at, id").fetchall():
            policy = effective_policy(row["policy"], child["overrides"])
            day = today(policy.timezone)
            devices = [
                {
                    "device_id": device["id"], "name": device["name"],
                    "paired_at": device["paired_at"], "revoked_at": device["revoked_at"],
                    "last_status": device["status"]
                    and {**json.loads(device["status"]), "reported_at": device["reported_at"]},
                }
                for device in connection.execute(
                    "SELECT * FROM device WHERE child_id = ? ORDER BY paired_at, id", (child["id"],)
                )
            ]
            children.append({
                "child_id": child["id"], "name": child["name"],
                "overrides": json.loads(child["overrides"]), "effective_policy": policy,
                "devices": devices, "day": day,
                "earned_minutes": min(
                    granted(connection, child["id"], day), policy.daily_bonus_cap_minutes
                ),
            })
        return {
            "revision": row["revision"], "policy": json.loads(row["policy"]), "children": children
        }


@app.put("/v1/parent/policy", dependencies=[Parent])
def set_policy(body: PolicyChange) -> PolicyState:
    with writing() as connection:
        row = family(connection)
        check_revision(row, body.expected_revision)
        old = effective_policy(row["policy"], "{}")
        if old.timezone != body.policy.timezone and connection.execute(
            "SELECT 1 FROM reward LIMIT 1"
        ).fetchone():
            raise Refusal(409, "timezone_locked", "minutes were earned by the days of the zone")
        text = body.policy.model_dump_json()
        for child in connection.execute("SELECT name, overrides FROM child").fetchall():
            try:
                effective_policy(text, child["overrides"])
            except ValueError:
                raise Refusal(
                    422, "invalid", f"the policy is wrong with the own values of {child['name']}"
                ) from None
        connection.execute("UPDATE family SET policy = ?, revision = revision + 1", (text,))
        return PolicyState(revision=row["revision"] + 1, policy=body.policy)


@app.post("/v1/parent/children", status_code=201, dependencies=[Parent])
def add_child(body: NewChild) -> ChildState:
    child = secrets.token_urlsafe(12)
    with writing() as connection:
        connection.execute("INSERT INTO child VALUES (?, ?, '{}', ?)", (child, body.name, now()))
    return ChildState(child_id=child, name=body.name)


@app.put("/v1/parent/children/{child}/overrides", dependencies=[Parent])
def set_overrides(child: str, body: OverridesChange) -> OverridesState:
    with writing() as connection:
        row = family(connection)
        if not connection.execute("SELECT 1 FROM child WHERE id = ?", (child,)).fetchone():
            raise Refusal(404, "not_found", "there is no such child")
        check_revision(row, body.expected_revision)
        values = body.overrides.model_dump(exclude_none=True)
        text = json.dumps(values)
        try:
            policy = effective_policy(row["policy"], text)
        except ValueError:
            raise Refusal(422, "invalid", "the values are wrong beside the family's") from None
        connection.execute("UPDATE child SET overrides = ? WHERE id = ?", (text, child))
        connection.execute("UPDATE family SET revision = revision + 1")
        return OverridesState(
            revision=row["revision"] + 1, overrides=values, effective_policy=policy
        )


def make_code(child: str | None, device: str | None) -> Code:
    code, end = secrets.token_urlsafe(18), now() + CODE_LIFE
    with writing() as connection:
        table, key = ("child", child) if child else ("device", device)
        if not connection.execute(f"SELECT 1 FROM {table} WHERE id = ?", (key,)).fetchone():
            raise Refusal(404, "not_found", f"there is no such {table}")
        connection.execute(
            "INSERT INTO code VALUES (?, ?, ?, ?, NULL)", (digest(code), child, device, end)
        )
    return Code(code=code, expires_at=end)


@app.post(
    "/v1/parent/children/{child}/pairing-code", status_code=201, dependencies=[Parent]
)
def pairing_code(child: str) -> Code:
    return make_code(child, None)


@app.post(
    "/v1/parent/devices/{device}/configuration-code", status_code=201, dependencies=[Parent]
)
def configuration_code(device: str) -> Code:
    return make_code(None, device)


@app.delete("/v1/parent/devices/{device}", status_code=204, dependencies=[Parent])
def revoke(device: str) -> None:
    with writing() as connection:
        if not connection.execute("SELECT 1 FROM device WHERE id = ?", (device,)).fetchone():
            raise Refusal(404, "not_found", "there is no such device")
        connection.execute(
            "UPDATE device SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", (now(), device)
        )


# A device's calls


def use_code(connection: sqlite3.Connection, row: sqlite3.Row | None, code: str) -> None:
    if row is None:
        raise Refusal(404, "not_found", "there is no such code")
    if row["used_at"] is not None:
        raise Refusal(409, "code_used", "the code was used before")
    if now() >= row["expires_at"]:
        raise Refusal(410, "code_expired", "the code was good for ten minutes, which are over")
    connection.execute("UPDATE code SET used_at = ? WHERE hash = ?", (now(), digest(code)))


@app.post("/v1/pair", status_code=201)
def pair(body: Pairing, request: Request) -> Paired:
    subject = f"pair {request.client.host}"
    device, token = secrets.token_urlsafe(12), secrets.token_urlsafe(33)
    try:
        with writing() as connection:
            check_attempts(connection, subject)
            row = connection.execute(
                "SELECT * FROM code WHERE hash = ? AND child_id IS NOT NULL", (digest(body.code),)
            ).fetchone()
            use_code(connection, row, body.code)
            connection.execute(
                "INSERT INTO device (id, child_id, name, token_hash, paired_at)"
                " VALUES (?, ?, ?, ?, ?)",
                (device, row["child_id"], body.device_name, digest(token), now()),
            )
    except Refusal as error:
        if error.status != 429:
            count_failure(subject)
        raise
    return Paired(device_id=device, child_id=row["child_id"], token=token)


@app.post("/v1/device/configuration-unlock")
def unlock(body: Unlock, token_hash: TokenHash) -> Unlocked:
    subject = f"unlock {token_hash}"
    try:
        with writing() as connection:
            device = find_device(connection, token_hash)
            check_attempts(connection, subject)
            row = connection.execute(
                "SELECT * FROM code WHERE hash = ? AND device_id = ?",
                (digest(body.code), device["id"]),
            ).fetchone()
            use_code(connection, row, body.code)
    except Refusal as error:
        if error.status not in (401, 429):
            count_failure(subject)
        raise
    return Unlocked(expires_at=now() + SETUP_LIFE)


@app.get("/v1/device/snapshot", response_model=Snapshot)
def snapshot(token_hash: TokenHash, request: Request, response: Response):
    with reading() as connection:
        device = find_device(connection, token_hash)
        policy = effective_policy(device["policy"], device["overrides"])
        day = today(policy.timezone)
        earned = min(granted(connection, device["child_id"], day), policy.daily_bonus_cap_minutes)
    tag = f'"{device["revision"]}-{day}-{earned}-{device["id"]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return Snapshot(
        schema_version=1, device_id=device["id"], child_id=device["child_id"],
        child_name=device["child_name"], policy_revision=device["revision"], policy=policy,
        day=day, earned_minutes=earned, server_time=now(),
    )


@app.post("/v1/device/status", status_code=204)
def report(body: Status, token_hash: TokenHash) -> None:
    with writing() as connection:
        device = find_device(connection, token_hash)
        connection.execute(
            "UPDATE device SET status = ?, reported_at = ? WHERE id = ?",
            (body.model_dump_json(), now(), device["id"]),
        )


def make_questions(policy: Policy) -> list[dict]:
    questions = []
    for index in range(policy.challenge_questions):
        operation = policy.challenge_operations[index % len(policy.challenge_operations)]
        left = secrets.randbelow(policy.challenge_max_operand + 1)
        right = secrets.randbelow(policy.challenge_max_operand + 1)
        if operation == "subtract" and right > left:
            left, right = right, left
        sign, answer = {
            "add": ("+", left + right), "subtract": ("−", left - right),
            "multiply": ("×", left * right),
        }[operation]
        questions.append({
            "question_id": secrets.token_urlsafe(6), "prompt": f"{left} {sign} {right}",
            "answer": answer,
        })
    return questions


def told(row, questions: list[dict]) -> Challenge:
    return Challenge(
        challenge_id=row["id"],
        questions=[Prompt(question_id=q["question_id"], prompt=q["prompt"]) for q in questions],
        expires_at=row["expires_at"], reward_minutes=row["reward_minutes"], day=row["day"],
    )


@app.post("/v1/device/challenges", status_code=201)
def start_challenge(token_hash: TokenHash, response: Response) -> Challenge:
    with writing() as connection:
        device = find_device(connection, token_hash)
        policy = effective_policy(device["policy"], device["overrides"])
        day = today(policy.timezone)
        row = connection.execute(
            "SELECT * FROM challenge WHERE device_id = ? AND day = ? AND revision = ?"
            " AND expires_at > ? AND result IS NULL ORDER BY expires_at DESC LIMIT 1",
            (device["id"], day, device["revision"], now()),
        ).fetchone()
        if row:
            response.status_code = 200
            return told(row, json.loads(row["questions"]))
        count = connection.execute(
            "SELECT COUNT(*) FROM challenge WHERE device_id = ? AND day = ?", (device["id"], day)
        ).fetchone()[0]
        if count >= MOST_CHALLENGES:
            raise Refusal(429, "too_many_requests", "a device is given 100 challenges a day")
        questions = make_questions(policy)
        made = {
            "id": secrets.token_urlsafe(12), "day": day, "reward_minutes": policy.reward_minutes,
            "expires_at": min(now() + CHALLENGE_LIFE, next_midnight(policy.timezone)),
        }
        connection.execute(
            "INSERT INTO challenge VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)",
            (
                made["id"], device["id"], device["child_id"], day, device["revision"],
                policy.reward_minutes, made["expires_at"], json.dumps(questions),
            ),
        )
        return told(made, questions)


def count_right(answers: list[Answer], questions: list[dict]) -> int:
    given = {answer.question_id: answer.value for answer in answers}
    known = {question["question_id"]: question["answer"] for question in questions}
    if len(given) != len(answers) or given.keys() != known.keys():
        raise Refusal(422, "invalid", "every question has to be answered exactly once")
    return sum(given[name] == answer for name, answer in known.items())


@app.post("/v1/device/challenges/{challenge}/submit")
def submit(challenge: str, body: Submission, token_hash: TokenHash) -> Result:
    with writing() as connection:
        device = find_device(connection, token_hash)
        policy = effective_policy(device["policy"], device["overrides"])
        row = connection.execute(
            "SELECT * FROM challenge WHERE id = ? AND device_id = ?", (challenge, device["id"])
        ).fetchone()
        if row is None:
            raise Refusal(404, "not_found", "there is no such challenge")
        if row["result"]:
            return Result.model_validate_json(row["result"])
        day = today(policy.timezone)
        if row["day"] != day:
            raise Refusal(409, "challenge_wrong_day", "the challenge was made on another day")
        if row["revision"] != device["revision"]:
            raise Refusal(409, "challenge_superseded", "the policy changed since")
        if now() >= row["expires_at"]:
            raise Refusal(409, "challenge_expired", "the challenge's ten minutes are over")
        questions = json.loads(row["questions"])
        right = count_right(body.answers, questions)
        minutes, reward = 0, None
        if right == len(questions):
            left = policy.daily_bonus_cap_minutes - granted(connection, device["child_id"], day)
            minutes = max(0, min(row["reward_minutes"], left))
        if minutes:
            reward = secrets.token_urlsafe(12)
            connection.execute(
                "INSERT INTO reward VALUES (?, ?, ?, ?, ?, ?)",
                (reward, device["child_id"], challenge, day, minutes, now()),
            )
        result = Result(
            challenge_id=challenge, passed=right == len(questions), correct_count=right,
            required_count=len(questions), awarded_minutes=minutes, reward_id=reward, day=day,
        )
        connection.execute(
            "UPDATE challenge SET result = ? WHERE id = ?", (result.model_dump_json(), challenge)
        )
        return result


@app.get("/healthz")
def health() -> dict:
    try:
        database().execute("SELECT 1")
    except sqlite3.Error:
        raise HTTPException(503) from None
    return {"status": "ok"}


def end_with_input(server: uvicorn.Server) -> None:
    sys.stdin.read()
    server.should_exit = True


def main() -> None:
    make_tables()
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_keep_alive=30))
    threading.Thread(target=end_with_input, args=(server,), daemon=True).start()
    print(f"family_fastapi: ready at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    server.run(sockets=[listener])


if __name__ == "__main__":
    main()
