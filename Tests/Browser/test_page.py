"""The parents' page with its script, as a parent uses it."""

import re
import unittest
from io import BytesIO

import zbar
from PIL import Image
from selenium.webdriver.common.keys import Keys

from pages import PageTest


def read_code(picture):
    """What a telephone would read off a picture."""
    image = Image.open(BytesIO(picture)).convert("L")
    scanner = zbar.ImageScanner()
    scanned = zbar.Image(image.width, image.height, "Y800", image.tobytes())
    scanner.scan(scanned)
    return [symbol.data for symbol in scanned]


class SigningIn(PageTest):
    def test_a_wrong_token_is_refused_and_the_right_one_opens_the_family(self):
        browser = self.browser
        self.open("/")
        self.assertEqual(browser.one("#token"), browser.driver.switch_to.active_element)
        browser.picture("sign-in")
        browser.type("#token", "guess")
        browser.submit("Sign in")
        browser.wait_for_text("This is not the token.")
        self.assertEqual(browser.one("#token").get_attribute("aria-invalid"), "true")
        browser.type("#token", self.family.token)
        browser.submit("Sign in")
        browser.wait_for_text("There are no children here yet.")
        browser.submit("Sign out")
        browser.one("#token")
        self.open("/policy")
        browser.one("#token")

    def test_too_many_attempts_say_when_to_try_again(self):
        for _ in range(10):
            self.family.send("POST", "/v1/session", {"token": "guess"})
        self.open("/policy")
        self.browser.type("#token", self.family.token)
        self.browser.submit("Sign in")
        self.browser.wait_for_text("You can try again in 10 minutes.")

    def test_what_was_typed_before_the_session_ended_is_there_after_it(self):
        self.sign_in()
        self.open("/policy")
        self.browser.type("#f-daily_limit_minutes", "45")
        self.browser.command("Network.clearBrowserCookies")
        self.browser.submit("Save the policy")
        self.browser.wait_for_text("what you typed is kept")
        self.browser.type("#token", self.family.token)
        self.browser.submit("Sign in")
        self.browser.wait_for_text("isn't saved yet")
        self.assertEqual(self.value("daily_limit_minutes"), "45")
        self.assertEqual(self.policy("daily_limit_minutes"), 60)
        self.browser.submit("Save the policy")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.policy("daily_limit_minutes"), 45)


