"""A peer of the Screen Time service, in plain Python over pyzmq: docs/protocol.md, nothing else."""

import json
import os
import re
import secrets
import select
import time

import zmq

MAGIC = "OAL/1"
HEADER = re.compile(
    r"OAL/1 (?P<kind>request|reply|error|notice) (?P<id>[1-9][0-9]*) (?P<session>[0-9a-f]{16})"
    r" (?P<type>[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*) (?P<cause>-|[0-9a-f]{16}/[1-9][0-9]*)"
    r" (?P<time>-|[0-9TZ:.-]+)"
)


class BusError(Exception):
    """What the other side answered instead of a reply, or why there is none."""

    def __init__(self, code, message, hint=None):
        super().__init__(f"{message} ({code})")
        self.code, self.message, self.hint = code, message, hint

    @property
    def body(self):
        body = {"code": self.code, "message": self.message}
        return body if self.hint is None else {**body, "hint": self.hint}


class Request:
    """Something that the service asks."""

    def __init__(self, header, body):
        self.type, self.body = header["type"], body
        self.reference = f"{header['session']}/{header['id']}"


class Connection:
    """One conversation with the service at a path: asks it, and is asked by it."""

    def __init__(self, path, name, attributes=None, patience=10.0):
        self.patience = patience
        self._session = secrets.token_hex(8)
        self._number = 0
        self._asked = []
        self._service = None
        self._process = None
        self._socket = zmq.Context.instance().socket(zmq.DEALER)
        self._socket.set(zmq.LINGER, 200)
        # A service that comes back knows nothing of us: it is another conversation then.
        self._socket.set(zmq.RECONNECT_IVL, -1)
        self._socket.connect("ipc://" + path)
        try:
            welcome = self.ask(
                "hello",
                {
                    "name": name,
                    "version": "1.0",
                    "oldest": 1,
                    "newest": 1,
                    "attributes": attributes or {},
                },
            )
        except BaseException:
            self._socket.close()
            raise
        # The end of the service's process ends the conversation, whether it said goodbye or not.
        self._process = os.pidfd_open(welcome["pid"])

    def ask(self, type, body=None, cause=None):
        """Sends a request and waits for its answer; what the service asks meanwhile is kept."""
        number = self._send("request", type, {} if body is None else body, cause or "-")
        deadline = time.monotonic() + self.patience
        while True:
            message = self._receive(deadline)
            if message is None:
                raise BusError("timeout", f"{type} was not answered within {self.patience} s")
            header, body = message
            if header["kind"] == "request":
                self._asked.append(Request(header, body))
            elif header["cause"] == f"{self._session}/{number}":
                if header["kind"] == "reply":
                    return body
                raise BusError(body.get("code"), body.get("message"), body.get("hint"))

    def next_request(self, within=None):
        """Waits for what the service asks next; None when nothing came in time."""
        deadline = None if within is None else time.monotonic() + within
        while not self._asked:
            message = self._receive(deadline)
            if message is None:
                return None
            header, body = message
            if header["kind"] == "request":
                return Request(header, body)
        return self._asked.pop(0)

    def reply(self, request, body=None):
        """Answers a request."""
        self._send("reply", request.type, {} if body is None else body, request.reference)

    def refuse(self, request, error):
        """Answers that a request was not done."""
        self._send("error", request.type, error.body, request.reference)

    def close(self):
        """Says goodbye."""
        try:
            self._send("notice", "goodbye", {}, "-")
        except BusError:
            pass  # Nobody is left to hear it.
        self._socket.close()
        if self._process is not None:
            os.close(self._process)

    def _send(self, kind, type, body, cause):
        self._number += 1
        header = f"{MAGIC} {kind} {self._number} {self._session} {type} {cause} -"
        text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        try:
            self._socket.send_multipart([header.encode(), text.encode()], zmq.NOBLOCK)
        except zmq.Again:
            raise BusError("peerGone", "the service is gone, or doesn't read") from None
        return self._number

    def _receive(self, deadline):
        """The next message, or None at the deadline; what is no message is passed over."""
        while True:
            if not self._wait(deadline):
                return None
            frames = self._socket.recv_multipart()
            header = HEADER.fullmatch(frames[0].decode("ascii", "replace"))
            if len(frames) != 2 or header is None:
                continue
            header = header.groupdict()
            if self._service not in (None, header["session"]):
                raise BusError("peerGone", "the service was started anew")
            self._service = header["session"]
            if header["type"] == "goodbye":
                raise BusError("peerGone", "the service has ended")
            return header, json.loads(frames[1])

    def _wait(self, deadline):
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        if self._process is not None:
            poller.register(self._process, zmq.POLLIN)
        left = None if deadline is None else max(0, deadline - time.monotonic()) * 1000
        ready = dict(poller.poll(left))
        if self._socket in ready:
            return True
        if ready:
            raise BusError("peerGone", "the service's process has ended")
        return False
