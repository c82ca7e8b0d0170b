import * as z from "zod"
import { answer, lazy } from "../../contract/shapes.ts"
import { runCall } from "../call.ts"
import { answerControl, settled } from "../control-env.ts"
import { route } from "../route.ts"

const call = lazy(() =>
  z.strictObject({
    operation: z.string().describe("Name of the operation, createItem or CreateItem"),
    as: z
      .string()
      .optional()
      .describe("The user who calls: e-mail address, e-mail#user_code or ID; operations for anybody need none"),
    input: z.record(z.string(), z.unknown()).optional().describe("The input, as `world.as` takes it"),
  }),
)

/** Calls in natural words (control.md section 3, "call"). */
export const callRoutes = [
  route(
    "POST /worlds/:w/call",
    {
      name: "call",
      summary: "Call an operation as a user, in the words of `world.as`",
      description:
        "Operations that answer bytes are answered with them. A refusal has its own status and `{error: {code, reason, status, message, details}}`.",
      anchor: "call",
      body: call,
      jsonParts: ["input"],
      answer: lazy(() => answer({ result: z.unknown().describe("What the operation answers; null for nothing") })),
    },
    async ({ named, body, file, context }) => {
      const { authorization } = context.req.header()
      const sent = { ...body, file, authorization: authorization ?? null }
      return answerControl(context, await runCall(named, sent, (reply) => settled(context, reply)))
    },
  ),
] as const