class Policy(PageTest):
    def setUp(self):
        super().setUp()
        self.sign_in()

    def test_a_change_is_told_while_it_is_typed_and_saved_in_its_place(self):
        browser = self.browser
        self.open("/policy")
        browser.type("#f-daily_limit_minutes", "45")
        row = browser.one("#row-daily_limit_minutes")
        self.assertIn("Not saved yet. What holds is 60 minutes.", row.text)
        self.assertTrue(browser.one(".unsaved").is_displayed())
        self.assertTrue(self.asks_before_leaving())
        browser.set_time("#f-allowed_start", "20:00")
        browser.set_time("#f-allowed_end", "07:00")
        browser.wait_for_text("from 20:00 until 07:00 the next morning")
        browser.submit("Save the policy")
        self.wait_for_notice("Saved.")
        self.assertEqual(browser.path, "/policy")
        self.assertFalse(self.asks_before_leaving())
        self.assertEqual(self.policy("daily_limit_minutes"), 45)
        self.assertEqual(self.policy("allowed_start"), "20:00")
        self.assertEqual(self.policy("allowed_end"), "07:00")
        self.assertIn("Saved", self.spoken())

    def spoken(self):
        """What the live region says, as soon as it says something."""
        return self.browser.wait(
            lambda: self.browser.run("return document.getElementById('status').textContent"),
            "nothing is spoken")

    def asks_before_leaving(self):
        return self.browser.run(
            "const leaving = new Event('beforeunload', {cancelable: true});"
            "dispatchEvent(leaving); return leaving.defaultPrevented")

    def test_the_same_time_twice_is_all_day(self):
        self.open("/policy")
        self.browser.set_time("#f-allowed_end", "07:00")
        self.browser.wait_for_text("Together: every day, all day")
        self.browser.submit("Save the policy")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.policy("allowed_end"), self.policy("allowed_start"))

    def test_what_is_wrong_is_said_beside_its_field_and_in_a_summary_that_is_heard(self):
        browser = self.browser
        self.open("/policy")
        browser.type("#f-daily_limit_minutes", "1500")
        browser.type("#f-reward_minutes", "many")
        browser.submit("Save the policy")
        summary = browser.one("#problems")
        browser.wait(lambda: browser.driver.switch_to.active_element == summary,
                     "the summary has not the focus")
        self.assertIn("2 things to put right", summary.text)
        browser.picture("problems")
        self.assertEqual(self.value("reward_minutes"), "many")
        field = browser.one("#f-daily_limit_minutes")
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        described = " ".join(
            browser.one("#" + it).text for it in field.get_attribute("aria-describedby").split())
        self.assertIn("1500 is not a whole number from 0 to 1440", described)
        browser.link("Free minutes a day").click()
        browser.wait(
            lambda: browser.driver.switch_to.active_element.get_attribute("id")
            == "f-daily_limit_minutes", "the link doesn't lead to the field")
        self.assertTrue(self.asks_before_leaving())
        self.assertEqual(self.family.whole["revision"], 1)

    def test_enter_saves(self):
        self.open("/policy")
        self.browser.type("#f-challenge_questions", "5")
        self.browser.enter("#f-challenge_questions")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.policy("challenge_questions"), 5)

    def test_a_server_that_is_gone_costs_nothing_that_was_typed(self):
        browser = self.browser
        self.open("/policy")
        browser.type("#f-daily_limit_minutes", "45")
        self.family.stop()
        browser.button("Save the policy").click()
        browser.wait_for_text("The server could not be reached.")
        self.assertEqual(self.value("daily_limit_minutes"), "45")
        self.family.start()
        browser.submit("Save the policy")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.policy("daily_limit_minutes"), 45)

    def in_two_tabs(self):
        """Two tabs on the policy: this one typed 45 and 5 questions, the other saved 90."""
        browser = self.browser
        self.open("/policy")
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        self.open("/policy")
        browser.type("#f-daily_limit_minutes", "90")
        browser.submit("Save the policy")
        self.wait_for_notice("Saved.")
        browser.driver.close()
        browser.driver.switch_to.window(first)
        browser.type("#f-daily_limit_minutes", "45")
        browser.type("#f-challenge_questions", "5")
        browser.submit("Save the policy")
        conflict = browser.one("#conflict")
        self.assertIn("you typed 45 minutes, and meanwhile 90 minutes was saved", conflict.text)
        self.assertEqual(self.value("daily_limit_minutes"), "45")
        browser.wait(lambda: browser.driver.switch_to.active_element == conflict,
                     "the conflict has not the focus")

    def test_two_tabs_meet_and_mine_is_saved(self):
        self.in_two_tabs()
        self.browser.picture("conflict")
        self.browser.submit("Save mine over it")
        self.wait_for_notice("Saved.")
        self.assertEqual(
            (self.policy("daily_limit_minutes"), self.policy("challenge_questions")), (45, 5))

    def test_two_tabs_meet_and_theirs_stays(self):
        self.in_two_tabs()
        self.browser.submit("Take theirs")
        self.wait_for_notice("Saved.")
        self.assertEqual(
            (self.policy("daily_limit_minutes"), self.policy("challenge_questions")), (90, 5))


