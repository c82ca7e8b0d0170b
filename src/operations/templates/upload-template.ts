import * as z from "zod"
import { inTurns } from "../../engine/next-turn.ts"
import { process } from "../../engine/operation.ts"
import { bytes, object } from "../../model/input/schemas.ts"
import type { Task } from "../../records/templates/task.ts"
import { doTask } from "../../tasks/do-task.ts"
import { putTask } from "../../tasks/put-task.ts"
import { GENERAL, putTemplate } from "../../fixtures/templates/stored-templates.ts"
import { requireTemplateText } from "../../fixtures/templates/template-text.ts"
import { templates } from "../../templates/templates.ts"
import { answerTask } from "../answers/tasks.ts"
import { requireApplicationCreator } from "../applications/create-application.ts"

/** Makes an application of an archive, and keeps the archive as a template. (api.md section 14) */
export const uploadTemplate = process({
  name: "UploadTemplate",
  summary: "Store a downloaded template",
  input: () =>
    object({
      name: z.string().describe("What the application and the template are called"),
      category: z.string().describe("Where lists show it. Default: what the archive says").optional(),
      description: z.string().describe("What it is for. Default: what the archive says").optional(),
      archive: bytes().describe("A ZIP file, as DownloadTemplate returns it"),
    }),
  authorize: (view, principal) => requireApplicationCreator(view, principal),
  async execute(call, { name, category, description, archive }): Promise<Task> {
    const { caller } = call
    const { engine } = caller
    const given = requireTemplateText("name", name)
    const { readingArchive, restoreApplication } = await templates.load()
    const { head, content } = await inTurns(engine.ports.timer, readingArchive(archive))
    const kept = {
      name: given,
      category: requireTemplateText("category", category || head.category || GENERAL),
      description: description ?? head.description,
    }
    const { done } = await engine.commit("UploadTemplate", caller, (tx) => {
      const { principal, granted: workspace } = call.in(tx)
      return doTask(tx, "UploadTemplate", () => {
        const { pId } = restoreApplication(tx, principal, engine.ports, { workspace, name: given, content })
        putTemplate(tx, principal, engine.ports.blobs, workspace.wId, kept, archive)
        return { task: putTask(tx, principal, { category: "UPLOADTEMPLATE", pId }) }
      })
    })
    return done.task
  },
  answer: answerTask,
})
