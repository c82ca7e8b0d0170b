import * as z from "zod"
import { answer, integer, internalId, internalIdOrNone, lazy, millis, never } from "../shapes.ts"

export const tasksAnswer = lazy(() =>
  z.record(
    z.string(),
    answer({
      qt_id: z.string().describe("ID of the task"),
      category: z.string().describe("SAVETEMPLATE, UPLOADTEMPLATE or IMPORT"),
      status: answer({
        id: integer().describe("Number of the status"),
        name: z.string().describe("Name of the status; PROCESSED once it is finished"),
      }).describe("How far the task is: 0 QUEUED, 1 IN_PROGRESS, 2 PROCESSED, 3 ERROR or 4 DEAD"),
      created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
      started_at: z
        .union([millis(), never()])
        .describe("When it began: an ISO 8601 instant in UTC; 0001-01-01T00:00:00Z as long as it has not"),
      finished_at: z
        .union([millis(), never()])
        .describe("When it ended: an ISO 8601 instant in UTC; 0001-01-01T00:00:00Z as long as it has not"),
      metadata: answer({
        w_id: internalId().describe("Internal ID of the workspace"),
        p_id: internalIdOrNone().describe("Internal ID of the application"),
      }).describe("Which workspace and application the task is about"),
    }),
  ),
)
