"""The parents' page in a browser that runs no script: everything works."""

import unittest

from selenium.webdriver.common.keys import Keys

from pages import PageTest


class WithoutScript(PageTest):
    script = False

    def setUp(self):
        super().setUp()
        self.sign_in()

    def test_there_is_no_script(self):
        self.open("/policy")
        self.browser.type("#f-daily_limit_minutes", "45")
        self.assertFalse(any(it.is_displayed() for it in self.browser.all(".change, .unsaved")))

    def test_the_policy_is_saved_and_what_is_wrong_has_the_focus(self):
        browser = self.browser
        self.open("/policy")
        browser.type("#f-daily_limit_minutes", "1500")
        browser.enter("#f-daily_limit_minutes")
        summary = browser.one("#problems")
        self.assertEqual(browser.driver.switch_to.active_element, summary)
        browser.type("#f-daily_limit_minutes", "45")
        browser.submit("Save the policy")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.policy("daily_limit_minutes"), 45)

    def test_a_child_is_added_differs_and_is_the_same_again(self):
        browser = self.browser
        browser.type("#name", "Mia")
        browser.submit("Add the child")
        self.wait_for_notice("Added.")
        child = self.family.whole["children"][0]["child_id"]
        browser.one("#row-reward_minutes input[value=own]").click()
        browser.type("#f-reward_minutes", "5")
        browser.submit("Save")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.overrides(child), {"reward_minutes": 5})
        # Enter in another field saves, and clears nothing.
        browser.one("#row-challenge_questions input[value=own]").click()
        browser.type("#f-challenge_questions", "7")
        browser.enter("#f-challenge_questions")
        self.wait_for_notice("Saved.")
        self.assertEqual(
            self.overrides(child), {"reward_minutes": 5, "challenge_questions": 7})
        browser.submit("Clear")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.overrides(child), {"challenge_questions": 7})

    def test_a_value_that_was_typed_is_a_child_s_own_without_choosing_that(self):
        child = self.family.child("Mia")
        self.open(f"/children/{child}")
        self.browser.type("#f-reward_minutes", "33")
        self.browser.submit("Save")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.overrides(child), {"reward_minutes": 33})
        self.assertTrue(self.browser.one("#row-reward_minutes input[value=own]").is_selected())
        self.browser.one("#row-reward_minutes input[value=same]").click()
        self.browser.submit("Save")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.overrides(child), {})

    def test_a_machine_is_paired_configured_and_revoked(self):
        browser = self.browser
        child = self.family.child("Mia")
        self.open(f"/children/{child}")
        browser.submit("Pair a machine…")
        code = browser.one("#code").get_attribute("textContent")
        self.assertIn("10 minutes from when it was made", browser.one(".countdown").text)
        self.assertTrue(browser.one("svg.qr").is_displayed())
        self.family.pair(code, "Laptop")
        browser.link("Done").click()
        browser.wait_for_text("Hasn't reported since it was paired")
        browser.submit("Let its apps be chosen…")
        browser.wait_for_text("Choose the apps on Laptop")
        browser.link("Done").click()
        browser.one("a[data-dialog]").click()
        browser.wait_for_text("Revoke Laptop?")
        browser.link("Keep it").click()
        browser.one("a[data-dialog]").click()
        browser.submit("Revoke it")
        self.wait_for_notice("Revoked.")
        self.assertIsNotNone(self.devices(child)[0]["revoked_at"])

    def meet(self, mine, theirs):
        """Types one limit while another is saved elsewhere, and another reward with it."""
        self.open("/policy")
        self.family.policy(daily_limit_minutes=theirs, reward_minutes=theirs)
        self.browser.type("#f-daily_limit_minutes", str(mine))
        self.browser.submit("Save the policy")
        self.browser.wait_for_text(
            f"you typed {mine} minutes, and meanwhile {theirs} minutes was saved")
        self.assertEqual(self.value("daily_limit_minutes"), str(mine))
        self.assertEqual(self.value("reward_minutes"), str(theirs))

    def test_a_conflict_is_resolved_either_way(self):
        self.meet(45, 90)
        self.browser.submit("Save mine over it")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.policy("daily_limit_minutes"), 45)
        self.meet(30, 80)
        self.browser.submit("Take theirs")
        self.wait_for_notice("What was saved elsewhere stays.")
        self.assertEqual(self.policy("daily_limit_minutes"), 80)

    def test_a_session_that_ended_costs_nothing_that_was_typed(self):
        self.open("/policy")
        self.browser.type("#f-challenge_max_operand", "99")
        self.browser.command("Network.clearBrowserCookies")
        self.browser.submit("Save the policy")
        self.browser.type("#token", self.family.token)
        self.browser.submit("Sign in")
        self.browser.wait_for_text("isn't saved yet")
        self.browser.submit("Save the policy")
        self.wait_for_notice("Saved.")
        self.assertEqual(self.policy("challenge_max_operand"), 99)

    def test_the_pairing_page_says_where_the_code_is(self):
        self.browser.go(self.family.origin + "/pair#abcdefghijklmnopqrstuvwx")
        self.browser.wait_for_text("it is what stands behind the # in this page's address")


if __name__ == "__main__":
    unittest.main()
