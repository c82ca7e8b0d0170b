import { ask, worldPath } from "./control.js"
import { fill, h, json, table, time } from "./dom.js"

/** What actions sent to other servers, or could not send. */
export async function showWebhooks(view, { world }) {
  const load = async () => {
    const { webhooks } = await ask("GET", worldPath(world, "/webhooks"))
    fill(
      view,
      table(
        [
          { title: "At", class: "narrow", cell: ({ at }) => time(at) },
          {
            title: "Answer",
            class: "narrow",
            cell: ({ status, error }) =>
              h("span", { class: error === undefined ? "badge good" : "badge bad" }, status ?? "not sent"),
          },
          {
            title: "To",
            cell: ({ url, error, body }) =>
              h(
                "details",
                {},
                h("summary", { class: "code path" }, url),
                error === undefined ? null : h("div", { class: "soft" }, error),
                json(body),
              ),
          },
          { title: "Took", class: "narrow number", cell: ({ ms }) => `${ms} ms` },
        ],
        webhooks.reverse(),
        { nothing: "No webhook was sent yet." },
      ),
    )
  }
  await load()
  return () => void load()
}
