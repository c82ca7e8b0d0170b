import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { requireApplicationAdmin } from "../../access/may.ts"
import { findApplication } from "../../access/places.ts"
import { inTurns } from "../../engine/next-turn.ts"
import { process } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { Application } from "../../records/application.ts"
import type { Task } from "../../records/templates/task.ts"
import type { View } from "../../state/view.ts"
import { doTask } from "../../tasks/do-task.ts"
import { putTask } from "../../tasks/put-task.ts"
import { GENERAL, putTemplate } from "../../fixtures/templates/stored-templates.ts"
import { requireTemplateText } from "../../fixtures/templates/template-text.ts"
import { templates } from "../../templates/templates.ts"
import { answerTask } from "../answers/tasks.ts"
import type { SavedTemplateAnswer } from "../answers/workspace-answers.ts"

export interface SavedTemplate {
  readonly tpId: string
  /** Its task. */
  readonly task: Task
}

/** An unknown application is a wrong parameter, since the body names it (errors.md section 2). */
function requireApplicationToSave(
  view: View,
  actor: Actor,
  { application: reference }: { readonly application: string },
): Application {
  const application = findApplication(view, actor, reference)
  if (application === undefined) throw invalidParams(`application not found: ${reference}`)
  requireApplicationAdmin(view, actor, application.pId)
  return application
}

/** Keeps an application as a template of its workspace, with the items that the caller sees. (api.md section 14) */
export const saveTemplate = process({
  name: "SaveTemplate",
  summary: "Store an application as a template",
  input: () =>
    object({
      application: z.string().describe("The application to save, by display or internal ID"),
      name: z.string().describe("What the template is called"),
      category: z.string().describe("Where lists show it. Default: General").optional(),
      description: z.string().describe("What it is for").optional(),
      includeHistories: z.boolean().describe("True: with the histories of items. Default false").optional(),
    }),
  place: ["application"],
  authorize: requireApplicationToSave,
  async execute(call, input): Promise<SavedTemplate> {
    const { caller } = call
    const { engine } = caller
    const { blobs, timer } = engine.ports
    const head = {
      name: requireTemplateText("name", input.name),
      category: requireTemplateText("category", input.category || GENERAL),
      description: input.description ?? "",
    }
    const { readingArchive, saveApplication, writeArchive } = await templates.load()
    const view = engine.view()
    const { principal, granted: application } = call.in(view)
    const content = saveApplication(view, principal, blobs, application, input.includeHistories ?? false)
    const archive = writeArchive(head, content)
    // Refuses what could never be read again: an archive that holds more than it may.
    await inTurns(timer, readingArchive(archive))
    const { wId, pId } = application
    const { done } = await engine.commit("SaveTemplate", caller, (tx) =>
      doTask(tx, "SaveTemplate", () => {
        const { tpId } = putTemplate(tx, principal, blobs, wId, head, archive)
        return { tpId, task: putTask(tx, principal, { category: "SAVETEMPLATE", pId }) }
      }),
    )
    return done
  },
  answer: ({ tpId, task }): SavedTemplateAnswer => ({ tpId, ...answerTask(task) }),
})
