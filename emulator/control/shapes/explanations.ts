import * as z from "zod"
import { EXPLAINED_KINDS } from "../../../src/model/index.ts"
import { answerOf, integer, listOf, namedAnswer } from "../../api/index.ts"

export const factShape = answerOf(() => ({
  name: z.string().describe("Name of the fact, for example action_roles"),
  value: z.union([z.string(), z.number(), z.array(z.string())]).describe("Text, number, or list of names"),
}))

const shownRequestShape = namedAnswer("ShownRequest", () => ({
  method: z.string().describe("HTTP method"),
  path: z.string().describe("Path with /api/v0 or /graphql, and with the query"),
  as: z.string().optional().describe("The user: e-mail, e-mail#user_code or u_id; absent if none is needed"),
  body: z.unknown().optional().describe("JSON body; absent if the request has none"),
}))

const stepShape = namedAnswer("ExplainedStep", () => ({
  step: z.enum(EXPLAINED_KINDS.step).describe("The step of the order of refusal"),
  passed: z.boolean().describe("Whether the request passed the step"),
  says: z.string().describe("What was checked, as a sentence"),
  facts: z.array(factShape()).describe("The facts that decided"),
  section: z.string().describe("Section of the reference that has the rule, for example model.md section 6"),
  kind: z
    .enum([...EXPLAINED_KINDS.check, ...EXPLAINED_KINDS.cause])
    .optional()
    .describe("Kind of the sentence; absent if the sentence is the text of the refusal"),
}))

const wayShape = namedAnswer("Way", () => ({
  says: z.string().describe("The way as a sentence"),
  moves: listOf("The changes that the way consists of", {
    kind: z.enum(EXPLAINED_KINDS.move).describe("Kind of the change"),
    facts: z.array(factShape()).describe("What is changed, and into what"),
  }),
  request: shownRequestShape()
    .optional()
    .describe("The request to send instead; absent if the same request succeeds after the change"),
  change: z
    .array(shownRequestShape())
    .optional()
    .describe("Requests to send before, as an administrator; absent if nothing in the world has to change"),
  status: integer().describe("Status of the request then"),
}))

/** An explanation (insight.md section 2). */
export const explanationShape = namedAnswer("Explanation", () => ({
  outcome: z.enum(["ok", "refused"]).describe("Whether the request was accepted"),
  steps: z.array(stepShape()).describe("The steps that the request reached, in their order"),
  ways: z.array(wayShape()).describe("At most three ways to success of a refused request, the nearest first"),
  version: integer().describe("Number of the world's version on which the request was explained"),
  current: z.boolean().describe("Whether this is the world's current version"),
  note: z.string().optional().describe("Why the explanation has no ways, or only the recorded reason"),
}))
