import type { Actor } from "../access/actor.ts"
import { byOrdinal } from "../order.ts"
import type { Blobs } from "../ports/blobs.ts"
import { requireBytes } from "../ports/require-bytes.ts"
import type { Template } from "../records/templates/template.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import type { TemplateContent, TemplateHead } from "./content.ts"
import { templates } from "./templates.ts"

/** The category that comes first, and that templates without one are of. */
export const GENERAL = "General"

/** The template that every workspace has: an application without datastores. */
export const BLANK: TemplateHead & { readonly tpId: string } = {
  tpId: "blank",
  name: "Blank",
  category: GENERAL,
  description: "An application without datastores",
}

const BLANK_CONTENT: TemplateContent = { application: { application_id: "blank", name: "Blank" }, histories: [] }

/** The templates of a workspace in creation order, without the one that every workspace has. */
export const listTemplates = (view: View, wId: string): Template[] =>
  view.list("templates", "templatesByWorkspace", wId).sort(byOrdinal)

/** A template of a workspace, by its tp_id. */
export function findTemplateIn(view: View, wId: string, tpId: string): Template | typeof BLANK | undefined {
  if (tpId === BLANK.tpId) return BLANK
  const found = view.get("templates", tpId)
  return found?.wId === wId ? found : undefined
}

/** The bytes of a template's archive. */
export function archiveOf(blobs: Blobs, template: Template | typeof BLANK): Uint8Array {
  if (!("blob" in template)) return templates.code.writeArchive(template, BLANK_CONTENT)
  return requireBytes(blobs, template.blob, `template ${template.tpId}`)
}

/** What a template is made of. */
export const contentOf = (blobs: Blobs, template: Template | typeof BLANK): TemplateContent =>
  "blob" in template ? templates.code.readArchive(archiveOf(blobs, template)).content : BLANK_CONTENT

/** Keeps an archive as a template of the workspace. */
export function putTemplate(
  tx: Tx,
  { uId }: Actor,
  blobs: Blobs,
  wId: Template["wId"],
  { name, category, description }: TemplateHead,
  archive: Uint8Array,
): Template {
  return tx.put("templates", {
    tpId: tx.newId(),
    wId,
    name,
    category,
    description,
    blob: blobs.put(archive),
    size: archive.length,
    uId,
    createdAt: tx.now,
    ordinal: tx.nextOrdinal(),
  })
}
