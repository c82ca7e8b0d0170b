import type { Hono } from "hono"
import type { KeptBody } from "../worlds/kept-bodies.ts"
import type { RequestEntry } from "../worlds/request-log.ts"
import type { NamedWorld } from "../worlds/worlds.ts"
import { type ControlEnv, inWorld } from "./control-env.ts"
import { eventStream, lastEventId, writeEvent } from "./event-stream.ts"
import { answerWithList } from "./list-page.ts"
import { presentRequest } from "./presenters/requests.ts"
import { queryCount } from "./query.ts"

/** What an entry takes besides its bodies. */
const HEAD_BYTES = 512

/** What was written last, for the other streams of the world that are going to write it, too. */
const latest = new WeakMap<NamedWorld, { readonly entry: RequestEntry; readonly event: Uint8Array }>()

function eventOf(named: NamedWorld, entry: RequestEntry): Uint8Array {
  const known = latest.get(named)
  if (known?.entry === entry) return known.event
  const event = writeEvent(entry.id, presentRequest(named.world, entry))
  latest.set(named, { entry, event })
  return event
}

const keptOf = (body: KeptBody | null): number =>
  body === null || typeof body.content === "number" ? 0 : body.content.length

const sizeOf = ({ body, answer, input }: RequestEntry): number =>
  HEAD_BYTES + input.path.length + keptOf(body) + keptOf(answer)

/** The request log of a world and its stream (control.md section 3). */
export function requestRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/requests", inWorld, (context) => {
    const { req } = context
    const { log, world } = context.get("named")
    const operation = req.query("operation")
    const status = queryCount(req, "status")
    const since = queryCount(req, "since") ?? 0
    const found = log
      .entries()
      .filter(
        (entry) =>
          entry.id > since &&
          (operation === undefined || entry.input.operation === operation) &&
          (status === undefined || entry.status === status),
      )
    return answerWithList(context, "requests", found, (entry) => presentRequest(world, entry), "latest")
  })
  control.get("/worlds/:w/events", inWorld, (context) => {
    const named = context.get("named")
    const { log } = named
    const last = lastEventId(context.req, "request", context.req.query("since"))
    return eventStream(context, {
      about: "requests of the world as they are answered",
      logged: last === undefined ? [] : log.entries().filter(({ id }) => id > last),
      closed: log.closed,
      subscribe: (listener) => log.subscribe(listener),
      sizeOf,
      eventOf: (entry) => eventOf(named, entry),
    })
  })
}
