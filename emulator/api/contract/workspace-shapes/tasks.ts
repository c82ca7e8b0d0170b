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
        name: z.string().describe("Name of the status; PROCESSED when the task has finished"),
      }).describe("State of the task: 0 QUEUED, 1 IN_PROGRESS, 2 PROCESSED, 3 ERROR or 4 DEAD"),
      created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
      started_at: z
        .union([millis(), never()])
        .describe("Start: an ISO 8601 instant in UTC; 0001-01-01T00:00:00Z before the start"),
      finished_at: z
        .union([millis(), never()])
        .describe("End: an ISO 8601 instant in UTC; 0001-01-01T00:00:00Z before the end"),
      metadata: answer({
        w_id: internalId().describe("Internal ID of the workspace"),
        p_id: internalIdOrNone().describe("Internal ID of the application"),
      }).describe("The workspace and application of the task"),
    }),
  ),
)
