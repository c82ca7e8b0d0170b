import * as z from "zod"
import { answer, lazy, named } from "../shapes.ts"

/** `ErrEl` of errors.md section 1. */
export interface WireFinding {
  description: string
  error?: string | undefined
  error_code: string
  error_level: "ERROR" | "WARN"
  reference_id: string
}

/** Its type has a name, so that editors know its members as the same in whatever list they stand. */
export const finding: () => z.ZodType<WireFinding, WireFinding> = lazy(() =>
  named(
    "ErrEl",
    answer({
      description: z.string(),
      error: z.string().optional(),
      error_code: z.string(),
      error_level: z.enum(["ERROR", "WARN"]),
      reference_id: z.string(),
    }),
  ),
)
