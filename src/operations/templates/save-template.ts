import * as z from "zod"
import { type Actor, findApplication, requireApplicationAdmin } from "../../access/index.ts"
import { doTask, putTask } from "../../automation/index.ts"
import { inTurns, process } from "../../engine/index.ts"
import { GENERAL, putTemplate, requireTemplateText, templates } from "../../fixtures/index.ts"
import { invalidParams } from "../../model/index.ts"
import { optionalBoolean, optionalString } from "../../model/input/index.ts"
import type { Application } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerTask } from "../answers/tasks.ts"

/** Finds the application to save. Throws INVALID_PARAMS if it is unknown, because its ID is in the request's body (errors.md section 2). */
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

/** Saves an application as a template of its workspace, with the items that the caller may see. (api.md section 14) */
export const saveTemplate = process({
  name: "SaveTemplate",
  summary: "Stores an application as a template",
  input: () => ({
    application: z.string().describe("The application to save, by display or internal ID"),
    name: z.string().describe("Name of the template"),
    category: optionalString("Category in lists. Default: General"),
    description: optionalString("Description of the template"),
    includeHistories: optionalBoolean("True: includes the items' histories. Default false"),
  }),
  place: ["application"],
  authorize: requireApplicationToSave,
  async execute(call, input) {
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
    // Reads the archive as a test. This throws if the archive is too large to be loaded again later.
    await inTurns(timer, readingArchive(archive))
    const { wId, pId } = application
    const { done } = await engine.commit("SaveTemplate", caller, (tx) =>
      doTask(tx, "SaveTemplate", () => {
        const { tpId } = putTemplate(tx, principal, blobs, wId, head, archive, pId)
        return { tpId, task: putTask(tx, principal, { category: "SAVETEMPLATE", pId }) }
      }),
    )
    return done
  },
  answer: ({ tpId, task }) => ({ tpId, ...answerTask(task) }),
})
