"""Chromium, driven: with a profile of its own, a deadline on every wait, and pictures that are kept."""

import atexit
import base64
import json
import os
import shutil
import tempfile

from selenium import webdriver
from selenium.common.exceptions import (
    StaleElementReferenceException, TimeoutException, WebDriverException)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 30
PICTURES = os.environ.get("BROWSER_PICTURES", "")


class Browser:
    """A browser that a test looks through."""

    def __init__(self, script=True):
        self.folder = tempfile.mkdtemp(prefix="browser-")
        self.driver = None
        # Also where a test is cut off.
        atexit.register(self.end)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--no-default-browser-check", "--no-proxy-server", "--lang=en-GB",
            "--window-size=1100,900", "--force-device-scale-factor=1",
            "--disable-features=OptimizationHints,MediaRouter,Translate",
            f"--user-data-dir={self.folder}/profile",
        ):
            options.add_argument(argument)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        if not script:
            options.add_experimental_option(
                "prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        os.environ["SE_AVOID_STATS"] = "true"
        self.driver = webdriver.Chrome(
            service=Service("/usr/bin/chromedriver", log_path=f"{self.folder}/driver.log"),
            options=options)
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)

    def end(self):
        atexit.unregister(self.end)
        try:
            if self.driver is not None:
                self.driver.quit()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def forget(self):
        """Makes it a browser that has been nowhere."""
        self.command("Network.clearBrowserCookies")
        self.command("Emulation.clearDeviceMetricsOverride")
        self.look_like()
        self.driver.get("about:blank")
        self.logs()

    # Looking

    def command(self, name, /, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def go(self, address):
        self.driver.get(address)

    @property
    def path(self):
        return "/" + self.driver.current_url.split("/", 3)[3]

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        """The first element of a selector, as soon as it is there and shows."""
        return self.wait(
            lambda: next((it for it in self.all(selector) if it.is_displayed()), None),
            f"no {selector} shows")

    def link(self, text):
        return self.wait(
            lambda: next(
                (it for it in self.all("a") if it.text.strip() == text and it.is_displayed()),
                None),
            f"no link {text!r}")

    def button(self, text, within=""):
        return self.wait(
            lambda: next(
                (it for it in self.all(f"{within} button")
                 if it.is_displayed() and it.text.strip().split("\n")[0] == text
                 and it.get_attribute("aria-hidden") != "true"), None),
            f"no button {text!r}")

    @property
    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    def wait(self, condition, what):
        """Waits until something holds, and hands it back."""
        def ask(_):
            try:
                return condition()
            except WebDriverException:  # The page is just being replaced by another.
                return None
        try:
            return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(ask)
        except TimeoutException:
            raise AssertionError(f"{what}, within {PATIENCE} seconds:\n{self.text}") from None

    def wait_for_text(self, text):
        self.wait(lambda: text in self.text, f"{text!r} is not on the page")

    def through(self, act):
        """Does what sends a form, and waits until its answer is there in the place of the page."""
        old = self.one("main")
        act()

        def is_replaced():
            try:
                old.is_enabled()
                return False
            except StaleElementReferenceException:
                return True

        self.wait(is_replaced, "the form was not answered")
        self.one("main")

    def submit(self, text):
        """Presses a button that sends its form."""
        self.through(self.button(text).click)

    def enter(self, selector):
        """Sends a form from one of its fields."""
        field = self.one(selector)
        self.through(lambda: field.send_keys(Keys.ENTER))

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    # Typing

    def type(self, selector, text):
        field = self.one(selector)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(Keys.DELETE)
        field.send_keys(text)

    def set_time(self, selector, text):
        """Types into a time field, whatever the order of its parts is."""
        field = self.one(selector)
        field.send_keys(text.replace(":", ""))
        if field.get_attribute("value") != text:
            hour, minute = text.split(":")
            half = "AM" if int(hour) < 12 else "PM"
            field.send_keys(Keys.LEFT, Keys.LEFT, Keys.LEFT)
            field.send_keys(f"{(int(hour) + 11) % 12 + 1:02}{minute}{half}")

    # How it shows

    def look_like(self, scheme="light"):
        self.command(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": "prefers-color-scheme", "value": scheme},
                # Colours are there at once.
                {"name": "prefers-reduced-motion", "value": "reduce"}])

    def be_phone(self, width=360, height=740):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=2, mobile=True)

    def picture(self, name=None, whole=True):
        """The page as a picture, or what shows of it; kept under the name where there is one."""
        arguments = {}
        if whole:
            size = self.command("Page.getLayoutMetrics")["cssContentSize"]
            arguments = {
                "captureBeyondViewport": True,
                "clip": {
                    "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}}
        data = base64.b64decode(self.command("Page.captureScreenshot", **arguments)["data"])
        if name and PICTURES:
            path = os.path.join(PICTURES, name + ".png")
            with open(path, "wb") as file:
                file.write(data)
            print(f"picture: {path}")
        return data

    # What it has heard

    def logs(self):
        """What the browser complained of since the last call."""
        return self.driver.get_log("browser")

    def requests(self):
        """The addresses that were asked for since the last call."""
        addresses = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                addresses.append(message["params"]["request"]["url"])
        return addresses

    def controls(self):
        """Role and name of every control, as a screen reader is told."""
        roles = {
            "button", "link", "textbox", "checkbox", "radio", "combobox", "InputTime",
            "spinbutton", "DisclosureTriangle", "searchbox"}
        nodes = self.command("Accessibility.getFullAXTree")["nodes"]
        found = []
        for node in nodes:
            role = node.get("role", {}).get("value")
            if node.get("ignored") or role not in roles:
                continue
            found.append((role, node.get("name", {}).get("value", "")))
        return found
