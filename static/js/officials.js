// The officials' pages work without this script. With it a button that was pressed waits for its answer,
// and an error is brought into view.
(() => {
  "use strict";

  function once(form) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = "yes";
      // Not yet: a button that is disabled now would not be sent.
      window.setTimeout(() => {
        for (const button of form.querySelectorAll("button")) button.disabled = true;
      });
    });
  }

  function again() {
    for (const form of document.querySelectorAll("main form[method=post]")) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll("button")) button.disabled = false;
    }
  }

  // After the game there is no chukker.
  function noChukkerAfter() {
    const box = document.getElementById("id_chukker_box");
    const whens = document.querySelectorAll("input[name=when]");
    if (!box || !whens.length) return;
    const follow = () => {
      const after = document.querySelector("input[name=when]:checked")?.value === "after";
      box.hidden = after;
      if (after) box.querySelector("input[value='']").checked = true;
    };
    for (const when of whens) when.addEventListener("change", follow);
    follow();
  }

  for (const form of document.querySelectorAll("main form[method=post]")) once(form);
  noChukkerAfter();
  document.querySelector(".field-errors")?.focus();
  // Come back to by the back button, a page may be sent again: it is recorded once all the same.
  window.addEventListener("pageshow", again);
})();
