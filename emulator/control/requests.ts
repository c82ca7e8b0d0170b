import type { Hono } from "hono"
import { invalidParams } from "../../src/inside.ts"
import { type ControlEnv, inWorld } from "./control-env.ts"
import { eventStream } from "./event-stream.ts"
import { answerWithList } from "./list-page.ts"
import { presentRequest } from "./presenters/requests.ts"
import { queryCount } from "./query.ts"

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
    const last = context.req.header("last-event-id") ?? context.req.query("since")
    if (last !== undefined && !/^\d{1,15}$/.test(last)) {
      throw invalidParams(`not the id of a request: ${JSON.stringify(last)}`)
    }
    return eventStream(context, last === undefined ? undefined : Number(last))
  })
}
