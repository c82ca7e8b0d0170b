import { type Context, Hono } from "hono"
import { DomainError, invalidParams, targetNotFound } from "../../src/model/index.ts"
import { type AppEnv, beginOutside, type HubUser, presentError } from "../api/index.ts"
import { emptyReply, jsonReply, Reply } from "../wire/index.ts"
import type { RequestEntry } from "../worlds/index.ts"
import { requireToken } from "./admission.ts"

/** Returns the error response to a request that reaches an app without a server. */
const noHub = (): Reply =>
  presentError(
    targetNotFound(
      "an app of createApp has no hub, because it has no socket; start a server with startServer or the command line",
    ),
    null,
  )

/** Returns the error response to a request that does not ask for a WebSocket. */
function upgradeRequired(): Reply {
  const { headers, body } = presentError(invalidParams("connect to the hub with a WebSocket"), null)
  return new Reply(426, { ...headers, upgrade: "websocket", connection: "upgrade" }, body)
}

function negotiationReply(): Reply {
  const connectionId = crypto.randomUUID()
  const availableTransports = [{ transport: "WebSockets", transferFormats: ["Text"] }]
  return jsonReply(200, { negotiateVersion: 0, connectionId, availableTransports })
}

/** Creates the routes of the hub: admission of WebSockets, and the negotiation of SignalR clients (hub.md section 1). */
export function makeHubRoutes(answer: (context: Context<AppEnv>, reply: Reply) => Response): Hono<AppEnv> {
  const finish = (context: Context<AppEnv>, entry: RequestEntry, reply: Reply, uId: HubUser["uId"] | null = null) => {
    entry.answered(reply, uId)
    return answer(context, reply)
  }
  /** Runs `admit` with the request's user. Requests without a valid token are refused and logged. */
  const withUser = (
    context: Context<AppEnv>,
    entry: RequestEntry,
    admit: (user: HubUser) => Response | Promise<Response>,
  ) => {
    const named = context.get("named")
    let user: HubUser
    try {
      user = { named, ...requireToken(named, context.req.url, context.req.raw.headers) }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return finish(context, entry, presentError(error, null))
    }
    return admit(user)
  }
  return new Hono<AppEnv>()
    .get("/", (context) => {
      const entry = beginOutside(context, context.get("named"), "/hub")
      const admit = context.env?.admit
      if (admit === undefined) return finish(context, entry, context.env?.hasHub === true ? upgradeRequired() : noHub())
      return withUser(context, entry, (user) => {
        admit({ ...user, entry })
        return answer(context, emptyReply(204, {}))
      })
    })
    .post("/negotiate", (context) => {
      const entry = beginOutside(context, context.get("named"), "/hub/negotiate")
      if (context.env?.hasHub !== true) return finish(context, entry, noHub())
      return withUser(context, entry, ({ uId }) => finish(context, entry, negotiationReply(), uId))
    })
}
