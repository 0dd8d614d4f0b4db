// The incident form: choosing the game opens it for that game's players, and what the entries will do
// appears while they are made. Without this script the same happens on saving.
(() => {
  "use strict";

  const WAIT = 350;

  function chooseGame() {
    const select = document.getElementById("id_game");
    if (!select || !window.django || !window.django.jQuery) return;
    window.django.jQuery(select).on("change", () => {
      const address = new URL(window.location.href);
      if (!select.value || address.searchParams.get("game") === select.value) return;
      if (document.getElementById("forecast")?.dataset.incident) return;
      address.searchParams.set("game", select.value);
      window.location.assign(address);
    });
  }

  function foresee(panel) {
    const form = panel.closest("form");
    const body = document.getElementById("forecast-body");
    let timer = 0;
    let asked = 0;

    async function ask() {
      const mine = ++asked;
      const data = new FormData(form);
      data.set("incident", panel.dataset.incident);
      try {
        const answer = await fetch(panel.dataset.url, { method: "POST", body: data });
        const text = await answer.text();
        if (answer.ok && mine === asked) body.innerHTML = text;
      } catch {
        // Without the network the forecast comes on saving.
      }
    }

    form.addEventListener("change", (event) => {
      if (event.target.name === "confirmed") return;
      window.clearTimeout(timer);
      timer = window.setTimeout(ask, WAIT);
    });
    if ("review" in panel.dataset) panel.scrollIntoView({ block: "center" });
    else ask();
  }

  window.addEventListener("load", () => {
    chooseGame();
    const panel = document.getElementById("forecast");
    if (panel) foresee(panel);
  });
})();
