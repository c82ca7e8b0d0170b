import * as z from "zod"
import { finding } from "./item-shapes/finding.ts"
import { type Code, type ErrorShape, STATUSES } from "./refusals.ts"
import { answer, anyObject, integer, lazy } from "./shapes.ts"

/** The codes of errors.md section 2. */
export const errorCode = () => z.enum(Object.keys(STATUSES) as Code[])

/** The service's error bodies (errors.md section 1). */
export const errorShapes = {
  errorsWithResult: lazy(() =>
    answer({
      has_error: z.literal(true),
      errors: z.array(finding()).min(1),
      result: z.union([z.null(), anyObject()]),
    }),
  ),
  flat: lazy(() => answer({ error: z.string(), error_code: errorCode(), description: z.string().optional() })),
  placeNotFound: lazy(() => answer({ description: z.string(), error: z.literal("NOT_FOUND") })),
  itemNotFound: lazy(() => answer({ error: z.literal("NOT_FOUND"), errors: z.array(finding()).min(1) })),
  itemErrors: lazy(() =>
    answer({
      error: z.array(finding()).min(1),
      history_id: z.string().optional(),
      item_id: z.string().optional(),
      item: anyObject().optional(),
    }),
  ),
  errorText: lazy(() => answer({ error: z.string() })),
  errorMessage: lazy(() => answer({ code: integer(), message: z.string(), error_code: errorCode().optional() })),
  rejected: lazy(() =>
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
