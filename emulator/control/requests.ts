import { invalidParams } from "../../src/index.ts"
import { presentRequest } from "../presenters/control/requests.ts"
import { eventStream } from "./event-stream.ts"
import { queryCount } from "./query.ts"
import { type ControlRoute, route } from "./route.ts"

/** The request log of a world and its stream (control.md section 3). */
export const requestRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/requests", ({ named, query }) => {
    const operation = query.get("operation")
    const status = queryCount(query, "status")
    const since = queryCount(query, "since") ?? 0
    const limit = queryCount(query, "limit")
    const found = named.log
      .entries()
      .filter(
        (entry) =>
          entry.id > since &&
          (operation === null || entry.input.operation === operation) &&
          (status === undefined || entry.status === status),
      )
    const latest = limit === undefined ? found : found.slice(Math.max(0, found.length - limit))
    return { requests: latest.map((entry) => presentRequest(named.world, entry)) }
  }),
  route("GET", "/worlds/:w/events", ({ named, query, headers, signal }) => {
    const last = headers.get("last-event-id") ?? query.get("since")
    if (last !== null && !/^\d{1,15}$/.test(last))
      throw invalidParams(`not the id of a request: ${JSON.stringify(last)}`)
    return eventStream(named, last === null ? undefined : Number(last), signal)
  }),
]
