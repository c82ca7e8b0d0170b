import { type Context, Hono } from "hono"
import { invalidParams } from "../../src/model/index.ts"
import { type AppEnv, presentError } from "../api/index.ts"
import { emptyReply, jsonReply, Reply } from "../wire/index.ts"
import { requireToken } from "./admission.ts"

/** Returns the error response to a request that does not ask for a WebSocket, or that reaches an app without a server. */
function upgradeRequired(): Reply {
  const text =
    "connect to the hub with a WebSocket; the hub needs a server that startServer or the command line started"
  const { headers, body } = presentError(invalidParams(text), null)
  return new Reply(426, { ...headers, upgrade: "websocket", connection: "upgrade" }, body)
}

/** Creates the routes of the hub: admission of WebSockets, and the negotiation of SignalR clients (hub.md section 1). */
export const makeHubRoutes = (answer: (context: Context<AppEnv>, reply: Reply) => Response): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .get("/", (context) => {
      const named = context.get("named")
      const admit = context.env?.admit
      if (admit === undefined) return answer(context, upgradeRequired())
      admit({ named, ...requireToken(named, context.req.url, context.req.raw.headers) })
      return answer(context, emptyReply(204, {}))
    })
    .post("/negotiate", (context) => {
      requireToken(context.get("named"), context.req.url, context.req.raw.headers)
      const connectionId = crypto.randomUUID()
      const availableTransports = [{ transport: "WebSockets", transferFormats: ["Text"] }]
      return answer(context, jsonReply(200, { negotiateVersion: 0, connectionId, availableTransports }))
    })
