import * as z from "zod"
import { answer, lazy } from "../../contract/shapes.ts"
import type { KeptBody } from "../../worlds/kept-bodies.ts"
import type { RequestEntry } from "../../worlds/request-log.ts"
import type { NamedWorld } from "../../worlds/worlds.ts"
import { eventStream, lastEventId, writeEvent } from "../event-stream.ts"
import { listing } from "../paged-list.ts"
import { presentRequest } from "../presenters/requests.ts"
import { route } from "../route.ts"
import { wholeNumber } from "../shapes/query.ts"
import { requestShape } from "../shapes/requests.ts"

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
export const requestRoutes = [
  route(
    "GET /worlds/:w/requests",
    {
      name: "listRequests",
      summary: "Requests to the API of the world; the first page holds the latest",
      anchor: "requests",
      query: lazy(() =>
        z.object({
          operation: z.string().optional().describe("Only those of this operation, as CreateItem"),
          status: wholeNumber().describe("Only those that were answered so"),
          since: wholeNumber().describe("ID of a request: only later ones"),
        }),
      ),
      answer: lazy(() => answer({ requests: z.array(requestShape()).describe("In the order of their answers") })),
      isList: true,
    },
    ({ named: { log, world }, query: { operation, status, since = 0 } }) => {
      const found = log
        .entries()
        .filter(
          (entry) =>
            entry.id > since &&
            (operation === undefined || entry.input.operation === operation) &&
            (status === undefined || entry.status === status),
        )
      return listing("requests", found, (entry) => presentRequest(world, entry), "latest")
    },
  ),
  route(
    "GET /worlds/:w/events",
    {
      name: "streamEvents",
      summary: "The same requests as they are answered, as server-sent events",
      anchor: "events",
      query: lazy(() =>
        z.object({
          since: z.string().optional().describe("ID of an event to go on from, as the header Last-Event-ID"),
        }),
      ),
      answer: { contentType: "text/event-stream", description: "Events whose data is a Request" },
    },
    ({ named, query, context }) => {
      const { log } = named
      const last = lastEventId(context.req, "request", query.since)
      return eventStream(context, {
        about: "requests of the world as they are answered",
        logged: last === undefined ? [] : log.entries().filter(({ id }) => id > last),
        closed: log.closed,
        subscribe: (listener) => log.subscribe(listener),
        sizeOf,
        eventOf: (entry) => eventOf(named, entry),
      })
    },
  ),
] as const
