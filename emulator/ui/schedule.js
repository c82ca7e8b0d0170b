import { ask, worldPath } from "./control.js"
import { button, fill, h, note, table, time } from "./dom.js"
import { failuresOf } from "./failures.js"

const FIRED = [
  { title: "At", class: "narrow", cell: ({ at }) => time(at) },
  { title: "Kind", class: "narrow", cell: ({ kind }) => kind },
  { title: "Name", cell: ({ name }) => name },
  { title: "Items written", class: "narrow number", cell: ({ affected }) => affected },
]

/** The clock, what is due by it, and what the last move set off. */
export async function showSchedule(view, { world, changed }) {
  const [{ now, mode }, { upcoming }, failures] = await Promise.all([
    ask("GET", worldPath(world, "/clock")),
    ask("GET", worldPath(world, "/schedule")),
    failuresOf(world, "Could not be run", false),
  ])
  const fired = h("div")
  const move = async (body) => {
    const answer = await ask("POST", worldPath(world, "/clock"), body)
    note(`It is ${answer.now} now.`)
    await changed()
    const place = document.getElementById("fired")
    if (place !== null && answer.fired.length > 0) {
      fill(
        place,
        h("h2", { class: "section" }, "Set off by the last move"),
        table(FIRED, answer.fired, { nothing: "" }),
      )
    }
  }
  const field = (name, title, props) => h("label", {}, title, h("input", { name, ...props }))
  const submit = (read) => (event) => {
    event.preventDefault()
    void move(read(new FormData(event.target)))
  }
  fill(
    view,
    h(
      "div",
      { class: "card padded" },
      h("div", { class: "tools" }, h("b", { class: "now" }, now), h("span", { class: "badge" }, mode)),
      h(
        "div",
        { class: "tools" },
        h(
          "form",
          { class: "fields", onsubmit: submit((data) => ({ advance: data.get("advance") })) },
          field("advance", "Advance by (s m h d w)", { value: "90m", size: 8, required: true }),
          h("button", { class: "main" }, "Advance"),
        ),
        h(
          "form",
          { class: "fields", onsubmit: submit((data) => ({ to: data.get("to") })) },
          field("to", "Go to", { value: now, size: 26, required: true }),
          h("button", {}, "Go"),
        ),
        button("To the next event", () => move({ next: true })),
        h(
          "label",
          {},
          "Mode ",
          h(
            "select",
            { onchange: ({ target }) => move({ mode: target.value }) },
            ["frozen", "ticking", "real"].map((name) => h("option", { value: name, selected: name === mode }, name)),
          ),
        ),
      ),
    ),
    h("div", { id: "fired" }, fired),
    h("h2", { class: "section" }, "Coming up"),
    table(
      [
        { title: "At", class: "narrow", cell: ({ at }) => time(at) },
        { title: "Kind", class: "narrow", cell: ({ kind }) => kind },
        { title: "Name", cell: ({ name, id }) => h("span", { title: id }, name) },
        {
          title: "",
          class: "narrow",
          cell: ({ kind, id }) =>
            kind === "auto_action"
              ? button("Run now", async () => {
                  const answer = await ask("POST", worldPath(world, `/auto-actions/${encodeURIComponent(id)}/run`), {})
                  note(`${answer.fired.reduce((sum, { affected }) => sum + affected, 0)} items written.`)
                  changed()
                })
              : null,
        },
      ],
      upcoming,
      { nothing: "Nothing is planned." },
    ),
    failures,
  )
}
