import type { Actor } from "../../access/actor.ts"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { placeNotFound } from "../../error.ts"
import type { View } from "../../state/view.ts"
import { archiveOf, findTemplateIn } from "../../templates/stored-templates.ts"

/** A template as a path names it. */
export interface TemplatePlace {
  /** ID of the template, or `blank`. */
  readonly template: string
}

export interface DownloadedTemplate {
  /** What the template is called. */
  readonly name: string
  /** The archive, a ZIP file. */
  readonly bytes: Uint8Array
}

function requireTemplate(view: View, actor: Actor, { template: reference }: TemplatePlace) {
  const { wId } = requireCurrentWorkspace(view, actor)
  const template = findTemplateIn(view, wId, reference)
  if (template === undefined) throw placeNotFound(`template not found: ${reference}`)
  return template
}

/** DownloadTemplate (api.md section 14): the archive of a template, which everybody in its workspace may have. */
export const downloadTemplate = query({
  enter: requireTemplate,
  run: (_view, { found: template }, _: TemplatePlace, { ports }): DownloadedTemplate => ({
    name: template.name,
    bytes: archiveOf(ports.blobs, template),
  }),
})
