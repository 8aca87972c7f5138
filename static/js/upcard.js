// What the pages can do with JavaScript on; everything works without it too.
(() => {
  "use strict";

  // A second press within this time (a bounce, a double click, a held key) was meant for the hand
  // that has just been answered, not for the next one.
  const GUARD_MS = 300;
  let shownAt = -Infinity;
  const firstShown = performance.now();

  const actions = () => document.querySelector("form.actions");
  const typing = (target) =>
    target instanceof Element && target.closest("input:not([type=hidden]), select, textarea");

  document.addEventListener("keydown", (event) => {
    // A held Enter would press its button again and again.
    if (event.repeat && event.key === "Enter" && event.target.closest("form.actions")) event.preventDefault();
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const form = actions();
    if (!form) return;
    const key = event.key.toUpperCase();
    const button = [...form.querySelectorAll("button[name=action], button[name=size]")].find(
      (candidate) => (candidate.dataset.key ?? candidate.value) === key || candidate.dataset.digit === key,
    );
    if (!button) return;
    event.preventDefault();
    button.click();
  });

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("form.actions, form.guesses")) return;
      if ("again" in form.dataset) return;
      const seen = Math.max(shownAt, firstShown);
      form.elements.browser_ms.value = Math.round(performance.now() - seen);
      if (form.matches("form.guesses")) return;
      if (performance.now() - shownAt < GUARD_MS) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
    },
    true,
  );

  // The page settles as it is swapped (defaultSettleDelay): no press falls between the two.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.matches("[data-play]")) shownAt = performance.now();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (!event.target.matches("[data-play]")) return;
    const wanted = document.querySelector("[data-play] [data-focus]");
    const main = document.getElementById("main");
    const idle = [document.body, main].includes(document.activeElement);
    // News that came by itself takes nobody out of what they read or choose, nor scrolls it away.
    if (wanted && event.detail.requestConfig?.verb !== "get") wanted.focus();
    else if (idle) (wanted ?? main).focus({ preventScroll: true });
  });

  // A page that asks for news by itself says them here: of two answers at the same moment the later
  // one finds its place gone, and could not.
  document.addEventListener("htmx:afterSwap", (event) => {
    const says = event.target.querySelector?.("template[data-says]")?.content.textContent.trim();
    const announcer = document.getElementById("announcer");
    if (says && says !== announcer.textContent) announcer.textContent = says;
  });

  // What is open, or chosen and not yet sent, stays so when a page is shown anew under the reader.
  const OPENED = "[data-play] details[id][open]";
  const CHOSEN = "[data-play] select[id]";
  let opened = [];
  let chosen = [];

  document.addEventListener("htmx:beforeSwap", () => {
    opened = [...document.querySelectorAll(OPENED)].map((one) => one.id);
    chosen = [...document.querySelectorAll(CHOSEN)].map((one) => [one.id, one.value]);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    for (const [id, value] of chosen) {
      const select = document.getElementById(id);
      if (select) select.value = value;
    }
    opened = chosen = [];
  });

  // An answer that did not reach the server is said to be unsaved, not lost in silence. It is kept and
  // sent again by itself, when the network is back and from time to time; the server counts it once.
  const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
  let pressed = null;
  let kept = null;

  const unsaved = (shown) => {
    const note = document.getElementById("unsaved");
    if (!note) return;
    note.hidden = !shown;
    for (const text of note.querySelectorAll("[data-kept]")) text.hidden = !kept;
    for (const text of note.querySelectorAll("[data-failed]")) text.hidden = Boolean(kept);
  };

  const forget = () => {
    if (!kept) return;
    clearTimeout(kept.timer);
    delete kept.form.dataset.kept;
    kept = null;
  };

  const sendAgain = () => {
    if (!kept || !kept.form.isConnected || kept.form.matches(".htmx-request")) return;
    clearTimeout(kept.timer);
    kept.form.dataset.again = "";
    kept.form.requestSubmit(kept.button);
    delete kept.form.dataset.again;
  };

  const keep = (form) => {
    const tries = kept?.form === form ? kept.tries + 1 : 0;
    forget();
    const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)];
    kept = { form, button: pressed, tries, timer: setTimeout(sendAgain, wait) };
    form.dataset.kept = "";
  };

  document.addEventListener("submit", (event) => {
    if (event.target.matches("form[data-resend]")) pressed = event.submitter;
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (event.target.matches("form[data-resend]")) keep(event.target);
    });
  }
  window.addEventListener("online", sendAgain);

  // A page that asks for news by itself has nothing unsaved when it gets none: it says so and goes on.
  const offline = (shown) => {
    const note = document.getElementById("offline");
    if (note) note.hidden = !shown;
  };

  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (event.target.matches("[data-poll]")) offline(true);
      else unsaved(true);
    });
  }
  document.addEventListener("htmx:afterSwap", () => {
    forget();
    unsaved(false);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) offline(false);
  });

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  for (const field of document.querySelectorAll("input[name=time_zone][type=hidden]")) field.value = zone;
})();
