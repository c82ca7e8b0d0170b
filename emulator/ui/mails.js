import { ask, worldPath } from "./control.js"
import { button, fill, h, link, linked, time } from "./dom.js"
import { failuresOf } from "./failures.js"

/** The mailbox: every mail the world sent, with links that can be followed. */
export async function showMails(view, { world }) {
  let mails = []
  let chosen = null
  const list = h("div", { class: "card list" })
  const letter = h("div", { class: "card" })
  const failures = h("div")

  const load = async () => {
    mails = (await ask("GET", worldPath(world, "/mails"))).mails.reverse()
    fill(failures, await failuresOf(world, "Not delivered", true))
    if (!mails.some(({ id }) => id === chosen)) chosen = mails[0]?.id ?? null
    draw()
  }
  const draw = () => {
    const row = ({ id, to, subject, kind, at }) =>
      h(
        "button",
        {
          type: "button",
          class: "row",
          "aria-current": id === chosen ? "true" : null,
          onclick: () => {
            chosen = id
            draw()
          },
        },
        h("div", {}, h("b", {}, subject)),
        h("div", { class: "soft" }, to, " ", h("span", { class: "badge" }, kind)),
        h("div", { class: "soft" }, time(at)),
      )
    fill(list, mails.length === 0 ? h("div", { class: "empty" }, "No mail was sent yet.") : mails.map(row))
    const mail = mails.find(({ id }) => id === chosen)
    fill(
      letter,
      mail === undefined
        ? h(
            "div",
            { class: "empty" },
            "Mails of registration, invitations, passwords and actions end up here instead of leaving the machine.",
          )
        : showLetter(mail),
    )
  }
  const showLetter = (mail) =>
    h(
      "div",
      { class: "letter" },
      h("h2", {}, mail.subject),
      h("div", { class: "soft" }, `from ${mail.from} to ${mail.to}, `, time(mail.at)),
      mail.links.map(({ url }) =>
        h("div", { class: "confirm" }, link(url, "Follow the link", "go"), h("span", { class: "code path soft" }, url)),
      ),
      h("pre", {}, linked(mail.text)),
      // Without a token in `sandbox` the letter runs nothing, opens nothing and reaches nobody.
      h("iframe", { sandbox: "", title: "The mail as HTML", srcdoc: mail.html }),
      h(
        "div",
        { class: "tools" },
        button(
          "Delete",
          async () => {
            await ask("DELETE", worldPath(world, `/mails/${encodeURIComponent(mail.id)}`))
            await load()
          },
          "danger",
        ),
      ),
    )

  fill(
    view,
    h(
      "div",
      { class: "tools" },
      h("span", { class: "soft" }, "Newest first"),
      button(
        "Delete all",
        async () => {
          await ask("DELETE", worldPath(world, "/mails"))
          await load()
        },
        "danger",
      ),
    ),
    h("div", { class: "columns" }, list, letter),
    failures,
  )
  await load()
  return ({ effects }) => {
    if (effects.some((effect) => effect.startsWith("mail "))) void load()
  }
}
