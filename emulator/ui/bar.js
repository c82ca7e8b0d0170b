import { ask, worldPath } from "./control.js"
import { button, fill, h, note } from "./dom.js"

/** The top of the page: which world, what can be done with it, and its clock. */
export async function showBar(bar, { world, changed, goTo, tab }) {
  const [{ worlds }, { mode }] = await Promise.all([ask("GET", "/worlds"), ask("GET", worldPath(world, "/clock"))])
  const current = worlds.find(({ name }) => name === world)
  if (current === undefined) return goTo("main", tab)

  const move = async (by) => {
    const { fired } = await ask("POST", worldPath(world, "/clock"), by)
    note(
      fired.length === 0
        ? "The clock moved; nothing was due."
        : `The clock moved; ${fired.length} run(s) of auto actions and the like.`,
    )
    changed()
  }
  fill(
    bar,
    h("div", { class: "brand" }, h("img", { src: "/ui/icon.svg", alt: "" }), "Hexarium"),
    h(
      "div",
      { class: "group" },
      h("label", { class: "soft", for: "world" }, "World"),
      h(
        "select",
        { id: "world", onchange: ({ target }) => goTo(target.value, tab) },
        worlds.map(({ name }) => h("option", { value: name, selected: name === world }, name)),
      ),
      h("span", { class: "badge" }, `${current.items} items`),
      h("span", { class: "soft", title: `hash ${current.hash}` }, `version ${current.version}`),
      button("Fork", async () => {
        const { name } = await ask("POST", "/worlds", { from: world })
        note(`Forked into ${name}.`)
        goTo(name, tab)
      }),
      button(
        "Reset",
        async () => {
          await ask("POST", worldPath(world, "/reset"), {})
          note(`${world} is as it was when it was made.`)
          changed()
        },
        "danger",
      ),
    ),
    h(
      "div",
      { class: "group right" },
      h("span", { class: "now", title: "the world's clock" }, current.now.replace("T", " ").replace("Z", "")),
      h("span", { class: mode === "frozen" ? "badge" : "badge good" }, mode),
      button("+1h", () => move({ advance: "1h" })),
      button("+1d", () => move({ advance: "1d" })),
      button("Next", () => move({ next: true })),
    ),
  )
}
