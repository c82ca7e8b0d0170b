import * as z from "zod"
import { answer, integer, internalId, internalIdOrNone, lazy, mapOf, millis, never } from "../shapes.ts"

/** The answer of GetTasks. */
export const tasksAnswer = lazy(() =>
  mapOf(
    answer({
      qt_id: z.string(),
      category: z.string(),
      status: answer({ id: integer(), name: z.string() }),
      created_at: millis(),
      started_at: z.union([millis(), never()]),
      finished_at: z.union([millis(), never()]),
      metadata: answer({ w_id: internalId(), p_id: internalIdOrNone() }),
    }),
  ),
)
