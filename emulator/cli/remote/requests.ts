import { reasonIn } from "../../control/presenters/requests.ts"
import { type Paint, plain } from "../colours.ts"
import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import type { Io } from "../io.ts"
import { legible } from "../legible.ts"
import { requestLines, type ToldRequest } from "../request-line.ts"
import { waitForSignal } from "../serve/signals.ts"
import { asking } from "./running-server.ts"
import { given, tell } from "./tell.ts"

/** Which requests are meant. */
export interface RequestFlags extends RemoteFlags, JsonFlag {
  readonly operation?: string
  readonly status?: number
  readonly since?: number
  readonly user?: string
  readonly text?: string
  readonly origin?: "request" | "script" | "clock" | "any"
  readonly limit?: number
}

interface LoggedRequest extends Omit<ToldRequest, "error"> {
  readonly id: string
  readonly at: string
  readonly response: unknown
}

const linesOf = (entry: LoggedRequest, paint: Paint): string =>
  requestLines({ ...entry, error: entry.status < 400 ? undefined : reasonIn(entry.response) }, paint)
    .map((line, at) => (at === 0 ? `${paint("dim", `${entry.id}  ${entry.at}`)}  ${line}\n` : `${line}\n`))
    .join("")

export const listRequests = (
  io: Io,
  { operation, status, since, user, text, origin, limit, ...flags }: RequestFlags,
): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.listRequests(given({ operation, status, since, user, text, origin, limit }))
    const paint = io.colours?.out ?? plain
    tell(io, flags, told, () => told.requests.map((entry) => linesOf(entry, paint)).join("") || "no requests\n")
  })

export const showRequest = (io: Io, id: string, flags: RequestFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.getRequest({ id })
    const body = (name: string, value: unknown) =>
      value === null || value === undefined ? "" : `${name}: ${legible(JSON.stringify(value, null, 2), "\n")}\n`
    tell(
      io,
      flags,
      told,
      () => linesOf(told, io.colours?.out ?? plain) + body("request", told.request) + body("response", told.response),
    )
  })

/** Tells requests as they are answered, until it is stopped or the server ends; with `--json` an object a line. */
export const followRequests = (io: Io, flags: RequestFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const ending = new AbortController()
    void waitForSignal(io).then(() => ending.abort())
    try {
      for await (const { event, data } of control.streamEvents({ kinds: "request" }, { signal: ending.signal })) {
        if (event !== "request" || !isLogged(data)) continue
        io.out(flags.json ? `${JSON.stringify(data)}\n` : linesOf(data, io.colours?.out ?? plain))
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error
    }
  })

const isLogged = (data: unknown): data is LoggedRequest =>
  typeof data === "object" && data !== null && "method" in data && "effects" in data
