import * as z from "zod"
import { capsuleSchema } from "../../../src/insight/capsule/index.ts"
import { strictObjectOf } from "../../api/index.ts"
import { anyJsonReply } from "../../wire/index.ts"
import { answerAny } from "../control-env.ts"
import { route } from "../route.ts"

/** Routes of capsules (insight.md section 4). */
export const capsuleRoutes = [
  route(
    "GET /worlds/:w/capsule",
    {
      name: "getCapsule",
      summary: "Get a capsule: a state and the requests after it, which reproduce a moment elsewhere",
      description: "Passwords, tokens and confirmation IDs are replaced.",
      anchor: "capsule",
      query: strictObjectOf(() => ({
        requests: z
          .string()
          .optional()
          .describe("The requests: an ID, a range such as 12..40, or all, which is the default"),
        anonymise: z
          .enum(["true", "false"])
          .optional()
          .describe("Whether names, addresses, texts, files, seed and random stream are replaced; default: false"),
      })),
      answer: capsuleSchema,
      refuses: [404],
    },
    async ({ named, query: { requests, anonymise }, context }) => {
      const { writeCapsule } = await import("../../insight/capsules/write-capsule.ts")
      const capsule = await writeCapsule(named, { requests, anonymise: anonymise === "true" }, context.get("capsules"))
      return answerAny(context, () => anyJsonReply(200, capsule))
    },
  ),
] as const
