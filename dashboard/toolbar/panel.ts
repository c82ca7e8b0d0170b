import { element } from "./element.ts"
import { findTexts } from "./texts.ts"

/** What a user of the toolbar can do. */
export interface Acts {
  changeWorld(world: string): void
  changeUser(user: string): void
  advance(duration: string): void
  toggleFrozen(): void
  reset(): void
  opened(): void
}

export type Panel = ReturnType<typeof makePanel>

const newTab = { target: "_blank", rel: "noopener" }

/** Makes the toolbar's elements. The button comes before the panel, so that the panel follows it in the order of focus. */
export function makePanel(acts: Acts) {
  const texts = findTexts()
  const toggle = element("button", { id: "toggle", type: "button", "aria-expanded": "false", "aria-controls": "panel" })
  const world = element("select", { id: "world", onchange: () => acts.changeWorld(world.value) })
  const user = element("select", {
    id: "user",
    "aria-describedby": "user-hint",
    onchange: () => acts.changeUser(user.value),
  })
  const last = element("p", { className: "soft" })
  const time = element("p", {})
  const duration = element("input", { id: "duration", value: "1d", title: texts.durationHint, autocomplete: "off" })
  const freeze = element("button", { id: "freeze", type: "button", onclick: () => acts.toggleFrozen() })
  const refusedRequest = element("p", {})
  const refusedReason = element("p", { className: "bad" })
  const refusedLink = element("a", { ...newTab }, texts.details)
  const dashboard = element("a", { ...newTab }, texts.dashboard)
  const status = element("p", { role: "status" })
  const { reset, question, warning } = makeReset(acts)
  const advance = element(
    "form",
    {
      className: "row",
      onsubmit: (event) => {
        event.preventDefault()
        acts.advance(duration.value.trim())
      },
    },
    label(texts.advanceBy, "duration"),
    duration,
    element("button", { id: "advance" }, texts.advance),
    freeze,
  )
  const panel = element(
    "div",
    { id: "panel", className: "panel", role: "region", ariaLabel: texts.panel, hidden: true },
    element("section", {}, label(texts.world, "world"), world),
    element(
      "section",
      {},
      label(texts.acting, "user"),
      user,
      element("p", { id: "user-hint", className: "soft" }, texts.actingHint),
      last,
    ),
    element("section", {}, element("h2", {}, texts.clock), time, advance),
    element("section", {}, element("h2", {}, texts.refused), refusedRequest, refusedReason, refusedLink),
    element("div", { className: "row" }, reset, dashboard),
    question,
    status,
  )
  const show = (isOpen: boolean) => {
    panel.hidden = !isOpen
    toggle.setAttribute("aria-expanded", String(isOpen))
    if (isOpen) acts.opened()
  }
  toggle.onclick = () => show(panel.hidden === true)
  const bar = element("div", { className: "bar", lang: texts.language, onkeydown: closeByEscape }, toggle, panel)
  function closeByEscape({ key }: KeyboardEvent): void {
    if (key !== "Escape" || panel.hidden) return
    show(false)
    toggle.focus()
  }
  const elements = { bar, toggle, panel, world, user, last, time, freeze, status, dashboard, warning }
  return { texts, show, ...elements, refusedRequest, refusedReason, refusedLink }
}

const label = (text: string, htmlFor: string) => element("label", { htmlFor }, text)

/** Makes the button that resets the world, and the question that it asks before. */
function makeReset(acts: Acts) {
  const texts = findTexts()
  const warning = element("p", { id: "reset-warning" })
  const confirm = element(
    "button",
    { type: "button", "aria-describedby": "reset-warning", onclick: () => acts.reset() },
    texts.confirm,
  )
  const cancel = element("button", { type: "button", onclick: () => ask(false) }, texts.cancel)
  const question = element("div", { hidden: true }, warning, element("div", { className: "row" }, confirm, cancel))
  const reset = element("button", { id: "reset", type: "button", onclick: () => ask(true) }, texts.reset)
  function ask(isAsking: boolean): void {
    question.hidden = !isAsking
    if (isAsking) confirm.focus()
    else reset.focus()
  }
  return { reset, question, warning }
}
