// The clocks of a test, drawn. The server keeps the time: it says at every answer what is left, and is
// asked when a clock here has run out. The browser's own date is never looked at.
(() => {
  "use strict";

  const TICK_MS = 100;
  const SOON_MS = 10_000;
  const AGAIN_MS = 2_000;
  let timers = [];
  let askedAt = -Infinity;

  // An answer that is on its way, or kept to be sent again, comes first.
  const busy = () => document.querySelector("#drill form:is(.htmx-request, [data-kept])") !== null;
  const say = (text) => (document.getElementById("clock-announcer").textContent = text);

  // The bar shows the very number that is written beside it.
  const show = (element, left) => {
    const long = left >= 60_000;
    const seconds = long ? Math.ceil(left / 1000) : Math.ceil(left / 100) / 10;
    const rest = String(seconds % 60).padStart(2, "0");
    element.querySelector("[data-left]").textContent = long ? `${Math.floor(seconds / 60)}:${rest}` : seconds.toFixed(1);
    element.querySelector("progress").value = seconds;
    element.classList.toggle("timer--soon", left <= SOON_MS);
  };

  const ask = (timer) => {
    if (busy() || performance.now() - askedAt < AGAIN_MS) return;
    askedAt = performance.now();
    const { ask: address } = timer.element.dataset;
    if (address) htmx.ajax("GET", address, { target: "#drill", swap: "outerHTML" });
    else document.getElementById("pass").requestSubmit();
  };

  const tick = () => {
    for (const timer of timers) {
      const left = Math.max(0, timer.end - performance.now());
      show(timer.element, left);
      if (left <= SOON_MS && timer.far) say(timer.element.dataset.saysSoon ?? "");
      timer.far &&= left > SOON_MS;
      if (left > 0) continue;
      if (!timer.up && timer.element.dataset.saysUp) say(timer.element.dataset.saysUp);
      timer.up = true;
      ask(timer);
    }
  };

  const read = () => {
    const go = document.querySelector("#drill [data-go]");
    if (go) location.assign(go.href);
    timers = go
      ? []
      : [...document.querySelectorAll("#drill :is([data-ask], [data-pass])")].map((element) => {
          const left = Number(element.dataset.remainingMs);
          return { element, end: performance.now() + left, far: left > SOON_MS && "ask" in element.dataset, up: false };
        });
    askedAt = -Infinity;
    tick();
  };

  // What is pressed after the end was not meant to count.
  document.addEventListener(
    "submit",
    (event) => {
      if (!event.target.matches("form.actions") || !timers.some((timer) => timer.up)) return;
      if ("again" in event.target.dataset) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.matches("[data-play]")) read();
  });

  // A machine that slept may have stopped its clocks.
  document.addEventListener("visibilitychange", () => {
    const timer = timers.find((each) => each.element.dataset.ask);
    if (!document.hidden && timer) ask(timer);
  });

  setInterval(tick, TICK_MS);
  read();
})();
