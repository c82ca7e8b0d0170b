import * as z from "zod"
import { answerOf, strictObjectOf } from "../../api/index.ts"
import { runCall } from "../calls/call.ts"
import { answerControl, awaitRoom } from "../control-env.ts"
import { route } from "../route.ts"

const call = strictObjectOf(() => ({
  operation: z.string().describe("Name of the operation, for example getItemDetails or GetItemDetails"),
  as: z.string().optional().describe("The caller: e-mail address, e-mail#user_code or ID; public operations need none"),
  input: z.record(z.string(), z.unknown()).optional().describe("The input, as for `world.as`"),
}))

export const callRoutes = [
  route(
    "POST /worlds/:w/call",
    {
      name: "call",
      summary: "Call an operation as a user, like `world.as`",
      description:
        "Operations that return a file respond with the file's content. A refusal has its own status and `{error: {code, reason, status, message, details}}`.",
      anchor: "call",
      body: call,
      jsonParts: ["input"],
      answer: answerOf(() => ({ result: z.unknown().describe("The operation's result; null if there is no result") })),
    },
    async ({ named, body, file, context }) => {
      const { authorization } = context.req.header()
      const sent = { ...body, file, authorization: authorization ?? null }
      return answerControl(context, await runCall(named, sent, (reply) => awaitRoom(context, reply)))
    },
  ),
] as const
