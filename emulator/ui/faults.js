import { ask, worldPath } from "./control.js"
import { button, fill, h, note, table } from "./dom.js"

const DOES = ["delay_ms", "status", "body", "disconnect", "store_failure"]

/** Planned failures of operations. */
export async function showFaults(view, { world, changed }) {
  const [{ faults }, reference] = await Promise.all([
    ask("GET", worldPath(world, "/faults")),
    fetch("/openapi.json")
      .then((answer) => answer.json())
      .catch(() => ({ paths: {} })),
  ])
  const operations = [
    ...new Set(
      Object.values(reference.paths).flatMap((path) =>
        Object.values(path)
          .map(({ operationId }) => operationId)
          .filter(Boolean),
      ),
    ),
  ].sort()
  const plan = async (event) => {
    event.preventDefault()
    const data = new FormData(event.target)
    const text = (name) => data.get(name).trim()
    const number = (name) => (text(name) === "" ? undefined : Number(text(name)))
    await ask("POST", worldPath(world, "/faults"), {
      operation: text("operation"),
      times: number("times"),
      delay_ms: number("delay_ms"),
      status: number("status"),
      body: text("body") === "" ? undefined : JSON.parse(text("body")),
      disconnect: data.get("disconnect") === "on" ? true : undefined,
      store_failure: text("store_failure") === "" ? undefined : text("store_failure"),
    })
    note("Planned.")
    changed()
  }
  const field = (name, title, props = {}) => h("label", {}, title, h("input", { name, ...props }))
  fill(
    view,
    h(
      "form",
      { class: "card padded fields", onsubmit: (event) => plan(event).catch((error) => note(error.message, true)) },
      field("operation", "Operation, or *", { list: "operations", value: "*", required: true, size: 24 }),
      h(
        "datalist",
        { id: "operations" },
        operations.map((name) => h("option", { value: name })),
      ),
      field("times", "Times", { type: "number", min: 1, value: 1 }),
      field("delay_ms", "Delay in ms", { type: "number", min: 0 }),
      field("status", "Status", { type: "number", min: 200, max: 599 }),
      field("body", "Body (JSON)", { size: 24 }),
      h(
        "label",
        {},
        "Store failure",
        h(
          "select",
          { name: "store_failure" },
          ["", "rolled_back", "rollback_failed"].map((name) => h("option", { value: name }, name)),
        ),
      ),
      h("label", {}, "Cut the connection", h("input", { type: "checkbox", name: "disconnect" })),
      h("button", { class: "main" }, "Plan"),
    ),
    h("h2", { class: "section" }, "Planned"),
    table(
      [
        { title: "Operation", cell: ({ operation }) => operation },
        {
          title: "Does",
          cell: (fault) =>
            h(
              "span",
              { class: "code" },
              DOES.filter((name) => name in fault)
                .map((name) => `${name} ${JSON.stringify(fault[name])}`)
                .join(", "),
            ),
        },
        {
          title: "Left",
          class: "narrow",
          cell: ({ left, times }) => h("span", { class: left === 0 ? "soft" : "" }, `${left} of ${times}`),
        },
        {
          title: "",
          class: "narrow",
          cell: ({ id }) =>
            button(
              "Delete",
              async () => {
                await ask("DELETE", worldPath(world, `/faults/${encodeURIComponent(id)}`))
                changed()
              },
              "danger",
            ),
        },
      ],
      faults,
      { nothing: "No operation is planned to fail." },
    ),
  )
}
