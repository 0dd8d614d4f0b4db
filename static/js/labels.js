// Fields that the admin builds of several elements tell their names to those who do not see the page.
(() => {
  "use strict";

  function labelOf(id) {
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    if (label && !label.id) label.id = `${id}_label`;
    return label;
  }

  function nameFields() {
    for (const select of document.querySelectorAll("select.select2-hidden-accessible")) {
      const label = labelOf(select.id);
      const box = select.nextElementSibling?.querySelector(".select2-selection");
      const shown = box?.querySelector(".select2-selection__rendered");
      if (!label || !shown) continue;
      box.setAttribute("aria-labelledby", `${label.id} ${shown.id}`.trim());
      if (shown.getAttribute("role") === "textbox") shown.setAttribute("aria-labelledby", label.id);
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
