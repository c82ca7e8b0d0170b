/**
 * Makes an element. Every text becomes a text node, so nothing that a request, a mail or a fixture holds is ever read as HTML.
 * `props`: `on…` are listeners, `class` and the rest are attributes; null, undefined and false leave one out.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (name === "value") element.value = value
    else element.setAttribute(name, value === true ? "" : String(value))
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** Replaces what an element holds. */
export const fill = (element, ...children) => element.replaceChildren(...children.flat(3).filter(Boolean))

export const button = (text, act, className) => h("button", { type: "button", class: className, onclick: act }, text)

/** A table in a card. `columns`: `[{ title, cell: (row) => child, class }]`. */
export function table(columns, rows, { nothing, rowProps = () => ({}) }) {
  if (rows.length === 0) return h("div", { class: "card empty" }, nothing)
  return h(
    "div",
    { class: "card scroll" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map(({ title, class: name }) => h("th", { class: name, scope: "col" }, title)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            rowProps(row),
            columns.map(({ cell, class: name }) => h("td", { class: name }, cell(row) ?? "")),
          ),
        ),
      ),
    ),
  )
}

/** An instant, short: the day only where it is another one. */
export function time(instant, today = "") {
  const [day, clock = ""] = instant.split("T")
  const text = clock.replace("Z", "").replace(/\.000$/, "")
  return h("time", { datetime: instant, title: instant, class: "code" }, day === today ? text : `${day} ${text}`)
}

/** A link to a web address, opened beside the dashboard; any other scheme stays text. */
export const link = (url, text = url, className) =>
  /^https?:\/\//i.test(url)
    ? h("a", { href: url, target: "_blank", rel: "noreferrer noopener", class: className }, text)
    : h("span", {}, text)

/** A text with its web addresses as links. */
export const linked = (text) =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) => (at % 2 === 1 ? link(part) : part))

export const json = (value) => h("pre", {}, value === null ? "none" : JSON.stringify(value, null, 2))

export function note(text, isBad = false) {
  const element = h("div", { class: isBad ? "note bad" : "note" }, text)
  document.getElementById("notes").append(element)
  setTimeout(() => element.remove(), isBad ? 8000 : 3000)
}
