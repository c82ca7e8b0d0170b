import { ask, worldPath } from "./control.js"
import { button, fill, h, note, table, time } from "./dom.js"

/** All worlds of the server, and the snapshots of the one that is shown. */
export async function showWorlds(view, { world, changed, goTo }) {
  const [{ worlds }, { snapshots }] = await Promise.all([
    ask("GET", "/worlds"),
    ask("GET", worldPath(world, "/snapshots")),
  ])
  const form = (label, title, props, act) =>
    h(
      "form",
      {
        class: "fields tools",
        onsubmit: (event) => {
          event.preventDefault()
          void act(new FormData(event.target).get("name").trim())
        },
      },
      h("label", {}, label, h("input", { name: "name", pattern: "[A-Za-z0-9_-]{1,64}", ...props })),
      h("button", { class: "main" }, title),
    )
  fill(
    view,
    form(`Name of a fork of ${world} (made up when empty)`, "Fork", {}, async (name) => {
      const made = await ask("POST", "/worlds", { from: world, name: name === "" ? undefined : name })
      note(`Forked into ${made.name}.`)
      goTo(made.name)
    }),
    table(
      [
        { title: "World", cell: ({ name }) => h("a", { href: `#/${encodeURIComponent(name)}/requests` }, name) },
        { title: "base_url", cell: ({ url }) => h("span", { class: "code path" }, url) },
        { title: "From", class: "narrow", cell: ({ parent }) => parent ?? "" },
        { title: "Items", class: "narrow number", cell: ({ items }) => items },
        { title: "Version", class: "narrow number", cell: ({ version }) => version },
        {
          title: "Hash",
          class: "narrow",
          cell: ({ hash }) => h("span", { class: "code soft", title: hash }, hash.slice(0, 10)),
        },
        { title: "Now", class: "narrow", cell: ({ now }) => time(now) },
        {
          title: "",
          class: "narrow",
          cell: ({ name }) =>
            name === "main"
              ? null
              : button(
                  "Delete",
                  async () => {
                    await ask("DELETE", worldPath(name))
                    note(`${name} is gone.`)
                    if (name === world) goTo("main")
                    else changed()
                  },
                  "danger",
                ),
        },
      ],
      worlds,
      { nothing: "", rowProps: ({ name }) => ({ class: name === world ? "open" : null }) },
    ),
    h("h2", { class: "section" }, `Snapshots of ${world}`),
    form("Name", "Take a snapshot", { required: true }, async (name) => {
      await ask("PUT", worldPath(world, `/snapshots/${encodeURIComponent(name)}`))
      note(`Snapshot ${name} is taken.`)
      changed()
    }),
    table(
      [
        { title: "Snapshot", cell: ({ name }) => name },
        { title: "At", class: "narrow", cell: ({ at }) => time(at) },
        { title: "Version", class: "narrow number", cell: ({ version }) => version },
        {
          title: "Hash",
          class: "narrow",
          cell: ({ hash }) => h("span", { class: "code soft", title: hash }, hash.slice(0, 10)),
        },
        {
          title: "",
          class: "narrow",
          cell: ({ name }) => [
            button("Restore", async () => {
              await ask("POST", worldPath(world, `/snapshots/${encodeURIComponent(name)}/restore`))
              note(`${world} is as it was at ${name}.`)
              changed()
            }),
            " ",
            button(
              "Delete",
              async () => {
                await ask("DELETE", worldPath(world, `/snapshots/${encodeURIComponent(name)}`))
                changed()
              },
              "danger",
            ),
          ],
        },
      ],
      snapshots,
      { nothing: "No snapshot yet." },
    ),
  )
}
