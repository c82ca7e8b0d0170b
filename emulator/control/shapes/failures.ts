import * as z from "zod"
import { answer, lazy, millis, named } from "../../contract/shapes.ts"

/** A failure that nobody was told of (control.md section 3, "failures"). */
export const failureShape = lazy(() =>
  named(
    "Failure",
    answer({
      at: millis().describe("When it failed, by the world's clock"),
      kind: z.enum(["mail", "auto_action", "file_expiry", "post_script", "webhook"]).describe("What failed"),
      id: z
        .string()
        .describe("ID of the mail, auto_id of the auto action, or a_id of the action whose script or webhook it was"),
      name: z
        .string()
        .describe("Whom the mail is for, name of the auto action, action_id of the action, or address of the webhook"),
      item_id: z
        .string()
        .optional()
        .describe("The item that an auto action could not be run on, or that the action was run on"),
      error: z.string().describe("Why"),
    }),
  ),
)
