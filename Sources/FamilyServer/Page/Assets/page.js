// Makes the parents' page pleasant. Everything works without it: each form is an ordinary one, and what is
// put into the page here is what the server has made.
"use strict";

(() => {
  const main = () => document.getElementById("main");
  const parse = (text) => new DOMParser().parseFromString(text, "text/html");
  const say = (text) => {
    const status = document.getElementById("status");
    status.textContent = "";
    // A change is spoken; the same text twice would be none.
    setTimeout(() => { status.textContent = text; }, 50);
  };

  // A form's fields as they were when the page came, or what its started values say.
  const values = (form) => new URLSearchParams(new FormData(form)).toString();
  const fresh = new WeakMap();
  const isChanged = (form) =>
    form.querySelector("[data-unsaved]") !== null || values(form) !== fresh.get(form);
  const guarded = () => [...document.querySelectorAll("form[data-guarded]")];
  let isLeaving = false;

  // MARK: What differs, while it is typed

  const typed = (row) => {
    const boxes = row.querySelectorAll("input[type=checkbox]");
    if (boxes.length > 0) {
      return [...boxes].filter((box) => box.checked).map((box) => box.value).join(",");
    }
    return row.querySelector(".entry input").value.trim();
  };

  const look = (form) => {
    for (const row of form.querySelectorAll(".row")) {
      const own = row.querySelector("input[type=radio][value=own]");
      const now = own !== null && !own.checked ? "" : typed(row);
      if (own !== null) {
        row.classList.toggle("own", own.checked);
        const badge = row.querySelector(".badge");
        const word = own.checked ? badge.dataset.own : badge.dataset.same;
        if (badge.textContent !== word) badge.textContent = word;
      }
      row.querySelector(".change").hidden = now === row.dataset.started;
    }
    hours(form);
    form.querySelector(".unsaved").hidden = !isChanged(form);
  };

  // What the two times of day come to together.
  const hours = (form) => {
    const [start, end] = ["allowed_start", "allowed_end"].map((name) => {
      const row = document.getElementById(`row-${name}`);
      const same = row.querySelector("input[type=radio][value=same]");
      return same !== null && same.checked ? row.dataset.family : typed(row);
    });
    const line = form.querySelector("[data-hours]");
    line.hidden = start === "" || end === "";
    line.querySelector("strong").textContent =
      start === end ? "all day"
      : start < end ? `from ${start} to ${end}`
      : `from ${start} until ${end} the next morning`;
  };

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form || !form.matches("form[data-guarded]")) return;
    const row = event.target.closest(".row");
    // Who types a value means it.
    const own = row === null ? null : row.querySelector("input[type=radio][value=own]");
    if (own !== null && event.target.type !== "radio") own.checked = true;
    // Who goes back to the family's value doesn't mean what he typed before. It stays there, in case he
    // comes back, and so counts as what was shown: the server takes what differs from that for his own.
    if (own !== null && event.target.value === "same") {
      form.elements[`shown.${event.target.name.slice("mode.".length)}`].value = typed(row);
    }
    look(form);
  });

  addEventListener("beforeunload", (event) => {
    if (!isLeaving && guarded().some(isChanged)) event.preventDefault();
  });

  // MARK: Forms that are sent without losing the place

  const show = (page, isSaved) => {
    const top = scrollY;
    main().replaceWith(document.adoptNode(page.getElementById("main")));
    for (const part of ["header.top", "footer"]) {
      const [old, made] = [document.querySelector(part), page.querySelector(part)];
      if (old !== null && made !== null) old.replaceWith(document.adoptNode(made));
    }
    document.title = page.title;
    begin();
    const first = main().querySelector("[autofocus]");
    if (first !== null) {
      first.focus();
      first.scrollIntoView({ block: "center" });
    } else if (isSaved) {
      scrollTo(0, top);
    }
    const notice = main().querySelector(".notice");
    if (notice !== null) {
      notice.removeAttribute("role");
      say(notice.textContent);
      if (isSaved) notice.scrollIntoView({ block: "nearest" });
    }
  };

  const send = async (form, button) => {
    form.setAttribute("aria-busy", "true");
    const place = document.activeElement && document.activeElement.id;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form, button)),
        redirect: "follow",
      });
      const page = parse(await answer.text());
      if (page.getElementById("main") === null) throw new Error("no page");
      const path = new URL(answer.url).pathname;
      if (answer.redirected && path !== location.pathname) history.pushState(null, "", path);
      shownPath = location.pathname;
      show(page, answer.redirected);
      const again = place && document.getElementById(place);
      if (answer.redirected && again) again.focus({ preventScroll: true });
      else if (answer.redirected) main().focus({ preventScroll: true });
    } catch {
      form.removeAttribute("aria-busy");
      say("The server could not be reached. What you typed is kept; try again in a moment.");
      remark(form, "The server could not be reached. What you typed is kept; try again in a moment.");
    }
  };

  const remark = (form, text) => {
    let line = form.querySelector(".unreached");
    if (line === null) {
      line = document.createElement("p");
      line.className = "problem unreached";
      form.append(line);
    }
    line.textContent = text;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.getAttribute("aria-busy") === "true") return event.preventDefault();
    if (form.matches("[data-in-place]")) {
      event.preventDefault();
      send(form, event.submitter);
    } else if (!guarded().some((other) => other !== form && isChanged(other))) {
      isLeaving = true;
    }
  });

  // Going back to an address that was put there after a form: the page of it is asked for anew. A link
  // within the page is none of that.
  let shownPath = location.pathname;
  addEventListener("popstate", () => {
    if (location.pathname !== shownPath) location.reload();
  });

  // MARK: The question before something is taken away

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-dialog]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      const question = answer.ok ? parse(await answer.text()).getElementById("question") : null;
      if (question === null) throw new Error("no question");
      ask(document.adoptNode(question), link);
    } catch {
      location.assign(link.href);
    }
  });

  const ask = (question, opener) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-labelledby", "question-title");
    dialog.append(...question.childNodes);
    const keep = dialog.querySelector("[data-close]");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...keep.childNodes);
    button.addEventListener("click", () => dialog.close());
    keep.replaceWith(button);
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (opener.isConnected) opener.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    button.focus();
  };

  // MARK: The time that a code has left

  const countDown = () => {
    const line = document.querySelector(".countdown[data-seconds]");
    if (line === null) return;
    // Counted from when the page came, so that a wrong clock here does no harm.
    const end = performance.now() + Number(line.dataset.seconds) * 1000;
    const left = line.querySelector(".left");
    const tick = () => {
      if (!line.isConnected) return;
      const seconds = Math.ceil((end - performance.now()) / 1000);
      if (seconds <= 0) {
        line.classList.add("over");
        line.textContent = line.dataset.over;
        say(line.dataset.over);
        return;
      }
      left.hidden = false;
      left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left.`;
      setTimeout(tick, 250);
    };
    tick();
  };

  // MARK: What machines reported, now and then

  const refresh = async () => {
    const parts = [...document.querySelectorAll("[data-live]")];
    if (parts.length === 0) return;
    const every = Math.min(...parts.map((part) => Number(part.dataset.every || 30)));
    const isBusy =
      document.visibilityState !== "visible" || document.querySelector("dialog") !== null
      || parts.some((part) => part.contains(document.activeElement));
    if (!isBusy) await renew(parts);
    timer = setTimeout(refresh, every * 1000);
  };

  const renew = async (parts) => {
    const from = parts[0].dataset.live || location.pathname;
    try {
      const answer = await fetch(from);
      if (answer.status === 401) {
        return stale("You are signed out, so this page isn't refreshed any more. What you type is kept: "
          + "saving it asks you to sign in.");
      }
      if (!answer.ok) throw new Error("no page");
      stale(null);
      const page = parse(await answer.text());
      for (const part of parts) {
        const made = page.getElementById(part.id);
        if (made === null || !part.isConnected || part.contains(document.activeElement)) continue;
        const isOpen = part.querySelector("details[open]") !== null;
        if (isOpen) made.querySelector("details")?.setAttribute("open", "");
        if (part.dataset.live) made.querySelectorAll(".actions").forEach((item) => item.remove());
        if (made.innerHTML !== part.innerHTML) part.replaceChildren(...made.childNodes);
      }
    } catch {
      stale("The server can't be reached, so this page may be out of date.");
    }
  };

  // What is shown as reported some minutes ago gets older; who looks has to know when it isn't refreshed.
  const stale = (text) => {
    let line = document.getElementById("stale");
    if (text === null) return line?.remove();
    if (line === null) {
      line = document.createElement("p");
      line.id = "stale";
      line.className = "notice attention";
      main().prepend(line);
    }
    if (line.textContent === text) return;
    line.textContent = text;
    say(text);
  };

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    clearTimeout(timer);
    refresh();
  });

  let timer = 0;

  // MARK: Small things

  const copying = () => {
    for (const button of document.querySelectorAll("button.copy")) {
      if (!navigator.clipboard) continue;
      button.hidden = false;
      button.onclick = async () => {
        try {
          await navigator.clipboard.writeText(
            button.parentElement.querySelector("code").textContent);
          button.textContent = "Copied";
          say("Copied.");
        } catch {
          say("It could not be copied; mark it and copy it yourself.");
        }
      };
    }
  };

  // The code that was scanned stands behind the address; it is put into the command, and sent nowhere.
  const scanned = () => {
    const hint = document.getElementById("with-code");
    const code = location.hash.slice(1);
    if (hint === null || !/^[A-Za-z0-9_-]{8,64}$/.test(code)) return;
    const command = document.querySelector(".command code");
    command.lastElementChild.textContent = `--code=${code}`;
    hint.hidden = false;
    document.getElementById("without-code").hidden = true;
  };

  const begin = () => {
    for (const form of guarded()) {
      fresh.set(form, values(form));
      look(form);
    }
    countDown();
    copying();
    scanned();
    clearTimeout(timer);
    const parts = [...document.querySelectorAll("[data-live]")];
    if (parts.length > 0) {
      timer = setTimeout(
        refresh, Math.min(...parts.map((part) => Number(part.dataset.every || 30))) * 1000);
    }
  };

  begin();
})();
