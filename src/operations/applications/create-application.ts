import { type Actor, listApplications, requireCurrentWorkspace } from "../../access/index.ts"
import { inTurns, process } from "../../engine/index.ts"
import { findUsableTemplate, readingContent, type TemplateContent, templates } from "../../fixtures/index.ts"
import { changeNames, invalidParams, noPrivileges, type PId } from "../../model/index.ts"
import { nameInput, optionalId } from "../../model/input/index.ts"
import type { Workspace } from "../../model/records/index.ts"
import { makeApplication } from "../../people/index.ts"
import type { View } from "../../state/index.ts"

/** Throws if the settings of the caller's workspace forbid new applications (`use_create_application`). */
export function requireApplicationCreator(view: View, actor: Actor): Workspace {
  const workspace = requireCurrentWorkspace(view, actor)
  if (!workspace.functionality.useCreateApplication) throw noPrivileges("not permitted in the current workspace")
  return workspace
}

function requireUsableTemplate(view: View, actor: Actor, templateId: string) {
  const template = findUsableTemplate(view, actor, templateId)
  if (template === undefined) throw invalidParams(`template not found: ${templateId}`)
  return template
}

/**
 * Adds an application at the end of the current workspace, from a template or empty. An empty application has the roles ADMIN and MEMBER,
 * and the caller gets ADMIN. (api.md section 14)
 */
export const createApplication = process({
  name: "CreateApplication",
  summary: "Creates an application in the current workspace",
  input: () => ({
    name: nameInput().describe("Name of the application; a string is in the world's language"),
    templateId: optionalId().describe("Template to create the application from"),
  }),
  authorize: (view, principal) => requireApplicationCreator(view, principal),
  async execute(call, { name, templateId }): Promise<PId> {
    const { engine } = call.caller
    const { ports } = engine
    let content: TemplateContent | undefined
    if (templateId !== undefined) {
      await templates.load()
      const view = engine.view()
      const template = requireUsableTemplate(view, call.in(view).principal, templateId)
      content = await inTurns(ports.timer, readingContent(ports.blobs, template))
    }
    return engine.commit("CreateApplication", call.caller, (tx) => {
      const { principal, granted: workspace } = call.in(tx)
      if (templateId !== undefined && content !== undefined) {
        requireUsableTemplate(tx, principal, templateId)
        return templates.code.restoreApplication(tx, principal, ports, { workspace, name, content, templateId }).pId
      }
      const orders = listApplications(tx, workspace.wId).map(({ displayOrder }) => displayOrder)
      const { application, admin } = makeApplication(tx, workspace, {
        name: changeNames({}, name, tx.settings.lang),
        displayOrder: Math.max(0, ...orders) + 1,
      })
      tx.update("users", principal.uId, ({ roles }) => void roles.push(admin.rId))
      return application.pId
    })
  },
  answer: (pId) => ({ pId }),
})
