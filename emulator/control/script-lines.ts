import { Hono } from "hono"
import {
  actorOf,
  findApplication,
  invalidParams,
  type LoggedRun,
  targetNotFound,
  type World,
} from "../../src/inside.ts"
import type { AppEnv } from "../http/app-env.ts"
import { asDomainError, presentError } from "../api/http/errors.ts"
import type { Hosts } from "../api/http/hosts.ts"
import { misses } from "../api/http/not-found.ts"
import { answerControl } from "./control-env.ts"
import { eventStream, lastEventId, writeEvent } from "./event-stream.ts"
import { guardControl, type RemoteControl } from "./guard.ts"

/** A line that a script logged. */
interface Line {
  readonly id: number
  readonly message: string
}

/** Whose scripts, in which application. */
type Channel = Pick<LoggedRun, "uId" | "pId">

/** What the service's command line calls a channel: `logs_<user_id>_<project_id>`. */
function requireChannel(world: World, channel: string | undefined): Channel {
  const [, user = "", project = ""] = /^logs_([^_]+)_(.+)$/.exec(channel ?? "") ?? []
  if (user === "") throw invalidParams(`not a channel: ${channel ?? "none"}; expected logs_<user_id>_<project_id>`)
  const view = world.view()
  const found = view.get("users", user)
  if (found === undefined) throw targetNotFound(`no user ${user}`)
  const application = findApplication(view, actorOf(view, found), project)
  if (application === undefined) throw targetNotFound(`no project ${project} in the current workspace of ${user}`)
  return { uId: found.uId, pId: application.pId }
}

const linesOf = ({ first, lines }: LoggedRun): Line[] => lines.map((message, place) => ({ id: first + place, message }))

/**
 * `/sse` below the base URL of a world: what scripts log as server-sent events, as the service's command line reads them (control.md
 * section 3, "What scripts log"). It is guarded as the control plane is.
 */
export function makeScriptLines(hosts: Hosts, remote: RemoteControl): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(guardControl(hosts, remote))
  app.get("/", (context) => {
    const { world, log } = context.get("named")
    const { scriptLog } = world
    const channel = requireChannel(world, context.req.query("channel"))
    const isMeant = ({ uId, pId }: LoggedRun): boolean => uId === channel.uId && pId === channel.pId
    const last = lastEventId(context.req, "a line")
    return eventStream<Line>(context, {
      about: "lines of scripts as they end",
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
  app.use("*", ...misses(app, answerControl))
  return app.onError((error, context) => answerControl(context, presentError(asDomainError(error), null)))
}