class Children(PageTest):
    def setUp(self):
        super().setUp()
        self.sign_in()

    def test_a_child_is_added(self):
        browser = self.browser
        browser.type("#name", "Mia")
        browser.submit("Add the child")
        self.wait_for_notice("Added.")
        self.assertTrue(browser.path.startswith("/children/"))
        self.assertEqual(browser.one("h1").text, "Mia")
        self.assertEqual([it["name"] for it in self.family.whole["children"]], ["Mia"])

    def test_an_own_value_shows_at_a_glance_and_is_cleared(self):
        browser = self.browser
        child = self.family.child("Mia")
        self.open(f"/children/{child}")
        badge = "#row-daily_limit_minutes .badge"
        self.assertEqual(browser.one(badge).text, "Same as the family")
        browser.type("#f-daily_limit_minutes", "45")
        self.assertEqual(browser.one(badge).text, "Own value")
        # What was typed before going back to the family's stays there, and counts for nothing.
        browser.type("#f-reward_minutes", "33")
        browser.one("#row-reward_minutes .way input[value=same]").click()
        self.assertEqual(browser.one("#row-reward_minutes .badge").text, "Same as the family")
        browser.submit("Save")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.overrides(child), {"daily_limit_minutes": 45})
        self.assertEqual(browser.one(badge).text, "Own value")
        self.assertEqual(browser.one("#row-reward_minutes .badge").text, "Same as the family")
        # Enter in a field saves, and clears nothing.
        browser.type("#f-daily_limit_minutes", "50")
        browser.enter("#f-daily_limit_minutes")
        browser.wait(lambda: self.overrides(child) == {"daily_limit_minutes": 50}, "not saved")
        self.wait_for_notice("Saved.")
        browser.submit("Clear")
        browser.wait(lambda: self.overrides(child) == {}, "not cleared")
        browser.wait(lambda: browser.one(badge).text == "Same as the family", "not shown")
        self.assertIn("60 minutes", browser.one("#row-daily_limit_minutes").text)

    def test_today_and_what_machines_reported(self):
        browser = self.browser
        child = self.family.child("Mia")
        token, _ = self.family.machine(child, "Laptop")
        self.open(f"/children/{child}")
        browser.wait_for_text("Hasn't reported since it was paired, less than a minute ago.")
        self.assertEqual(self.family.earn(token), 15)
        self.family.report(token)
        self.open(f"/children/{child}")
        browser.wait_for_text("15 minutes earned today of at most 60")
        browser.wait_for_text("Last reported less than a minute ago that it enforces revision 1.")
        browser.wait_for_text("It had seen 12 minutes of use today.")
        self.family.policy(reward_minutes=10)
        self.family.report(token, policy_revision=1)
        self.open(f"/children/{child}")
        browser.wait_for_text("It hasn't reported yet that it enforces revision 2")
        self.family.report(token, monitoring="failed", shielded=True, detail="no service here")
        self.open("/")
        browser.wait_for_text("Reported a problem less than a minute ago")
        for claim in ("online", "live", "is blocked", "right now"):
            self.assertNotIn(claim, browser.text.lower())

    def look_again(self):
        """Has the page think that it was brought to the front again, after which it is refreshed."""
        self.browser.run("document.dispatchEvent(new Event('visibilitychange'))")

    def test_what_was_reported_is_refreshed_and_the_page_says_when_it_cannot_be(self):
        browser = self.browser
        child = self.family.child("Mia")
        token, _ = self.family.machine(child, "Laptop")
        self.open(f"/children/{child}")
        browser.wait_for_text("Hasn't reported since it was paired")
        browser.type("#f-daily_limit_minutes", "45")
        self.family.report(token)
        self.look_again()
        browser.wait_for_text("Last reported less than a minute ago")
        self.assertEqual(self.value("daily_limit_minutes"), "45")
        self.family.stop()
        self.look_again()
        browser.wait_for_text("The server can't be reached, so this page may be out of date.")
        self.family.start()
        self.look_again()
        browser.wait(lambda: not browser.all("#stale"), "it still says that it is out of date")
        browser.command("Network.clearBrowserCookies")
        self.look_again()
        browser.wait_for_text("You are signed out")

    def test_a_machine_is_revoked_after_a_question(self):
        browser = self.browser
        child = self.family.child("Mia")
        token, _ = self.family.machine(child, "Laptop")
        self.open(f"/children/{child}")
        browser.one("a[data-dialog]").send_keys(Keys.ENTER)
        dialog = browser.one("dialog")
        self.assertEqual(dialog.accessible_name, "Revoke Laptop?")
        browser.picture("revoke", whole=False)
        self.assertEqual(browser.driver.switch_to.active_element.text, "Keep it")
        browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        browser.wait(lambda: not browser.all("dialog"), "the dialog stays")
        self.assertIn("Revoke", browser.driver.switch_to.active_element.text)
        self.assertIsNone(self.devices(child)[0]["revoked_at"])
        browser.one("a[data-dialog]").click()
        browser.one("dialog")
        browser.submit("Revoke it")
        self.wait_for_notice("Revoked.")
        browser.wait_for_text("1 revoked machine")
        self.assertIsNotNone(self.devices(child)[0]["revoked_at"])
        self.assertEqual(
            self.family.send(
                "GET", "/v1/device/snapshot", headers={"Authorization": f"Bearer {token}"}).status,
            401)

    def test_names_do_no_harm(self):
        browser = self.browser
        names = ["<script>document.title='x'</script>", "أمل بنت محمد", "W" * 80, "O'Neil & \"Söhne\""]
        for name in names:
            child = self.family.child(name)
            self.family.machine(child, name)
        browser.be_phone()
        self.open("/")
        shown = [it.text for it in browser.all(".child h3")]
        self.assertEqual(sorted(shown), sorted(names))
        self.assertEqual(
            browser.run("return document.documentElement.scrollWidth - innerWidth"), 0)
        browser.picture("names-phone")
        for child in self.family.whole["children"]:
            self.open(f"/children/{child['child_id']}")
            self.assertEqual(browser.one("h1").text, child["name"])
            self.assertTrue(browser.driver.title.startswith(child["name"]))


