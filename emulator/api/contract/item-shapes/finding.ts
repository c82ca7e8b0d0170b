import * as z from "zod"
import { namedAnswer } from "../shapes.ts"

/** Error element `ErrEl` (errors.md section 1). */
export interface WireFinding {
  description: string
  error?: string | undefined
  error_code: string
  error_level: "ERROR" | "WARN"
  reference_id: string
}

/** Schema of `ErrEl`. The explicit type makes editors show the same type name for all lists of findings. */
export const finding: () => z.ZodType<WireFinding, WireFinding> = namedAnswer("ErrEl", () => ({
  description: z.string().describe("Subject of the error: the field, item or place"),
  error: z.string().optional().describe("The reason, if it is known"),
  error_code: z.string().describe("Error code (errors.md section 2)"),
  error_level: z.enum(["ERROR", "WARN"]).describe("ERROR; or WARN if the request continued without this part"),
  reference_id: z.string().describe("The faulty field, item, member or entry; empty if there is none"),
}))
