import * as z from "zod"
import { downloadTemplate, getTasks, getTemplates, saveTemplate, uploadTemplate } from "../../../../../src/inside.ts"
import { presentTasks } from "../../../presenters/workspace/tasks.ts"
import { fileReply } from "../../../../wire/file-reply.ts"
import { row } from "../../declared-row.ts"
import { answer, lazy } from "../../../../contract/shapes.ts"
import { tasksAnswer } from "../../../../contract/workspace-shapes/tasks.ts"

/** api.md section 14: templates and the tasks that make them. */
export const templateRows = {
  getTemplates: row(getTemplates, {
    method: "get",
    paths: ["/templates"],
    tag: "templates",
    answer: lazy(() =>
      answer({
        enabled: z.boolean(),
        categories: z.array(
          answer({
            category: z.string(),
            templates: z.array(answer({ tp_id: z.string(), name: z.string(), description: z.string() })),
          }),
        ),
      }),
    ),
    present: (categories) => ({
      enabled: true,
      categories: categories.map(({ category, templates }) => ({
        category,
        templates: templates.map(({ tpId, name, description }) => ({ tp_id: tpId, name, description })),
      })),
    }),
    source: "client",
  }),
  saveTemplate: row(saveTemplate, {
    method: "post",
    paths: ["/templates"],
    tag: "templates",
    wire: { application: "project_id" },
    answer: lazy(() => answer({ tp_id: z.string(), stream_id: z.string() })),
    present: ({ tpId, task }) => ({ tp_id: tpId, stream_id: task.streamId }),
    source: "client",
  }),
  uploadTemplate: row(uploadTemplate, {
    method: "post",
    paths: ["/templates/upload"],
    tag: "templates",
    file: "file",
    wire: { archive: null },
    toInput: ({ file }) => ({ archive: file.bytes }),
    answer: lazy(() => answer({ stream_id: z.string() })),
    present: ({ streamId }) => ({ stream_id: streamId }),
    source: "client",
  }),
  downloadTemplate: row(downloadTemplate, {
    method: "get",
    paths: ["/templates/:template-id/download"],
    tag: "templates",
    answer: { kind: "bytes", contentType: "application/zip" },
    present: ({ name, bytes }) => fileReply("application/zip", bytes, `${name}.zip`),
    source: "client",
  }),
  getTasks: row(getTasks, {
    method: "get",
    paths: ["/tasks"],
    tag: "templates",
    answer: tasksAnswer,
    present: presentTasks,
    source: "client",
  }),
} as const
