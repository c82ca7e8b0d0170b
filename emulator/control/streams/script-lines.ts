import { Hono } from "hono"
import { actorOf, findApplication } from "../../../src/access/index.ts"
import type { LoggedRun } from "../../../src/engine/index.ts"
import { invalidParams, targetNotFound } from "../../../src/model/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type AppEnv, asDomainError, notFoundHandlers, presentError } from "../../api/index.ts"
import { answerControl } from "../control-env.ts"
import { type Guards, guardControl } from "../guards/guard.ts"
import { eventStream, lastEventId, writeEvent } from "./event-stream.ts"

interface Line {
  readonly id: number
  readonly message: string
}

type Channel = Pick<LoggedRun, "uId" | "pId">

/** Parses a channel name as used by the service's command line: `logs_<user_id>_<project_id>`. */
function requireChannel(world: World, channel: string | undefined): Channel {
  const [, user = "", project = ""] = /^logs_([^_]+)_(.+)$/.exec(channel ?? "") ?? []
  if (user === "") throw invalidParams(`channel: expected logs_<user_id>_<project_id>, received ${channel ?? "none"}`)
  const view = world.view()
  const found = view.get("users", user)
  if (found === undefined) throw targetNotFound(`the world has no user ${user}`)
  const application = findApplication(view, actorOf(view, found), project)
  if (application === undefined) throw targetNotFound(`the user's current workspace has no project ${project}`)
  return { uId: found.uId, pId: application.pId }
}

const linesOf = ({ first, lines }: LoggedRun): Line[] => lines.map((message, place) => ({ id: first + place, message }))

/** Serves `/sse` below the base URL of a world: log lines of scripts (control.md section 3, "What scripts log"). */
export function makeScriptLines({ worlds, hosts, remote }: Guards): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(guardControl({ worlds, hosts, remote }))
  app.get("/", (context) => {
    const { world, log } = context.get("named")
    const { scriptLog } = world
    const channel = requireChannel(world, context.req.query("channel"))
    const isMeant = ({ uId, pId }: LoggedRun): boolean => uId === channel.uId && pId === channel.pId
    const last = lastEventId(context.req, "a log line")
    return eventStream<Line>(context, {
      about: "log lines of each script when it ends",
      logged:
        last === undefined
          ? []
          : scriptLog.runs
              .filter(isMeant)
              .flatMap(linesOf)
              .filter(({ id }) => id > last),
      closed: log.closed,
      subscribe: (listener) =>
        scriptLog.onAdd((run) => {
          if (isMeant(run)) for (const line of linesOf(run)) listener(line)
        }),
      sizeOf: ({ message }) => message.length,
      eventOf: ({ id, message }) => writeEvent(id, { message }, "log_actionscript"),
    })
  })
  app.use("*", ...notFoundHandlers(app, answerControl))
  return app.onError((error, context) => answerControl(context, presentError(asDomainError(error), null)))
}
