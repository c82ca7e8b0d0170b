import * as z from "zod"
import { doTask, putTask } from "../../automation/index.ts"
import { inTurns, process } from "../../engine/index.ts"
import { GENERAL, putTemplate, requireTemplateText, templates } from "../../fixtures/index.ts"
import { bytes, optionalString } from "../../model/input/index.ts"
import type { Task } from "../../model/records/index.ts"
import { answerTask } from "../answers/tasks.ts"
import { requireApplicationCreator } from "../applications/create-application.ts"

/** Creates an application from an archive and saves the archive as a template. (api.md section 14) */
export const uploadTemplate = process({
  name: "UploadTemplate",
  summary: "Stores a downloaded template",
  input: () => ({
    name: z.string().describe("Name of the application and the template"),
    category: optionalString("Category in lists. Default: the archive's"),
    description: optionalString("Description. Default: the archive's"),
    archive: bytes().describe("A ZIP file, as DownloadTemplate returns it"),
  }),
  authorize: (view, principal) => requireApplicationCreator(view, principal),
  async execute(call, { name, category, description, archive }): Promise<Task> {
    const { caller } = call
    const { engine } = caller
    const given = requireTemplateText("name", name)
    const { readingArchive, restoreApplication } = await templates.load()
    const { head, content } = await inTurns(engine.ports.timer, readingArchive(archive))
    const templateHead = {
      name: given,
      category: requireTemplateText("category", category || head.category || GENERAL),
      description: description ?? head.description,
    }
    const { done } = await engine.commit("UploadTemplate", caller, (tx) => {
      const { principal, granted: workspace } = call.in(tx)
      return doTask(tx, "UploadTemplate", () => {
        const { pId } = restoreApplication(tx, principal, engine.ports, { workspace, name: given, content })
        putTemplate(tx, principal, engine.ports.blobs, workspace.wId, templateHead, archive)
        return { task: putTask(tx, principal, { category: "UPLOADTEMPLATE", pId }) }
      })
    })
    return done.task
  },
  answer: answerTask,
})
