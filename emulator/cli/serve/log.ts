import type { Failure, Fixture } from "../../../src/inside.ts"
import { presentFailure } from "../../control/presenters/failures.ts"
import { presentRequestLine } from "../../control/presenters/requests.ts"
import type { RunningServer } from "../../node/server.ts"
import { VERSION } from "../../version.ts"
import type { RequestEntry } from "../../worlds/request-entry.ts"
import type { NamedWorld, Worlds } from "../../worlds/worlds.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import type { Io } from "../io.ts"

/** What `start` says while it runs. */
export interface ServerLog {
  /** Requests are answered from now on. `demo`: the fixture of the demo, whose logins are told. */
  ready(server: RunningServer, demo: Fixture | undefined): void
  reloaded(named: NamedWorld): void
  notReloaded(problem: string): void
  bug(error: unknown, operation: string): void
  end(): void
}

export function makeLog(io: Io, style: ServeFlags["log"]): ServerLog {
  if (style === "json") return jsonLog(io)
  return style === "pretty" ? prettyLog(io) : quietLog(io)
}

const quietLog = (io: Io): ServerLog => ({
  ready: () => {},
  reloaded: () => {},
  notReloaded: (problem) => io.err(`hexarium: not reloaded: ${legible(problem, "\n")}\n`),
  bug: (error, operation) => io.err(`hexarium: a bug in ${legible(`${operation}: ${stackOf(error)}`, "\n")}\n`),
  end: () => {},
})

/** One JSON object a line; the first one says that requests are answered. */
function jsonLog(io: Io): ServerLog {
  const line = (event: string, members: object) => `${JSON.stringify({ event, ...members })}\n`
  const batch = new Batch(io, (lines) => line("dropped", { lines }))
  return {
    ready({ url, app }) {
      io.out(line("ready", { url, pid: process.pid, world: "main" }))
      follow(app.worlds, (named, entry) => batch.add(line("request", presentRequestLine(named, entry))))
      followFailures(app.worlds, (world, failure) => batch.add(line("failure", { world, ...presentFailure(failure) })))
    },
    reloaded: ({ name, world }) => batch.add(line("reloaded", { world: name, version: world.version })),
    notReloaded: (problem) => batch.add(line("not_reloaded", { error: problem })),
    bug: (error, operation) => batch.add(line("bug", { operation, error: stackOf(error) })),
    end: () => batch.add(line("stopped", {})).flush(),
  }
}

function prettyLog(io: Io): ServerLog {
  const batch = new Batch(io, (lines) => `… ${lines} lines that nobody read were left out\n`)
  return {
    ...quietLog(io),
    ready({ url, app }, demo) {
      io.out(
        `${[...greeting(url), ...(demo === undefined ? [] : introduceUsers(demo, url)), "", "Ctrl+C stops it."].join("\n")}\n`,
      )
      follow(app.worlds, (named, entry) => {
        const { world, method, path, operation, status, ms } = presentRequestLine(named, entry)
        const place = world === "main" ? "" : `[${world}] `
        batch.add(
          `${place}${status} ${method} ${legible(path)}${operation === null ? "" : `  ${operation}`}  ${ms} ms\n`,
        )
      })
      followFailures(app.worlds, (world, failure) => {
        batch.add(`${world === "main" ? "" : `[${world}] `}${legible(failureText(failure))}\n`)
      })
    },
    reloaded: ({ world }) => batch.add(`The fixtures changed and were loaded again (version ${world.version}).\n`),
    end: () => batch.add("Stopped.\n").flush(),
  }
}

const greeting = (url: string): string[] => [
  `Hexarium ${VERSION} is ready.`,
  `  API        ${url}/api/v0`,
  `  dashboard  ${url}/`,
  `  reference  ${url}/docs`,
]

function introduceUsers({ users }: Fixture, url: string): string[] {
  const rows = [
    ["user", "password", "token"],
    ...users.map(({ email, password = "", token = "" }) => [email, password, token]),
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const token = users.find((user) => user.token !== undefined)?.token
  return [
    "",
    "The demo world's users:",
    ...rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd()),
    ...(token === undefined ? [] : ["", `Try: curl -H 'Authorization: Bearer ${token}' ${url}/api/v0/userinfo`]),
  ]
}

const follow = (worlds: Worlds, tell: (named: NamedWorld, entry: RequestEntry) => void): void =>
  worlds.onWorld((named) => void named.log.subscribe((entry) => tell(named, entry)))

const followFailures = (worlds: Worlds, tell: (world: string, failure: Failure) => void): void =>
  worlds.onWorld(({ name, world }) => void world.failureLog.onAdd((failure) => tell(name, failure)))

function failureText(failure: Failure): string {
  const { kind, id, name, error } = failure
  if (kind === "mail") return `The mail ${id} to ${name} was not delivered: ${error}`
  const item = failure.itemId === undefined ? "" : ` on the item ${failure.itemId}`
  return kind === "auto_action"
    ? `The auto action ${name} could not be run${item}: ${error}`
    : `The upload ${name} could not be removed: ${error}`
}

/** What a terminal would take as an order or not show where it stands: control characters, also of C1, and turns of direction. */
const ORDERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text of others as a terminal may show it. Line ends stay with `keeping`. */
const legible = (text: string, keeping = ""): string =>
  text.replaceAll(ORDERS, (character) =>
    keeping.includes(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** What may wait for a reader of the output; further lines are dropped until there is room again. */
const WAITING_BYTES = 1_048_576

/** Writes the lines of one turn of the event loop together. */
class Batch {
  readonly #io: Io
  /** How the log says that it left out so many lines. */
  readonly #gap: (lines: number) => string
  #lines: string[] = []
  #dropped = 0

  constructor(io: Io, gap: (lines: number) => string) {
    this.#io = io
    this.#gap = gap
  }

  add(line: string): this {
    if (this.#lines.length === 0) setImmediate(() => this.flush())
    this.#lines.push(line)
    return this
  }

  flush(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join("")
    if (this.#io.waiting() + text.length > WAITING_BYTES) {
      this.#dropped += this.#lines.length
    } else {
      this.#io.out(this.#dropped === 0 ? text : this.#gap(this.#dropped) + text)
      this.#dropped = 0
    }
    this.#lines = []
  }
}
