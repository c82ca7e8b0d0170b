import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle, stringOf } from "../../http/handle.ts"
import { presentTasks } from "../../presenters/workspace/tasks.ts"
import { fileReply } from "../../wire/file-reply.ts"

export const templateHandlers = {
  getTemplates: handle(table.getTemplates, operations.getTemplates, {
    present: (categories) => ({
      enabled: true,
      categories: categories.map(({ category, templates }) => ({
        category,
        templates: templates.map(({ tpId, name, description }) => ({ tp_id: tpId, name, description })),
      })),
    }),
  }),
  saveTemplate: handle(table.saveTemplate, operations.saveTemplate, {
    placeProperties: ["project_id"],
    where: (_, inBody) => ({ application: stringOf(inBody?.project_id) }),
    input: ({ body }) => ({
      application: body.project_id,
      name: body.name,
      category: body.category,
      description: body.description,
      includeHistories: body.include_histories,
    }),
    present: ({ tpId, task }) => ({ tp_id: tpId, stream_id: task.streamId }),
  }),
  uploadTemplate: handle(table.uploadTemplate, operations.uploadTemplate, {
    input: ({ form, file }) => ({
      name: form.name,
      category: form.category,
      description: form.description,
      archive: file.bytes,
    }),
    present: ({ streamId }) => ({ stream_id: streamId }),
  }),
  downloadTemplate: handle(table.downloadTemplate, operations.downloadTemplate, {
    where: (params) => ({ template: params["template-id"] }),
    input: (_, where) => where,
    present: ({ name, bytes }) => fileReply("application/zip", bytes, `${name}.zip`),
  }),
  getTasks: handle(table.getTasks, operations.getTasks, {
    input: ({ query }) => ({ category: query.category, all: query.all, streamId: query.stream_id }),
    present: presentTasks,
  }),
}
