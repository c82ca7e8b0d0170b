import type { Failure, Fired, Fixture } from "../../../src/inside.ts"
import { presentFired } from "../../control/presenters/clock.ts"
import { presentFailure } from "../../control/presenters/failures.ts"
import { presentRequestLine } from "../../control/presenters/requests.ts"
import type { RunningServer } from "../../node/server.ts"
import { VERSION } from "../../version.ts"
import { MAIN, type NamedWorld, type Worlds } from "../../worlds/worlds.ts"
import { type Paint, plain } from "../colours.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import type { Io } from "../io.ts"
import { legible } from "../legible.ts"
import { requestLines } from "../request-line.ts"
import { Batch } from "./batch.ts"
import type { Reloaded } from "./serve.ts"

/** What `start` says while it runs. */
export interface ServerLog {
  /** Requests are answered from now on. `demo`: the fixture of the demo, whose logins are told. */
  ready(server: RunningServer, demo: Fixture | undefined): void
  /** What had been changed in the running world, and what of it is kept or gone. */
  reloaded(named: NamedWorld, became: Omit<Reloaded, "files">): void
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
      follow(app.worlds, {
        request: (_, told) => batch.add(line("request", told)),
        fired: (world, fired, effects) => batch.add(line("fired", { world, ...presentFired(fired), effects })),
        failure: (world, failure) => batch.add(line("failure", { world, ...presentFailure(failure) })),
      })
    },
    reloaded: ({ name, world }, { kept, dropped }) =>
      batch.add(
        line("reloaded", {
          world: name,
          version: world.version,
          kept: kept.slice(0, MOST_TOLD),
          dropped: dropped.slice(0, MOST_TOLD),
        }),
      ),
    notReloaded: (problem) => batch.add(line("not_reloaded", { error: problem })),
    bug: (error, operation) => batch.add(line("bug", { operation, error: stackOf(error) })),
    end: () => batch.add(line("stopped", {})).flush(),
  }
}

function prettyLog(io: Io): ServerLog {
  const paint = io.colours?.out ?? plain
  const batch = new Batch(io, (lines) => `… ${lines} lines that nobody read were left out\n`)
  return {
    ...quietLog(io),
    ready({ url, app }, demo) {
      io.out(
        `${[...greeting(url, paint), ...(demo === undefined ? [] : introduceUsers(demo, url)), "", "Ctrl+C stops it."].join("\n")}\n`,
      )
      const add = (world: string, lines: readonly string[]) => {
        const place = world === MAIN ? "" : `[${world}] `
        batch.add(`${place}${lines.join("\n")}\n`)
      }
      follow(app.worlds, {
        request: (world, told) => add(world, requestLines(told, paint)),
        fired: (world, fired, effects) => add(world, firedLines(fired, effects, paint)),
        failure: (world, failure) => add(world, [paint("red", legible(failureText(failure)))]),
      })
    },
    reloaded({ world }, became) {
      batch.add(`The fixtures changed and were loaded again (version ${world.version}).\n`)
      for (const word of ["kept", "dropped"] as const) {
        const lines = became[word]
        for (const one of lines.slice(0, SHOWN)) batch.add(`    ${word}: ${legible(one)}\n`)
        if (lines.length > SHOWN) batch.add(`    ${word}: … and ${lines.length - SHOWN} more\n`)
      }
    },
    end: () => batch.add("Stopped.\n").flush(),
  }
}

const greeting = (url: string, paint: Paint): string[] => [
  `${paint("bold", `Hexarium ${VERSION}`)} is ready.`,
  `  API        ${paint("cyan", `${url}/api/v0`)}`,
  `  dashboard  ${paint("cyan", `${url}/`)}`,
  `  reference  ${paint("cyan", `${url}/docs`)}`,
]

/** Something that ran by itself: an auto action, or what was due otherwise. */
const firedLines = ({ kind, name, affected }: Fired, effects: readonly string[], paint: Paint): string[] => [
  `${paint("magenta", "fired")}  ${kind.replaceAll("_", " ")} ${legible(name)}  ${affected} written`,
  ...effects.slice(0, SHOWN).map((effect) => `    ${paint("dim", legible(effect))}`),
]

/** So much at most is told of what a reload keeps and drops. */
const MOST_TOLD = 200

/** So many effects are shown of what fired. */
const SHOWN = 5

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

/** Who is told what, each with the name of its world. */
interface Listener {
  request(world: string, told: ReturnType<typeof presentRequestLine>): void
  fired(world: string, fired: Fired, effects: readonly string[]): void
  failure(world: string, failure: Failure): void
}

function follow(worlds: Worlds, { request, fired, failure }: Listener): void {
  worlds.onWorld((named) => {
    const { name, world, log, events } = named
    let effects: readonly string[] = []
    log.subscribe((entry) => request(name, presentRequestLine(named, entry)))
    log.follow((entry) => {
      // What was due is written down just before it is told that it has fired.
      if (entry.input.method === "CLOCK") effects = presentRequestLine(named, entry).effects
    })
    events.subscribe(({ happening }) => {
      if (happening.kind !== "fired") return
      fired(name, happening.fired, effects)
      effects = []
    })
    world.failureLog.onAdd((one) => failure(name, one))
  })
}

function failureText(failure: Failure): string {
  const { kind, id, name, error } = failure
  if (kind === "mail") return `The mail ${id} to ${name} was not delivered: ${error}`
  const item = failure.itemId === undefined ? "" : ` on the item ${failure.itemId}`
  switch (kind) {
    case "auto_action":
      return `The auto action ${name} could not be run${item}: ${error}`
    case "file_expiry":
      return `The upload ${name} could not be removed: ${error}`
    case "post_script":
      return `The post script of ${name} was not run${item}: ${error}`
    case "webhook":
      return `The webhook ${name} was not sent: ${error}`
  }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
