import { inTurns } from "../../engine/next-turn.ts"
import { process } from "../../engine/use-case.ts"
import type { Task } from "../../records/templates/task.ts"
import { doTask } from "../../tasks/do-task.ts"
import { putTask } from "../../tasks/put-task.ts"
import { GENERAL, putTemplate } from "../../templates/stored-templates.ts"
import { requireTemplateText } from "../../templates/template-text.ts"
import { templates } from "../../templates/templates.ts"
import { requireApplicationCreator } from "../applications/create-application.ts"

export interface UploadTemplate {
  /** Of the application, and of the template. */
  readonly name: string
  /** Absent: what the archive says. */
  readonly category?: string | undefined
  readonly description?: string | undefined
  /** A ZIP file, as DownloadTemplate answers it. */
  readonly archive: Uint8Array
}

/** UploadTemplate (api.md section 14): makes an application of an archive, and keeps the archive as a template. */
export const uploadTemplate = process({
  enter: requireApplicationCreator,
  async run(entry, { name, category, description, archive }: UploadTemplate): Promise<Task> {
    const { caller } = entry
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
      const { actor, found: workspace } = entry.in(tx)
      return doTask(tx, "UploadTemplate", () => {
        const { pId } = restoreApplication(tx, actor, engine.ports, { workspace, name: given, content })
        putTemplate(tx, actor, engine.ports.blobs, workspace.wId, kept, archive)
        return { task: putTask(tx, actor, { category: "UPLOADTEMPLATE", pId }) }
      })
    })
    return done.task
  },
})
