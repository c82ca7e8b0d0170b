import type { Actor } from "../../access/actor.ts"
import { requireApplicationAdmin } from "../../access/may.ts"
import { findApplication } from "../../access/places.ts"
import { inTurns } from "../../engine/next-turn.ts"
import { process } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { Application } from "../../records/application.ts"
import type { Task } from "../../records/templates/task.ts"
import type { View } from "../../state/view.ts"
import { doTask } from "../../tasks/do-task.ts"
import { putTask } from "../../tasks/put-task.ts"
import { GENERAL, putTemplate } from "../../templates/stored-templates.ts"
import { requireTemplateText } from "../../templates/template-text.ts"
import { templates } from "../../templates/templates.ts"

/** The application to save, by internal or display ID; absent where a request names none, which is refused later. */
export interface ApplicationToSave {
  /** Internal or display ID of the application. */
  readonly application?: string | undefined
}

export interface SaveTemplate extends ApplicationToSave {
  readonly name: string
  readonly category?: string | undefined
  readonly description?: string | undefined
  readonly includeHistories?: boolean | undefined
}

export interface SavedTemplate {
  readonly tpId: string
  /** Its task. */
  readonly task: Task
}

/** The application that a body names: an unknown one is a wrong parameter (errors.md section 2). */
function requireApplicationToSave(
  view: View,
  actor: Actor,
  { application: reference }: ApplicationToSave,
): Application | null {
  if (reference === undefined) return null
  const application = findApplication(view, actor, reference)
  if (application === undefined) throw invalidParams(`application not found: ${reference}`)
  requireApplicationAdmin(view, actor, application.pId)
  return application
}

/** SaveTemplate (api.md section 14): keeps an application as a template of its workspace, with the items that the caller sees. */
export const saveTemplate = process({
  enter: requireApplicationToSave,
  async run(entry, input: SaveTemplate): Promise<SavedTemplate> {
    const { caller } = entry
    const { engine } = caller
    const { blobs, timer } = engine.ports
    const head = {
      name: requireTemplateText("name", input.name),
      category: requireTemplateText("category", input.category || GENERAL),
      description: input.description ?? "",
    }
    const { readingArchive, saveApplication, writeArchive } = await templates.load()
    const view = engine.view()
    const { actor, found: application } = entry.in(view)
    if (application === null) throw invalidParams("project_id is required")
    const content = saveApplication(view, actor, blobs, application, input.includeHistories ?? false)
    const archive = writeArchive(head, content)
    // Refuses what could never be read again: an archive that holds more than it may.
    await inTurns(timer, readingArchive(archive))
    const { wId, pId } = application
    const { done } = await engine.commit("SaveTemplate", caller, (tx) =>
      doTask(tx, "SaveTemplate", () => {
        const { tpId } = putTemplate(tx, actor, blobs, wId, head, archive)
        return { tpId, task: putTask(tx, actor, { category: "SAVETEMPLATE", pId }) }
      }),
    )
    return done
  },
})
