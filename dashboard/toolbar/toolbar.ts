import { ControlError } from "../../emulator/client/control-client.ts"
import { PAGES_FOLDER } from "../../emulator/vite/paths.ts"
import { actAs, choose, currentChoice, followLogout, renewToken } from "./acting.ts"
import { setOptions } from "./element.ts"
import { type Facts, FollowedWorld, type Request } from "./followed-world.ts"
import { makePanel, type Panel } from "./panel.ts"
import { readSetting } from "./texts.ts"

const TICK_MS = 1000
const MAIN = "main"

/** Key in the tab's storage. The value is the ID of the focused control of an open panel, which is open again after a reload. */
const OPEN_KEY = "hexarium-toolbar"

/** The toolbar of a page of the dev server (docs/how-to/vite.md). */
export class Toolbar {
  readonly #panel: Panel
  readonly #root: ShadowRoot
  #world: FollowedWorld

  constructor(host: HTMLElement, style: string) {
    host.dataset.theme = readSetting("theme") ?? "system"
    this.#root = host.attachShadow({ mode: "open" })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    this.#root.adoptedStyleSheets = [sheet]
    // Shortcuts of the page must not react to keys that are meant for the toolbar.
    for (const type of ["keydown", "keyup", "keypress"]) host.addEventListener(type, (event) => event.stopPropagation())
    this.#world = this.#follow(currentChoice().world)
    this.#panel = makePanel({
      changeWorld: (world) => {
        choose({ world })
        this.#reload()
      },
      changeUser: (user) => this.#act(() => actAs(this.#world, user).then(() => this.#reload())),
      advance: (duration) => this.#act(() => this.#advance(duration)),
      toggleFrozen: () => this.#act(() => this.#toggleFrozen()),
      reset: () => this.#act(() => this.#reset()),
      opened: () => {
        this.#world.forgetRefusals()
        this.#render()
      },
    })
    this.#root.append(this.#panel.bar)
    setInterval(() => this.#renderTime(), TICK_MS)
    this.#render()
    this.#openAgain()
  }

  #follow(name: string): FollowedWorld {
    return new FollowedWorld(name, {
      changed: (request) => {
        if (request !== undefined && isLogout(request)) this.#act(() => followLogout(this.#world))
        this.#render()
      },
      replaced: () =>
        this.#act(async () => {
          const user = await renewToken(this.#world)
          if (user !== undefined) this.#say(this.#panel.texts.noUser(user))
        }),
      gone: () => {
        this.#world.close()
        choose({ world: MAIN })
        this.#world = this.#follow(MAIN)
        this.#say(this.#panel.texts.noWorld(name))
      },
      failed: (reason) => this.#say(reason ?? this.#panel.texts.unreachable),
    })
  }

  /** Loads the page again, so that it shows what its requests return now. */
  #reload(focused = this.#root.activeElement?.id ?? "toggle"): void {
    storeOpen(focused)
    location.reload()
  }

  #openAgain(): void {
    const focused = takeOpen()
    if (focused === null) return
    this.#panel.show(true)
    this.#root.getElementById(focused)?.focus()
  }

  /** Does something and shows why it failed. */
  #act(work: () => Promise<unknown>): void {
    this.#say("")
    work()
      .catch((error: unknown) => this.#say(reasonOf(error)))
      .finally(() => this.#render())
  }

  #say(text: string): void {
    this.#panel.status.textContent = text
  }

  async #advance(duration: string): Promise<void> {
    const { fired } = await this.#world.control.moveClock({ advance: duration })
    this.#say(this.#panel.texts.advanced(fired.length))
  }

  async #toggleFrozen(): Promise<void> {
    await this.#world.control.moveClock({ mode: this.#world.facts.clock?.mode === "frozen" ? "ticking" : "frozen" })
  }

  async #reset(): Promise<void> {
    await this.#world.control.resetWorld({})
    await renewToken(this.#world)
    this.#reload("reset")
  }

  #render(): void {
    const { texts, toggle, panel, world, user, last, freeze, dashboard, warning } = this.#panel
    const { name, facts } = this.#world
    const { acting } = currentChoice()
    if (!panel.hidden) this.#world.forgetRefusals()
    const { refusals } = this.#world.facts
    const notes = [name === MAIN ? "" : name, acting?.user ?? "", refusals === 0 ? "" : texts.refusals(refusals)]
    toggle.textContent = [texts.title, ...notes.filter((note) => note !== "")].join(" · ")
    toggle.className = refusals === 0 ? "" : "bad"
    const own = [["", texts.own] as const]
    setOptions(world, [...new Set([name, ...facts.worlds])].map(asOption), name)
    setOptions(user, [...own, ...withChosen(facts.users, acting?.user).map(asOption)], acting?.user ?? "")
    last.textContent = `${texts.lastCaller}: ${lineOf(facts.last, texts)}`
    freeze.textContent = facts.clock?.mode === "frozen" ? texts.run : texts.freeze
    warning.textContent = texts.resetWarning(name)
    dashboard.href = `${PAGES_FOLDER}/#/${name}`
    this.#renderRefusal(facts)
    this.#renderTime()
  }

  #renderRefusal({ refused }: Facts): void {
    const { texts, refusedRequest, refusedReason, refusedLink } = this.#panel
    refusedRequest.textContent = refused === undefined ? texts.noRefusal : lineOf(refused, texts)
    refusedReason.textContent = refused?.why ?? refused?.error ?? ""
    refusedLink.hidden = refused === undefined
    refusedLink.href = `${PAGES_FOLDER}/#/${this.#world.name}/requests/${refused?.id}`
  }

  #renderTime(): void {
    const { clock } = this.#world.facts
    const { panel, texts, time } = this.#panel
    if (clock === undefined || panel.hidden || document.hidden) return
    const elapsed = clock.mode === "frozen" ? 0 : performance.now() - clock.readAt
    const now = new Date(Date.parse(clock.now) + elapsed).toISOString().slice(0, "2026-01-05T09:00:00".length)
    const text = `${now.replace("T", " ")} UTC, ${texts.modes[clock.mode]}`
    if (time.textContent !== text) time.textContent = text
  }
}

const isLogout = ({ operation, status }: Request): boolean => /^logout$/i.test(operation ?? "") && status < 400

const asOption = (value: string) => [value, value] as const

/** Adds the chosen user to the list, which has only the first thousand users. */
const withChosen = (users: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || users.includes(chosen) ? users : [chosen, ...users]

function lineOf(request: Request | undefined, texts: Panel["texts"]): string {
  if (request === undefined) return texts.noRequest
  const { method, path, status, user } = request
  return `${method} ${path} → ${status}, ${user ?? texts.nobody}`
}

function reasonOf(error: unknown): string {
  const reason = error instanceof ControlError ? (error.body as { readonly error?: unknown } | null)?.error : undefined
  return typeof reason === "string" ? reason : String(error instanceof Error ? error.message : error)
}

function storeOpen(focused: string): void {
  try {
    sessionStorage.setItem(OPEN_KEY, focused)
  } catch {}
}

function takeOpen(): string | null {
  try {
    const focused = sessionStorage.getItem(OPEN_KEY)
    sessionStorage.removeItem(OPEN_KEY)
    return focused
  } catch {
    return null
  }
}
