import type { Actor } from "../../access/actor.ts"
import { listApplications, requireCurrentWorkspace } from "../../access/places.ts"
import { makeApplication } from "../../people/applications/make-application.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams, noPrivileges } from "../../model/error.ts"
import type { PId } from "../../model/ids.ts"
import { nameInput } from "../../input/name-input.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { changeNames } from "../../model/names.ts"
import type { Workspace } from "../../model/records/workspace.ts"
import type { View } from "../../state/view.ts"
import { contentOf, findTemplateIn } from "../../fixtures/templates/stored-templates.ts"
import { templates } from "../../templates/templates.ts"
import type { NewApplicationAnswer } from "../answers/workspace-answers.ts"

/** Refuses callers of a workspace in which no applications are made (`use_create_application`). */
export function requireApplicationCreator(view: View, actor: Actor): Workspace {
  const workspace = requireCurrentWorkspace(view, actor)
  if (!workspace.functionality.useCreateApplication) throw noPrivileges("not permitted in the current workspace")
  return workspace
}

/** Makes the last application of the current workspace, with its two fixed roles, of which the caller gets ADMIN; or what a template says.
 * (api.md section 14) */
export const createApplication = command({
  name: "CreateApplication",
  summary: "Make an application in the current workspace",
  input: () =>
    object({
      name: nameInput().describe("What the application is called; a string is in the language of the world"),
      templateId: optionalId().describe("A template to make it from"),
    }),
  authorize: (view, principal) => requireApplicationCreator(view, principal),
  execute(tx, { principal, granted: workspace, engine }, { name, templateId }): PId {
    const { ports } = engine
    if (templateId !== undefined) {
      const template = findTemplateIn(tx, workspace.wId, templateId)
      if (template === undefined) throw invalidParams(`template not found: ${templateId}`)
      const content = contentOf(ports.blobs, template)
      return templates.code.restoreApplication(tx, principal, ports, { workspace, name, content }).pId
    }
    const orders = listApplications(tx, workspace.wId).map(({ displayOrder }) => displayOrder)
    const { application, admin } = makeApplication(tx, workspace, {
      name: changeNames({}, name, tx.settings.lang),
      displayOrder: Math.max(0, ...orders) + 1,
    })
    tx.update("users", principal.uId, ({ roles }) => void roles.push(admin.rId))
    return application.pId
  },
  answer: (pId): NewApplicationAnswer => ({ pId }),
})
