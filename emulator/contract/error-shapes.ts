import * as z from "zod"
import type { ErrorShape, Row } from "./row.ts"
import { answer, anyObject, finding, integer, lazy } from "./shapes.ts"

/** The codes of errors.md section 2. */
export const errorCode = () =>
  z.enum([
    "INVALID_PARAMS",
    "INVALID_VALUE",
    "INVALID_SETTINGS",
    "ITEM_REV_CONFLICT",
    "NOT_FOUND",
    "NO_PRIVILEGES",
    "PROCESS_STOPPED",
    "TRANSACTION_ABORTED",
    "SEARCH_TIMEOUT",
    "COUNT_TIMEOUT",
    "SYSTEM_ERROR",
    "UNAUTHORIZED",
    "NOT_IMPLEMENTED",
  ])

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

/** The error bodies that an operation may answer: the flat one, those its row names, and for item writes theirs. */
export function shapesOf(row: Row): ErrorShape[] {
  const shapes = new Set<ErrorShape>(["E2"])
  if (row.tag === "items-write") shapes.add("E5").add("E8")
  for (const answer of Object.values(row.errors ?? {})) if (answer.shape !== undefined) shapes.add(answer.shape)
  return [...shapes]
}
