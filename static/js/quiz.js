// Picking cells of a chart by whole rows and columns; each cell is a box of its own without this too.
(() => {
  "use strict";

  const boxes = (cells) => cells.flatMap((cell) => [...cell.querySelectorAll("input[type=checkbox]")]);

  const toggle = (found) => {
    const checked = !found.every((box) => box.checked);
    for (const box of found) box.checked = checked;
    found[0]?.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const button = (header, cells) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "pick-all";
    made.append(...header.childNodes);
    made.addEventListener("click", () => toggle(boxes(cells())));
    header.append(made);
  };

  const prepare = (table) => {
    if (table.dataset.pick) return;
    table.dataset.pick = "ready";
    for (const row of table.tBodies[0].rows) button(row.cells[0], () => [...row.cells].slice(1));
    [...table.tHead.rows[0].cells].slice(1).forEach((header, column) => {
      button(header, () => [...table.tBodies[0].rows].map((row) => row.cells[column + 1]));
    });
  };

  const prepareAll = () => document.querySelectorAll("table[data-pick]").forEach(prepare);
  document.addEventListener("htmx:oobAfterSwap", prepareAll);
  prepareAll();
})();
