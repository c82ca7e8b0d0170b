import type { Actor } from "../../access/actor.ts"
import { listApplications, requireCurrentWorkspace } from "../../access/places.ts"
import { makeApplication } from "../../applications/make-application.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams, noPrivileges } from "../../error.ts"
import type { PId } from "../../ids.ts"
import { changeNames, type NameInput } from "../../names.ts"
import type { Workspace } from "../../records/workspace.ts"
import type { View } from "../../state/view.ts"
import { contentOf, findTemplateIn } from "../../templates/stored-templates.ts"
import { templates } from "../../templates/templates.ts"

export interface CreateApplication {
  readonly name: NameInput
  /** A template to make it from. */
  readonly templateId?: string | undefined
}

/** Refuses callers of a workspace in which no applications are made (`use_create_application`). */
export function requireApplicationCreator(view: View, actor: Actor, _: unknown): Workspace {
  const workspace = requireCurrentWorkspace(view, actor)
  if (!workspace.functionality.useCreateApplication) throw noPrivileges("not permitted in the current workspace")
  return workspace
}

/**
 * CreateApplication (api.md section 14): the last of the current workspace, with its two fixed roles, of which the caller gets ADMIN; or what
 * a template says.
 */
export const createApplication = command("CreateApplication", {
  enter: requireApplicationCreator,
  run(tx, { actor, found: workspace }, { name, templateId }: CreateApplication, { ports }): PId {
    if (templateId !== undefined) {
      const template = findTemplateIn(tx, workspace.wId, templateId)
      if (template === undefined) throw invalidParams(`template not found: ${templateId}`)
      const content = contentOf(ports.blobs, template)
      return templates.code.restoreApplication(tx, actor, ports, { workspace, name, content }).pId
    }
    const orders = listApplications(tx, workspace.wId).map(({ displayOrder }) => displayOrder)
    const { application, admin } = makeApplication(tx, workspace, {
      name: changeNames({}, name, tx.settings.lang),
      displayOrder: Math.max(0, ...orders) + 1,
    })
    tx.update("users", actor.uId, ({ roles }) => void roles.push(admin.rId))
    return application.pId
  },
})
