"""Whoever looks: by keyboard, by ear, on a telephone, in the dark; and what may not be done to the page."""

import os
import sys
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from pages import PageTest

HERE = os.path.dirname(os.path.abspath(__file__))

# What can be reached by Tab: each control, but of radio buttons of one name the chosen one only.
REACHABLE = """
  return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), summary")]
    .filter((it) => it.checkVisibility() && it.tabIndex >= 0 && !it.disabled)
    .filter((it) => it.type !== "radio" || it.checked)
    .map((it) => (it.dataset.walk ??= String(Math.random())));
"""
FOCUSED = """
  const it = document.activeElement;
  if (it === null || it === document.body) return null;
  const style = getComputedStyle(it);
  const box = it.getBoundingClientRect();
  const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
    && box.bottom > 0 && box.top < innerHeight;
  return [it.dataset.walk ?? null, it.matches(":focus-visible") && seen, it.outerHTML.slice(0, 120)];
"""


class Everybody(PageTest):
    def setUp(self):
        super().setUp()
        self.child = self.family.child("Mia")
        token, self.machine = self.family.machine(self.child, "Mia's laptop")
        other, gone = self.family.machine(self.child, "Kitchen computer")
        _, gone = self.family.machine(self.child, "Old tablet")
        self.family.parent("DELETE", f"/v1/parent/devices/{gone}")
        self.family.own(self.child, daily_limit_minutes=45, allowed_end="19:30")
        self.family.earn(token)
        self.family.report(token)
        self.family.report(other, monitoring="failed", shielded=True, detail="no service")
        self.family.child("Tom")
        self.sign_in()

    def views(self):
        """Every view, by name: each is on the screen while its name is."""
        browser = self.browser
        for name, path in (
            ("family", "/"), ("policy", "/policy"), ("child", f"/children/{self.child}"),
            ("revoke", f"/devices/{self.machine}/revoke"), ("missing", "/children/none"),
            ("pair", "/pair#abcdefghijklmnopqrstuvwx"),
        ):
            self.open(path)
            yield name
        self.open(f"/children/{self.child}")
        browser.submit("Pair a machine…")
        browser.one("#code")
        yield "code"
        self.open("/policy")
        self.family.policy(daily_limit_minutes=90, reward_minutes=20)
        browser.type("#f-daily_limit_minutes", "45")
        browser.submit("Save the policy")
        browser.one("#conflict")
        yield "conflict"
        browser.type("#f-daily_limit_minutes", "x")
        browser.submit("Save mine over it")
        browser.one("#problems")
        yield "problems"
        self.open("/")
        browser.submit("Sign out")
        browser.one("#token")
        yield "sign-in"

    def test_every_text_is_readable_in_the_light_and_in_the_dark(self):
        with open(os.path.join(HERE, "contrast.js"), encoding="utf-8") as file:
            script = file.read()
        for name in self.views():
            for scheme in ("light", "dark"):
                self.browser.look_like(scheme)
                found = self.browser.run(script)
                self.assertGreater(len(found), 3)
                lowest = [it for it in found if it[0] < 4.5]
                self.assertEqual(lowest, [], f"{name}, {scheme}")
                if name in ("family", "child", "code", "policy", "sign-in", "problems"):
                    self.browser.picture(f"{name}-{scheme}")
            self.browser.look_like()

    def test_nothing_is_wider_than_a_telephone_and_everything_is_large_enough_to_touch(self):
        self.browser.be_phone()
        for name in self.views():
            too_wide = self.browser.run(
                "return document.documentElement.scrollWidth - innerWidth")
            self.assertLessEqual(too_wide, 0, name)
            small = self.browser.run("""
              return [...document.querySelectorAll("button, .button, input:not([type=hidden])")]
                .filter((it) => it.checkVisibility() && !it.closest(".unseen"))
                .map((it) => [it.closest("label") ?? it, it])
                .filter(([area]) => area.getBoundingClientRect().height < 40)
                .map(([, it]) => it.outerHTML.slice(0, 80))
            """)
            self.assertEqual(small, [], name)
            if name in ("family", "child", "code", "policy", "conflict"):
                self.browser.picture(f"{name}-phone")

    def test_every_control_has_a_role_and_a_name_of_its_own(self):
        for name in self.views():
            controls = self.browser.controls()
            self.assertGreater(len(controls), 0, name)
            nameless = [it for it in controls if not it[1].strip()]
            self.assertEqual(nameless, [], name)
            acting = [
                it for it in controls if it[0] == "button" and "time picker" not in it[1]]
            twice = {it for it in acting if acting.count(it) > 1}
            self.assertEqual(twice, set(), name)
            shown = self.browser.run("""
              return [...document.querySelectorAll("a[href], button, input, summary")]
                .filter((it) => it.type !== "hidden" && it.checkVisibility())
                .filter((it) => it.getAttribute("aria-hidden") !== "true").length
            """)
            # A time field has parts of its own beside it.
            self.assertGreaterEqual(len(controls), shown, name)
            for landmark in ("header", "main", "h1"):
                self.assertEqual(len(self.browser.all(landmark)), 1, f"{name}: {landmark}")

    def test_a_screen_reader_hears_what_a_field_means_and_what_is_wrong_with_it(self):
        self.open(f"/children/{self.child}")
        self.browser.type("#f-reward_minutes", "999")
        self.browser.submit("Save")
        self.browser.one("#problems")
        nodes = self.browser.command("Accessibility.getFullAXTree")["nodes"]
        field = next(
            it for it in nodes
            if it.get("name", {}).get("value") == "Minutes for a passed challenge, its own value")
        told = field["description"]["value"]
        self.assertIn("From 1 to 240 minutes", told)
        self.assertIn("999 is not a whole number from 1 to 240", told)
        invalid = [it for it in field["properties"] if it["name"] == "invalid"]
        self.assertEqual(invalid[0]["value"]["value"], "true")
        groups = [
            it["name"]["value"] for it in nodes
            if it.get("role", {}).get("value") == "group" and not it.get("ignored")]
        self.assertIn("Free minutes a day Own value", [" ".join(it.split()) for it in groups])

    def test_tab_reaches_everything_and_shows_where_it_is(self):
        for path in ("/", "/policy", f"/children/{self.child}"):
            self.open(path)
            wanted = self.browser.run(REACHABLE)
            reached = []
            body = self.browser.driver.find_element(By.TAG_NAME, "body")
            body.send_keys(Keys.TAB)
            for _ in range(6 * len(wanted)):
                focused = self.browser.run(FOCUSED)
                if focused is None or (reached and focused[0] == reached[0]):
                    break
                if not reached or reached[-1] != focused[0]:
                    self.assertTrue(focused[1], f"{path}: the focus doesn't show: {focused[2]}")
                    reached.append(focused[0])
                self.browser.driver.switch_to.active_element.send_keys(Keys.TAB)
            self.assertEqual(reached, wanted, path)

    def test_the_first_stop_leads_past_the_navigation(self):
        self.open("/policy")
        self.browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
        skip = self.browser.driver.switch_to.active_element
        self.assertEqual(skip.text, "Skip to the content")
        skip.send_keys(Keys.ENTER)
        self.assertEqual(
            self.browser.driver.switch_to.active_element.get_attribute("id"), "main")

    def test_a_whole_change_is_made_by_keyboard(self):
        self.open(f"/children/{self.child}")
        keys = self.browser.driver.switch_to
        self.browser.run("document.querySelector('#row-reward_minutes input[value=same]').focus()")
        keys.active_element.send_keys(Keys.ARROW_DOWN)
        self.assertEqual(self.browser.one("#row-reward_minutes .badge").text, "Own value")
        keys.active_element.send_keys(Keys.TAB)
        self.assertEqual(keys.active_element.get_attribute("id"), "f-reward_minutes")
        keys.active_element.send_keys(Keys.CONTROL, "a")
        self.browser.through(lambda: keys.active_element.send_keys("20", Keys.ENTER))
        self.wait_for_notice("Saved.")
        self.assertEqual(self.overrides(self.child)["reward_minutes"], 20)
        self.assertEqual(keys.active_element.get_attribute("id"), "f-reward_minutes")

    def test_a_script_that_is_put_into_the_page_does_not_run(self):
        self.open("/")
        self.assertEqual(self.violations(), [])
        self.browser.run("""
          const script = document.createElement("script");
          script.textContent = "window.broken = true";
          document.body.append(script);
          const button = document.createElement("button");
          button.setAttribute("onclick", "window.broken = true");
          document.body.append(button);
          button.click();
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.body.append(style);
          const picture = new Image();
          picture.src = "http://127.0.0.1:9/stranger.png";
          document.body.append(picture);
        """)
        outcome = self.browser.driver.execute_async_script("""
          const done = arguments[0];
          fetch("http://127.0.0.1:9/stranger").then(() => done("sent"), () => done("refused"));
        """)
        self.assertEqual(outcome, "refused")
        self.assertIsNone(self.browser.run("return window.broken ?? null"))
        self.assertTrue(self.browser.one("main").is_displayed())
        # What was refused was meant to be sent; the next look is at what comes after.
        self.assertIn("http://127.0.0.1:9/stranger.png", self.browser.requests())
        refused = " ".join(self.violations())
        for directive in ("script-src", "style-src", "img-src", "connect-src"):
            self.assertIn(directive, refused)

    def test_axe_finds_nothing(self):
        path = os.environ.get("AXE", "")
        if not os.path.exists(path):
            print("SKIPPED: axe is not here", file=sys.stderr)
            self.skipTest("axe is not here")
        with open(path, encoding="utf-8") as file:
            axe = file.read()
        for name in self.views():
            self.browser.run(axe)
            found = self.browser.driver.execute_async_script("""
              const done = arguments[0];
              axe.run({resultTypes: ["violations"]}).then(
                (result) => done(result.violations.map((it) =>
                  `${it.id}: ${it.nodes.map((node) => node.html).join(" ").slice(0, 300)}`)),
                (error) => done([String(error)]));
            """)
            self.assertEqual(found, [], name)


if __name__ == "__main__":
    unittest.main()
