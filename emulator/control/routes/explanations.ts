import * as z from "zod"
import { LazyModule } from "../../../src/model/index.ts"
import { strictObjectOf } from "../../api/index.ts"
import { requireEntry } from "../require-entry.ts"
import { route } from "../route.ts"
import { explanationShape } from "../shapes/explanations.ts"

const explanations = new LazyModule(() => import("../explain.ts"))

/** Node limits the request line and the headers of real requests to 16 KiB. */
const MAX_PATH_CHARACTERS = 16_384

const question = strictObjectOf(() => ({
  user: z.string().optional().describe("The user to explain: e-mail, e-mail#user_code or u_id; with item and want"),
  item: z.string().optional().describe("ID of an item"),
  want: z
    .enum(["see", "update", "execute", "delete"])
    .optional()
    .describe("What the user wants to do with the item. execute needs an action"),
  action: z
    .string()
    .optional()
    .describe("Action by display ID or a_id; default of update and delete: the datastore's default action"),
  method: z.string().optional().describe("HTTP method of a request to explain; with path, and without user and item"),
  path: z
    .string()
    .max(MAX_PATH_CHARACTERS)
    .optional()
    .describe("Path of the request, with /api/v0 or /graphql and with the query"),
  as: z.string().optional().describe("User who sends the request; absent for a request without a token"),
  body: z.unknown().optional().describe("JSON body of the request"),
}))

export const explanationRoutes = [
  route(
    "GET /worlds/:w/requests/:id/explanation",
    {
      name: "explainRequest",
      summary: "Explain a request of the log, with ways to success if it was refused",
      anchor: "explanations",
      params: { id: "Number of the log entry" },
      answer: explanationShape,
    },
    async ({ named, params, context }) =>
      (await explanations.load()).explainEntry(named, requireEntry(named.log, params.id), context.get("strict")),
  ),
  route(
    "POST /worlds/:w/explain",
    {
      name: "explain",
      summary: "Explain a request, or what a user may do with an item; changes nothing",
      anchor: "explanations",
      body: question,
      answer: explanationShape,
    },
    async ({ named, body, context }) => (await explanations.load()).explainQuestion(named, body, context.get("strict")),
  ),
] as const
