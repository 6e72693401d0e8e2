"""What tests of the page have in common: one browser for a class, one server for a test."""

import signal
import unittest

from browser import Browser
from family import Family


# Whoever ends the run early has the browser and the server end, too.
signal.signal(signal.SIGTERM, signal.default_int_handler)


class PageTest(unittest.TestCase):
    """A test of the page, after which nothing may have left the origin or broken its policy."""

    script = True
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(script=cls.script)
        cls.addClassCleanup(cls.browser.end)

    def setUp(self):
        self.family = Family()
        self.addCleanup(self.family.end)
        self.browser.forget()

    def tearDown(self):
        self.assertEqual(self.violations(), [])
        strangers = [
            address for address in self.browser.requests()
            if address.startswith(("http", "ws")) and not address.startswith(self.family.origin)]
        self.assertEqual(strangers, [])

    def violations(self):
        """What broke the content security policy, or the script, since the last call."""
        return [
            entry["message"] for entry in self.browser.logs()
            if "Content Security Policy" in entry["message"] or entry["source"] == "javascript"
            or "Content-Security-Policy" in entry["message"]]

    # Ways that tests take

    def sign_in(self):
        """Signs the browser in without the form, which has tests of its own."""
        answer = self.family.send("POST", "/v1/session", {"token": self.family.token})
        name, value = answer.headers["Set-Cookie"].split(";")[0].split("=", 1)
        self.browser.command(
            "Network.setCookie", name=name, value=value, url=self.family.origin,
            httpOnly=True, sameSite="Strict")
        self.open("/")

    def open(self, path):
        self.browser.go(self.family.origin + path)

    def policy(self, field):
        return self.family.whole["policy"][field]

    def overrides(self, child):
        children = self.family.whole["children"]
        return next(it["overrides"] for it in children if it["child_id"] == child)

    def devices(self, child):
        children = self.family.whole["children"]
        return next(it["devices"] for it in children if it["child_id"] == child)

    def wait_for_notice(self, text):
        self.browser.wait(
            lambda: any(text in it.text for it in self.browser.all(".notice")),
            f"no notice says {text!r}")

    def value(self, field):
        return self.browser.one(f"#f-{field}").get_attribute("value")
