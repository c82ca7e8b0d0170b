import * as z from "zod"
import {
  downloadTemplate,
  getTasks,
  getTemplates,
  saveTemplate,
  uploadTemplate,
} from "../../../../../src/operations/list.ts"
import { fileReply } from "../../../../wire/index.ts"
import { presentTasks } from "../../../presenters/workspace/tasks.ts"
import { row } from "../../declared-row.ts"
import { answerOf, listOf } from "../../shapes.ts"
import { tasksAnswer } from "../../workspace-shapes/tasks.ts"

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
    answer: tasksAnswer,
    present: presentTasks,
    source: "client",
  }),
} as const
