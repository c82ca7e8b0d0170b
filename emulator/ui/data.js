import { ask, worldPath } from "./control.js"
import { button, fill, h, table, time } from "./dom.js"

const PAGE = 50

/** Applications and datastores with their items. */
export async function showData(view, { world }) {
  const { datastores } = await ask("GET", worldPath(world, "/datastores"))
  let chosen = datastores[0]?.d_id ?? null
  let offset = 0
  let text = ""
  const list = h("div", { class: "card list" })
  const items = h("div")

  const drawList = () => {
    const places = [...new Set(datastores.map(({ workspace, application }) => `${workspace} / ${application}`))]
    fill(
      list,
      datastores.length === 0 ? h("div", { class: "empty" }, "The world has no datastore.") : null,
      places.map((place) => [
        h("h3", {}, place),
        datastores
          .filter(({ workspace, application }) => `${workspace} / ${application}` === place)
          .map(({ d_id, name, datastore_id, items: count }) =>
            h(
              "button",
              {
                type: "button",
                class: "row",
                "aria-current": d_id === chosen ? "true" : null,
                onclick: () => choose(d_id),
              },
              h("b", {}, name),
              " ",
              h("span", { class: "soft code" }, datastore_id),
              " ",
              h("span", { class: "badge" }, count),
            ),
          ),
      ]),
    )
  }
  const choose = (id) => {
    chosen = id
    offset = 0
    drawList()
    void drawItems()
  }
  const drawItems = async () => {
    if (chosen === null) return fill(items)
    const query = new URLSearchParams({ offset, limit: PAGE, ...(text === "" ? {} : { text }) })
    const found = await ask("GET", worldPath(world, `/datastores/${chosen}/items?${query}`))
    const columns = [
      {
        title: "Title",
        class: "cut",
        cell: ({ title, i_id }) =>
          h("span", { title: i_id }, title === "" ? h("span", { class: "soft code" }, i_id) : title),
      },
      ...found.fields.map(({ field_id, name }) => ({
        title: name,
        class: "cut",
        cell: ({ values }) => values[field_id] ?? "",
      })),
      { title: "rev_no", class: "narrow number", cell: ({ rev_no }) => rev_no },
      { title: "Updated", class: "narrow", cell: ({ updated_at }) => time(updated_at) },
      { title: "i_id", class: "narrow", cell: ({ i_id }) => h("span", { class: "soft code" }, i_id) },
    ]
    const last = Math.min(offset + PAGE, found.total)
    const turn = (to) => () => {
      offset = to
      void drawItems()
    }
    fill(
      items,
      table(columns, found.items, { nothing: text === "" ? "The datastore is empty." : "No item fits." }),
      h(
        "div",
        { class: "tools" },
        h("span", { class: "soft" }, found.total === 0 ? "" : `${offset + 1} to ${last} of ${found.total}`),
        offset > 0 ? button("Back", turn(Math.max(0, offset - PAGE))) : null,
        last < found.total ? button("More", turn(offset + PAGE)) : null,
      ),
    )
  }

  fill(
    view,
    h(
      "div",
      { class: "tools" },
      h("input", {
        type: "search",
        placeholder: "Find items by any value",
        "aria-label": "Find items",
        size: 40,
        onchange: ({ target }) => {
          text = target.value
          offset = 0
          void drawItems()
        },
      }),
      h("span", { class: "soft" }, "Everything the world holds, whatever keys an item carries"),
    ),
    h("div", { class: "columns" }, list, items),
  )
  drawList()
  await drawItems()
  return ({ effects }) => {
    if (effects.some((effect) => effect.startsWith("item "))) void drawItems()
  }
}