class Codes(PageTest):
    def setUp(self):
        super().setUp()
        self.sign_in()

    def left(self):
        shown = re.search(r"(\d+):(\d\d) left", self.browser.one(".countdown").text)
        return int(shown[1]) * 60 + int(shown[2]) if shown else None

    def test_a_code_is_read_by_a_telephone_and_pairs_a_machine_that_then_appears(self):
        browser = self.browser
        child = self.family.child("Mia")
        self.open(f"/children/{child}")
        browser.submit("Pair a machine…")
        code = browser.one("#code").get_attribute("textContent")
        self.assertRegex(code, r"^[A-Za-z0-9_-]{24}$")
        self.assertGreater(browser.run(
            "return parseFloat(getComputedStyle(document.getElementById('code')).fontSize)"), 28)
        first = browser.wait(self.left, "no time is counted down")
        self.assertLessEqual(first, 600)
        browser.wait(lambda: self.left() < first, "the time stands still")
        address = f"{self.family.origin}/pair#{code}"
        self.assertEqual(read_code(browser.picture("pairing")), [address])
        command = browser.one(".command code").get_attribute("textContent")
        self.assertEqual(
            command, f"family-device pair --server {self.family.origin} --code={code}")
        self.family.pair(code, "Mia's laptop")
        browser.wait(
            lambda: "Mia's laptop" in browser.one("#live-devices").text, "it does not appear")
        self.assertIn("Hasn't reported since it was paired", browser.one("#live-devices").text)
        # What the telephone shows.
        browser.command("Network.clearBrowserCookies")
        browser.be_phone()
        browser.requests()
        browser.go(address)
        self.assertEqual(browser.one(".command code").get_attribute("textContent"), command)
        self.assertFalse(any(code in it for it in browser.requests()), "the code was sent")
        browser.picture("pair-phone")

    def test_a_code_whose_time_is_over_says_so(self):
        child = self.family.child("Mia")
        self.open(f"/children/{child}")
        # The page's own clock is hurried, not the machine's.
        self.browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            source="const now = performance.now.bind(performance); let hurry = 0;"
            "addEventListener('hurry', () => { hurry = 601000; });"
            "performance.now = () => now() + hurry;")
        self.browser.submit("Pair a machine…")
        self.browser.wait(self.left, "no time is counted down")
        self.browser.run("dispatchEvent(new Event('hurry'))")
        self.browser.wait_for_text("This code is over. Make another one.")

    def test_a_code_for_choosing_apps_opens_the_choice_on_that_machine(self):
        browser = self.browser
        child = self.family.child("Mia")
        token, _ = self.family.machine(child, "Laptop")
        self.open(f"/children/{child}")
        browser.submit("Let its apps be chosen…")
        code = browser.one("#code").get_attribute("textContent")
        answer = self.family.device(
            token, "POST", "/v1/device/configuration-unlock", {"code": code})
        self.assertGreater(answer["expires_at"], 0)


if __name__ == "__main__":
    unittest.main()
