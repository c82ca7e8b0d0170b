import type { Fixture } from "../../../src/fixtures/index.ts"
import type { Failure, Fired } from "../../../src/model/records/index.ts"
import { presentFailure, presentFired, presentRequestLine } from "../../control/index.ts"
import type { RunningServer } from "../../node/index.ts"
import { VERSION } from "../../version.ts"
import { type AppWorld, type AppWorlds, MAIN, requireWorlds } from "../../worlds/index.ts"
import { type Paint, plain } from "../colours.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import type { Io } from "../io.ts"
import { printable } from "../printable.ts"
import { requestLines } from "../request-line.ts"
import { Batch } from "./batch.ts"
import type { Reloaded } from "./serve.ts"

export interface ServerLog {
  ready(server: RunningServer, demo: Fixture | undefined): void
  reloaded(named: AppWorld, became: Omit<Reloaded, "files">): void
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
  notReloaded: (problem) => io.err(`hexarium: the fixtures were not reloaded: ${printable(problem, "\n")}\n`),
  bug: (error, operation) => io.err(`hexarium: a bug in ${printable(`${operation}: ${stackOf(error)}`, "\n")}\n`),
  end: () => {},
})

function jsonLog(io: Io): ServerLog {
  const line = (event: string, properties: object) => `${JSON.stringify({ event, ...properties })}\n`
  const batch = new Batch(io, (lines) => line("dropped", { lines }))
  return {
    ready({ url, app }) {
      io.out(line("ready", { url, pid: process.pid, world: "main" }))
      follow(app.worlds, {
        request: (_, entry) => batch.add(line("request", entry)),
        fired: (world, fired, effects) => batch.add(line("fired", { world, ...presentFired(fired), effects })),
        failure: (world, failure) => batch.add(line("failure", { world, ...presentFailure(failure) })),
        putBack: (world, version) => batch.add(line("replaced", { world, version, reason: PUT_BACK })),
      })
    },
    reloaded: ({ name, world }, { kept, dropped }) =>
      batch.add(
        line("reloaded", {
          world: name,
          version: world.version,
          kept: kept.slice(0, MAX_CHANGES),
          dropped: dropped.slice(0, MAX_CHANGES),
        }),
      ),
    notReloaded: (problem) => batch.add(line("not_reloaded", { error: problem })),
    bug: (error, operation) => batch.add(line("bug", { operation, error: stackOf(error) })),
    end: () => batch.add(line("stopped", {})).flush(),
  }
}

function prettyLog(io: Io): ServerLog {
  const paint = io.colours?.out ?? plain
  const batch = new Batch(io, (lines) => `… ${lines} log lines were dropped because the output was not read in time\n`)
  return {
    ...quietLog(io),
    ready({ url, app }, demo) {
      io.out(
        `${[...greetingLines(url, paint), ...(demo === undefined ? [] : usersText(demo, url)), "", "Ctrl+C stops it."].join("\n")}\n`,
      )
      const add = (world: string, lines: readonly string[]) => {
        const place = world === MAIN ? "" : `[${world}] `
        batch.add(`${place}${lines.join("\n")}\n`)
      }
      follow(app.worlds, {
        request: (world, entry) => add(world, requestLines(entry, paint)),
        fired: (world, fired, effects) => add(world, firedLines(fired, effects, paint)),
        failure: (world, failure) => add(world, [paint("red", printable(failureText(failure)))]),
        putBack: (world, version) => add(world, [paint("red", `${PUT_BACK}; the world is now at version ${version}`)]),
      })
    },
    reloaded({ world }, became) {
      batch.add(`Reloaded the changed fixtures; the world is now at version ${world.version}.\n`)
      for (const word of ["kept", "dropped"] as const) {
        const lines = became[word]
        for (const one of lines.slice(0, MAX_LINES)) batch.add(`    ${word} change: ${printable(one)}\n`)
        if (lines.length > MAX_LINES) batch.add(`    ${word}: … and ${lines.length - MAX_LINES} more changes\n`)
      }
    },
    end: () => batch.add("Stopped.\n").flush(),
  }
}

const greetingLines = (url: string, paint: Paint): string[] => [
  `${paint("bold", `Hexarium ${VERSION}`)} is ready.`,
  `  API        ${paint("cyan", `${url}/api/v0`)}`,
  `  dashboard  ${paint("cyan", `${url}/`)}`,
  `  reference  ${paint("cyan", `${url}/docs`)}`,
  "",
  "For the JavaScript SDK:",
  `  url        ${paint("cyan", `${url}/graphql`)}`,
  `  rest       ${paint("cyan", url)}`,
  `  pubsub     ${paint("cyan", `${url}/hub`)}`,
]

const firedLines = ({ kind, name, affected }: Fired, effects: readonly string[], paint: Paint): string[] => [
  `${paint("magenta", "fired")}  ${kind.replaceAll("_", " ")} ${printable(name)}  ${affected} items written`,
  ...effects.slice(0, MAX_LINES).map((effect) => `    ${paint("dim", printable(effect))}`),
]

const MAX_CHANGES = 200

const MAX_LINES = 5

function usersText({ users }: Fixture, url: string): string[] {
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

interface Listener {
  request(world: string, entry: ReturnType<typeof presentRequestLine>): void
  fired(world: string, fired: Fired, effects: readonly string[]): void
  failure(world: string, failure: Failure): void
  putBack(world: string, version: number): void
}

const PUT_BACK = "The store was put back in time, so the world was loaded again and its later changes are lost"

function follow(worlds: AppWorlds, { request, fired, failure, putBack }: Listener): void {
  requireWorlds(worlds).onWorld((named) => {
    const { name, world, log, events } = named
    let effects: readonly string[] = []
    log.subscribe((entry) => request(name, presentRequestLine(named, entry)))
    log.follow((entry) => {
      // Remembers the effects of a clock move for its `fired` events, which follow the log entry.
      if (entry.input.method === "CLOCK") effects = presentRequestLine(named, entry).effects
    })
    events.subscribe(({ happening }) => {
      if (happening.kind === "world" && happening.what === "replaced" && happening.name === name)
        putBack(name, world.version)
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
