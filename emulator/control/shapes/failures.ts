import * as z from "zod"
import { answer, lazy, millis, named } from "../../contract/shapes.ts"

/** A failure that nobody was told of (control.md section 3, "failures"). */
export const failureShape = lazy(() =>
  named(
    "Failure",
    answer({
      at: millis().describe("When it failed, by the world's clock"),
      kind: z.enum(["mail", "auto_action", "file_expiry"]).describe("What failed"),
      id: z.string().describe("ID of the mail, or auto_id of the auto action"),
      name: z.string().describe("Subject of the mail, or name of the auto action"),
      item_id: z.string().optional().describe("The item that an auto action could not be run on"),
      error: z.string().describe("Why"),
    }),
  ),
)
