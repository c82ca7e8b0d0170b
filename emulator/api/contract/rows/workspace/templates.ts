import * as z from "zod"
import { NEVER } from "../../../../../src/model/index.ts"
import type { TaskProgress } from "../../../../../src/operations/index.ts"
import {
  downloadTemplate,
  getTasks,
  getTemplates,
  saveTemplate,
  uploadTemplate,
} from "../../../../../src/operations/list.ts"
import { fileReply } from "../../../../wire/index.ts"
import { row } from "../../declared-row.ts"
import { answer, answerOf, integer, internalId, internalIdOrNone, lazy, listOf, millis, never } from "../../shapes.ts"

/** Numbers that represent task statuses (api.md section 14, "GetTasks"). */
const STATUS_IDS: { readonly [S in TaskProgress["status"]]: number } = {
  QUEUED: 0,
  IN_PROGRESS: 1,
  PROCESSED: 2,
  ERROR: 3,
  DEAD: 4,
}

/** Operations on templates and on the tasks that create templates (api.md section 14). */
export const templateRows = {
  getTemplates: row(getTemplates, "get /templates", {
    answer: answerOf(() => ({
      enabled: z.boolean().describe("Whether templates may be used"),
      categories: listOf("The templates by category", {
        category: z.string().describe("Name of the category"),
        templates: listOf("The templates of the category", {
          tp_id: z.string().describe("ID of the template"),
          name: z.string().describe("Name of the template"),
          description: z.string().describe("Explanatory text"),
        }),
      }),
    })),
    present: (categories) => ({
      enabled: true,
      categories: categories.map(({ category, templates }) => ({
        category,
        templates: templates.map(({ tpId, name, description }) => ({ tp_id: tpId, name, description })),
      })),
    }),
    source: "client",
  }),
  saveTemplate: row(saveTemplate, "post /templates", {
    wire: { application: "project_id" },
    answer: answerOf(() => ({
      tp_id: z.string().describe("ID of the template"),
      stream_id: z.string().describe("ID of the task that carries out the request"),
    })),
    present: ({ tpId, task }) => ({ tp_id: tpId, stream_id: task.streamId }),
    source: "client",
  }),
  uploadTemplate: row(uploadTemplate, "post /templates/upload", {
    file: "The template, a zip archive",
    wire: { archive: null },
    toInput: ({ file }) => ({ archive: file.bytes }),
    answer: answerOf(() => ({ stream_id: z.string().describe("ID of the task that carries out the request") })),
    present: ({ streamId }) => ({ stream_id: streamId }),
    source: "client",
  }),
  downloadTemplate: row(downloadTemplate, "get /templates/:template-id/download", {
    answer: { kind: "bytes", contentType: "application/zip" },
    present: ({ name, bytes }) => fileReply("application/zip", bytes, `${name}.zip`),
    source: "client",
  }),
  getTasks: row(getTasks, "get /tasks", {
    answer: lazy(() =>
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
    ),
    present: (tasks) =>
      Object.fromEntries(
        tasks.map(({ task, status, startedAt, finishedAt }) => [
          task.qtId,
          {
            qt_id: task.qtId,
            category: task.category,
            status: { id: STATUS_IDS[status], name: status },
            created_at: task.createdAt,
            started_at: startedAt ?? NEVER,
            finished_at: finishedAt ?? NEVER,
            metadata: { w_id: task.wId, p_id: task.pId ?? "" },
          },
        ]),
      ),
    source: "client",
  }),
} as const
