import * as z from "zod"
import type { ErrorShape } from "./row.ts"
import { answer, anyObject, finding, integer, lazy } from "./shapes.ts"
import { STATUSES } from "./statuses.ts"

/** The codes of errors.md section 2. */
export const errorCode = () => z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[])

/** The service's error bodies (errors.md section 1). */
export const errorShapes = {
  E1: lazy(() =>
    answer({
      has_error: z.literal(true),
      errors: z.array(finding()).min(1),
      result: z.union([z.null(), anyObject()]),
    }),
  ),
  E2: lazy(() => answer({ error: z.string(), error_code: errorCode(), description: z.string().optional() })),
  E3: lazy(() => answer({ description: z.string(), error: z.literal("NOT_FOUND") })),
  E4: lazy(() => answer({ error: z.literal("NOT_FOUND"), errors: z.array(finding()).min(1) })),
  E5: lazy(() =>
    answer({
      error: z.array(finding()).min(1),
      history_id: z.string().optional(),
      item_id: z.string().optional(),
      item: anyObject().optional(),
    }),
  ),
  E6: lazy(() => answer({ error: z.string() })),
  E7: lazy(() => answer({ code: integer(), message: z.string(), error_code: errorCode().optional() })),
  E8: lazy(() =>
    answer({
      error: z.literal(""),
      details: answer({
        result: z.unknown(),
        status: z.literal("REJECTED"),
        stop_execution: z.literal(true),
      }),
      error_code: z.literal("PROCESS_STOPPED"),
    }),
  ),
} as const satisfies Record<ErrorShape, () => z.ZodType>
