import { ask, worldPath } from "./control.js"
import { h, table, time } from "./dom.js"

const COLUMNS = [
  { title: "At", class: "narrow", cell: ({ at }) => time(at) },
  { title: "What", cell: ({ name, id }) => h("span", { title: id }, name) },
  { title: "Item", class: "code", cell: ({ item_id }) => item_id },
  { title: "Why", cell: ({ error }) => error },
]

/** What went wrong where nobody could be told, newest first; `isMail` says of which kind. Nothing when there is none. */
export async function failuresOf(world, title, isMail) {
  const { failures } = await ask("GET", worldPath(world, "/failures"))
  const rows = failures.filter(({ kind }) => (kind === "mail") === isMail).reverse()
  if (rows.length === 0) return []
  const columns = COLUMNS.filter((column) => !isMail || column.title !== "Item")
  return [h("h2", { class: "section" }, title), table(columns, rows, { nothing: "" })]
}
