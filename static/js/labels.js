// Fields that the admin builds of several elements tell their names to those who do not see the page.
(() => {
  "use strict";

  function labelOf(id) {
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    if (label && !label.id) label.id = `${id}_label`;
    return label;
  }

  // In a table the head of the column is the label.
  function headOf(element) {
    const cell = element.closest("td");
    const head = cell?.closest("table").tHead?.rows[0]?.cells[cell.cellIndex];
    if (head && !head.id) head.id = `${element.id}_head`;
    return head;
  }

  function nameFields() {
    for (const select of document.querySelectorAll("select.select2-hidden-accessible")) {
      const label = labelOf(select.id) || headOf(select);
      const box = select.nextElementSibling?.querySelector(".select2-selection");
      const shown = box?.querySelector(".select2-selection__rendered");
      if (!label || !shown) continue;
      box.setAttribute("aria-labelledby", `${label.id} ${shown.id}`.trim());
      if (shown.getAttribute("role") === "textbox") shown.setAttribute("aria-labelledby", label.id);
      box.querySelector(".select2-search__field")?.setAttribute("aria-labelledby", label.id);
    }
    for (const input of document.querySelectorAll(".datetime .vDateField, .datetime .vTimeField")) {
      const label = labelOf(input.id.replace(/_[01]$/, ""));
      if (label) input.setAttribute("aria-label", `${label.firstChild.textContent.trim()}: ${input.placeholder}`);
    }
  }

  // Right after the admin's own scripts have built the fields; they wait for jQuery.
  window.django?.jQuery?.(nameFields);
  window.addEventListener("load", nameFields);
  document.addEventListener("formset:added", () => window.setTimeout(nameFields));
})();
