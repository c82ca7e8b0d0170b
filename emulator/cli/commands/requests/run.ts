import { reasonIn } from "../../../control/index.ts"
import { type Paint, plain } from "../../colours.ts"
import type { FlagsOf } from "../../flags/flag.ts"
import { type Io, usageError } from "../../io.ts"
import { omitUndefined, print } from "../../print.ts"
import { printable } from "../../printable.ts"
import { type RemoteCall, remoteCommand, withServer } from "../../remote/remote-command.ts"
import { type RequestLine, requestLines } from "../../request-line.ts"
import { waitForSignal } from "../../signals.ts"
import type { LIST_FLAGS } from "./declare.ts"

type RequestFlags = FlagsOf<typeof LIST_FLAGS>

interface LoggedRequest extends Omit<RequestLine, "error"> {
  readonly id: string
  readonly at: string
  readonly response: unknown
}

function linesOf(entry: LoggedRequest, io: Io): string {
  const paint: Paint = io.colours?.out ?? plain
  return requestLines({ ...entry, error: entry.status < 400 ? undefined : reasonIn(entry.response) }, paint)
    .map((line, at) => (at === 0 ? `${paint("dim", `${entry.id}  ${entry.at}`)}  ${line}\n` : `${line}\n`))
    .join("")
}

export const listRequests = withServer(async ({ control, io, flags }: RemoteCall<RequestFlags>) => {
  const { operation, status, since, user, text, origin, limit, har } = flags
  const filter = omitUndefined({ operation, status, since, user, text, origin })
  if (har) {
    if (limit !== undefined) throw usageError("--limit has no effect with --har; omit one of the two flags")
    io.out(await control.exportRequests(filter))
    return
  }
  const result = await control.listRequests({ ...filter, ...omitUndefined({ limit }) })
  const lines = () => result.requests.map((entry) => linesOf(entry, io)).join("")
  print(io, flags, result, () => lines() || "no matching requests\n")
})

export const showRequest = remoteCommand(
  ({ control, words: [id = ""] }) => control.getRequest({ id }),
  (entry, { io }) => linesOf(entry, io) + bodyText("request", entry.request) + bodyText("response", entry.response),
)

const bodyText = (name: string, value: unknown): string =>
  value === null || value === undefined ? "" : `${name}: ${printable(JSON.stringify(value, null, 2), "\n")}\n`

export const followRequests = withServer(async ({ control, io, flags }) => {
  const ending = new AbortController()
  void waitForSignal(io).then(() => ending.abort())
  try {
    for await (const { event, data } of control.streamEvents({ kinds: "request" }, { signal: ending.signal })) {
      if (event !== "request" || !isLogged(data)) continue
      io.out(flags.json ? `${JSON.stringify(data)}\n` : linesOf(data, io))
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error
  }
})

const isLogged = (data: unknown): data is LoggedRequest =>
  typeof data === "object" && data !== null && "method" in data && "effects" in data
