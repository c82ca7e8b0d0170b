import * as z from "zod"
import { FAILURE_KINDS } from "../../../src/model/records/index.ts"
import { answerOf, millis, namedAnswer } from "../../api/index.ts"
import { listing } from "../paged-list.ts"
import { presentFailure } from "../presenters/failures.ts"
import { route } from "../route.ts"

/** A failure of background work, such as a mail delivery (control.md section 3, "failures"). */
const failureShape = namedAnswer("Failure", () => ({
  at: millis().describe("Time of the failure on the world's clock"),
  kind: z.enum(FAILURE_KINDS).describe("Kind of the work that failed"),
  id: z.string().describe("ID of the mail, auto_id of the auto action, or a_id of the script's or webhook's action"),
  name: z
    .string()
    .describe("Receiver of the mail, name of the auto action, action_id of the action, or URL of the webhook"),
  item_id: z.string().optional().describe("Item on which the action ran"),
  error: z.string().describe("The error message"),
}))

export const failureRoutes = [
  route(
    "GET /worlds/:w/failures",
    {
      name: "listFailures",
      summary: "List failures that no caller received",
      anchor: "failures",
      answer: answerOf(() => ({ failures: z.array(failureShape()).describe("Failures, oldest first") })),
      isList: true,
    },
    ({ named }) => listing("failures", named.world.failureLog.entries, presentFailure),
  ),
] as const
