import { ask, worldPath } from "./control.js"
import { button, fill, h, json, time } from "./dom.js"

const SHOWN = 200

const statusBadge = (status) =>
  h(
    "span",
    { class: `badge ${status === 0 || status >= 500 ? "bad" : status >= 400 ? "warn" : "good"}` },
    status === 0 ? "cut" : status,
  )

/** The request log, newest first, live. */
export async function showRequests(view, { world }) {
  const { requests } = await ask("GET", worldPath(world, `/requests?limit=${SHOWN}`))
  const open = new Set()
  let filter = ""
  let onlyChanges = false
  const body = h("div")

  const fits = (request) =>
    (!onlyChanges || request.effects.length > 0) &&
    (filter === "" ||
      [request.operation ?? "", request.path, request.user ?? "", String(request.status), ...request.effects]
        .join(" ")
        .toLowerCase()
        .includes(filter))

  const row = (request) => {
    const isOpen = open.has(request.id)
    const toggle = () => {
      if (!open.delete(request.id)) open.add(request.id)
      draw()
    }
    const line = h(
      "tr",
      { class: isOpen ? "pickable open" : "pickable", onclick: toggle },
      h("td", { class: "narrow" }, time(request.at)),
      h("td", { class: "narrow" }, statusBadge(request.status)),
      h(
        "td",
        {},
        h(
          "div",
          {},
          h("b", {}, request.operation ?? "no operation"),
          " ",
          h("span", { class: "soft code path" }, `${request.method} ${request.path}`),
        ),
        request.effects.length === 0
          ? null
          : h(
              "ul",
              { class: "effects" },
              request.effects.map((effect) => h("li", {}, effect)),
            ),
      ),
      h("td", { class: "narrow" }, request.user ?? h("span", { class: "soft" }, "no user")),
      h("td", { class: "narrow number" }, `${request.ms} ms`),
    )
    if (!isOpen) return line
    const detail = h(
      "div",
      { class: "detail" },
      h("div", {}, h("h3", {}, "Request"), json(request.request)),
      h("div", {}, h("h3", {}, "Response"), json(request.response)),
    )
    return [line, h("tr", {}, h("td", { colspan: 5 }, detail))]
  }

  const draw = () => {
    const shown = requests.filter(fits).reverse()
    fill(
      body,
      shown.length === 0
        ? h(
            "div",
            { class: "card empty" },
            requests.length === 0 ? "No request yet. Call the API, and it shows up here." : "No request fits.",
          )
        : h("div", { class: "card scroll" }, h("table", {}, h("tbody", {}, shown.map(row)))),
    )
  }

  fill(
    view,
    h(
      "div",
      { class: "tools" },
      h("input", {
        type: "search",
        placeholder: "Filter by operation, path, user, effect",
        "aria-label": "Filter",
        size: 40,
        oninput: ({ target }) => {
          filter = target.value.toLowerCase()
          draw()
        },
      }),
      h(
        "label",
        {},
        h("input", {
          type: "checkbox",
          onchange: ({ target }) => {
            onlyChanges = target.checked
            draw()
          },
        }),
        " only what changed something",
      ),
      h("span", { class: "soft right" }, h("span", { class: "badge good" }, "live"), ` the latest ${SHOWN}`),
      button("Close all", () => {
        open.clear()
        draw()
      }),
    ),
    body,
  )
  draw()
  return (request) => {
    requests.push(request)
    if (requests.length > SHOWN) requests.shift()
    draw()
  }
}
