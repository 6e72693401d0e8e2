#!/usr/bin/python3
"""A monitor extension that shields social apps and games while its activity's interval lasts.

It was written from docs/protocol.md. It is started by the service, or by hand:

    quiet_evening.py --describe
    quiet_evening.py --app-group DIR --once < CALL
    quiet_evening.py --app-group DIR --service SOCK
"""

import argparse
import ctypes
import json
import os
import signal
import sys

from screentime_bus import BusError, Connection

IDENTIFIER = "dev.example.quiet-evening"
POINT = "device-activity-monitor"
GROUP = "group.dev.example.quiet-evening"
STORE = "quiet-evening"
SHIELDED = {"specific": {"categories": ["games", "social"], "except": []}}


def take(call, ask):
    """Does what a callback asks for; `ask` sends a request to the service.

    Both methods write the whole of what is to hold, so that a callback that comes twice changes
    nothing.
    """
    if call["callback"] == "intervalDidStart":
        ask("store.change", {"store": STORE, "changes": {"shieldedCategories": SHIELDED}})
    elif call["callback"] == "intervalDidEnd":
        ask("store.change", {"store": STORE, "changes": {"shieldedCategories": None}})


def describe():
    print(
        json.dumps(
            {
                "identifier": IDENTIFIER,
                "extensionPoint": POINT,
                "appGroup": GROUP,
                "executable": os.path.abspath(__file__),
            },
            sort_keys=True,
        )
    )


def once(text):
    """One callback without a service: prints the answer, and what would have been asked."""
    effects = []
    call = json.loads(text)
    take(call.get("body", call), lambda type, body: effects.append({"type": type, "body": body}))
    print(json.dumps({"answer": {}, "effects": effects}, sort_keys=True))


def serve(socket):
    """Serves callbacks until the service has ended."""
    connection = Connection(
        socket,
        IDENTIFIER,
        {"extension": IDENTIFIER, "extensionPoint": POINT, "appGroup": GROUP},
    )
    try:
        while True:
            request = connection.next_request()
            if request.type != "activity.callback":
                unknown = BusError("unknownMessage", f"{IDENTIFIER} takes no {request.type}")
                connection.refuse(request, unknown)
                continue
            try:
                take(
                    request.body,
                    lambda type, body: connection.ask(type, body, cause=request.reference),
                )
            except BusError as error:
                if error.code == "peerGone":
                    raise
                # The service brings the callback again.
                connection.refuse(request, error)
            else:
                connection.reply(request)
    except KeyboardInterrupt:
        connection.close()


def leave_with(parent):
    """Has the kernel end this process with the one that started it."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit(0)


def end(number, frame):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--describe", action="store_true", help="prints the manifest")
    parser.add_argument("--app-group", metavar="DIR", help="what app and extensions share")
    parser.add_argument("--once", action="store_true", help="takes one callback from the input")
    parser.add_argument("--service", metavar="SOCK", help="serves over the service's socket")
    parser.add_argument("--with-parent", metavar="PID", type=int, help="ends with its parent")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, end)
    if options.with_parent is not None:
        leave_with(options.with_parent)
    if options.describe:
        describe()
    elif options.once:
        once(sys.stdin.read())
    elif options.service:
        try:
            serve(options.service)
        except BusError as error:
            if error.code != "peerGone":
                sys.exit(f"quiet_evening.py: {error}")
    else:
        parser.error(f"this is the extension {IDENTIFIER}; see --help")


if __name__ == "__main__":
    main()
