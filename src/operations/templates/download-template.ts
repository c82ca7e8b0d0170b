import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { placeNotFound } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { View } from "../../state/view.ts"
import { archiveOf, findTemplateIn } from "../../fixtures/templates/stored-templates.ts"

export interface DownloadedTemplate {
  /** What the template is called. */
  readonly name: string
  /** The archive, a ZIP file. */
  readonly bytes: Uint8Array
}

function requireTemplate(view: View, actor: Actor, { template: reference }: { readonly template: string }) {
  const { wId } = requireCurrentWorkspace(view, actor)
  const template = findTemplateIn(view, wId, reference)
  if (template === undefined) throw placeNotFound(`template not found: ${reference}`)
  return template
}

/** The archive of a template, for everybody in its workspace. (api.md section 14) */
export const downloadTemplate = query({
  name: "DownloadTemplate",
  summary: "A template as a file",
  input: () => object({ template: z.string().describe("ID of the template, or blank") }),
  place: ["template"],
  authorize: requireTemplate,
  execute: (_, { granted: template, engine }): DownloadedTemplate => ({
    name: template.name,
    bytes: archiveOf(engine.ports.blobs, template),
  }),
})
