// The table with JavaScript on: chips are laid without a request, the felt takes gestures, and
// sounds are made here. Without it the chips are links and everything else is forms.
(() => {
  "use strict";

  const bets = () => document.querySelector("form.bets");
  const amountOf = (form) => Number.parseInt(form.elements.bet.value, 10) || 0;

  const lay = (form, amount) => {
    const most = Number(form.dataset.maximum);
    form.elements.bet.value = Math.max(0, Math.min(amount, most));
    stack(form, amountOf(form));
    document.getElementById("announcer").textContent = form.dataset.says.replace("#", amountOf(form));
  };

  // The guard of upcard.js, for bets: a second press of the play that ended the round is neither
  // a chip nor the next deal.
  const GUARD_MS = 300;
  let shownAt = -Infinity;
  const early = () => performance.now() - shownAt < GUARD_MS;

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "table") shownAt = performance.now();
  });
  document.addEventListener(
    "click",
    (event) => {
      if (!early() || !event.target.closest("form.bets")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  // The chips on the circle, as the server draws them: the greatest at the bottom, six at most.
  const SVG = "http://www.w3.org/2000/svg";
  const MOST_OF_A_STACK = 6;
  const stack = (form, amount) => {
    const chips = [];
    for (const link of [...form.querySelectorAll("[data-stake]")].reverse()) {
      const stake = Number(link.dataset.stake);
      for (; amount >= stake && chips.length < MOST_OF_A_STACK; amount -= stake) chips.push(stake);
      amount %= stake;
    }
    const drawing = form.querySelector(".circle .stack");
    drawing.replaceChildren(
      ...chips.map((stake, index) => {
        const chip = document.createElementNS(SVG, "g");
        chip.setAttribute("class", `stake-art stake-art--${stake}`);
        chip.setAttribute("transform", `translate(0 ${-3 * index})`);
        for (const [y, name] of [[23, ""], [21, "stake-art__face"]]) {
          const face = document.createElementNS(SVG, "ellipse");
          for (const [key, value] of Object.entries({ cx: 15, cy: y, rx: 13, ry: 6, class: name })) {
            face.setAttribute(key, value);
          }
          chip.append(face);
        }
        return chip;
      }),
    );
  };

  document.addEventListener("input", (event) => {
    const form = bets();
    if (form && event.target === form.elements.bet) stack(form, amountOf(form));
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-stake], [data-bet]");
    const form = bets();
    if (!link || !form || !form.contains(link)) return;
    event.preventDefault();
    if (link.dataset.stake) lay(form, amountOf(form) + Number(link.dataset.stake));
    else lay(form, Number(link.dataset.bet));
  });

  const typing = (target) =>
    target instanceof Element && target.closest("input:not([type=hidden]), select, textarea");

  document.addEventListener("keydown", (event) => {
    const form = bets();
    if (!form || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event.target)) return;
    const key = event.key.toUpperCase();
    const wanted = {
      0: () => form.querySelector("#clear-bet"),
      B: () => form.querySelector("#rebet"),
      D: () => form.querySelector("#deal"),
    };
    const button = key in wanted ? wanted[key]() : form.querySelector(`[data-digit="${CSS.escape(key)}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });

  // Links that act as buttons are pressed with the space bar, too.
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.("a[role=button]")) return;
    event.preventDefault();
    event.target.click();
  });

  // Gestures on the felt: a tap, or a swipe in one of four directions.
  const SWIPE = 40;
  let start = null;
  const press = (key) => document.querySelector(`form.actions button[data-key="${key}"]`)?.click();

  const betting = {
    tap: (form) => form.querySelector("#deal").click(),
    right: (form) => lay(form, amountOf(form) + Number(form.dataset.minimum)),
    left: (form) => lay(form, Math.max(Number(form.dataset.minimum), amountOf(form) - Number(form.dataset.minimum))),
    up: (form) => lay(form, Number(form.dataset.maximum)),
    down: (form) => lay(form, Number(form.dataset.minimum)),
  };
  const playing = { tap: "H", right: "S", left: "R", up: "D", down: "P" };

  document.addEventListener("pointerdown", (event) => {
    const felt = event.target.closest?.(".game .game__felt");
    start = felt && event.isPrimary && event.pointerType !== "mouse" ? { x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointercancel", () => (start = null));
  document.addEventListener("pointerup", (event) => {
    if (!start || !event.isPrimary) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    start = null;
    const far = Math.max(Math.abs(x), Math.abs(y)) >= SWIPE;
    const along = Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up";
    const gesture = far ? along : "tap";
    const form = bets();
    if (form && !early()) betting[gesture](form);
    else press(playing[gesture]);
  });

  // Sounds, made of short tones; only where the table has them on.
  const TONES = {
    card: [[520, 0.04]],
    win: [[523, 0.09], [659, 0.09], [784, 0.16]],
    lose: [[330, 0.12], [262, 0.2]],
    push: [[440, 0.12]],
  };
  let audio = null;

  const play = (names) => {
    audio ??= new AudioContext();
    let at = audio.currentTime;
    for (const [frequency, length] of names.flatMap((name) => TONES[name] ?? [])) {
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      tone.frequency.value = frequency;
      loudness.gain.setValueAtTime(0.12, at);
      loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(loudness).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
      at += length;
    }
  };

  // Of what was just dealt or played, not again with a hint, a guess or a refusal.
  document.addEventListener("htmx:afterSwap", (event) => {
    const { pathInfo, xhr } = event.detail;
    const sound = event.target.dataset?.sound;
    if (sound && xhr.status === 200 && /\/(deal|act)\/$/.test(pathInfo.requestPath)) play(sound.split(" "));
  });
})();
