import * as z from "zod"
import { FAILURE_KINDS } from "../../../src/model/records/index.ts"
import { millis, namedAnswer } from "../../api/index.ts"

/** A failure of background work, such as a mail delivery (control.md section 3, "failures"). */
export const failureShape = namedAnswer("Failure", () => ({
  at: millis().describe("Time of the failure on the world's clock"),
  kind: z.enum(FAILURE_KINDS).describe("Kind of the work that failed"),
  id: z.string().describe("ID of the mail, auto_id of the auto action, or a_id of the script's or webhook's action"),
  name: z
    .string()
    .describe("Receiver of the mail, name of the auto action, action_id of the action, or URL of the webhook"),
  item_id: z.string().optional().describe("Item on which the action ran"),
  error: z.string().describe("The error message"),
}))
