import * as z from "zod"
import { type Actor, requireCurrentWorkspace } from "../../access/index.ts"
import { process } from "../../engine/index.ts"
import { archiveOf, findUsableTemplate, templates } from "../../fixtures/index.ts"
import { placeNotFound } from "../../model/index.ts"
import type { View } from "../../state/index.ts"

function requireTemplate(view: View, actor: Actor, { template: reference }: { readonly template: string }) {
  requireCurrentWorkspace(view, actor)
  const template = findUsableTemplate(view, actor, reference)
  if (template === undefined) throw placeNotFound(`template not found: ${reference}`)
  return template
}

/** Returns a template's ZIP archive if the caller may use the template. (api.md section 14) */
export const downloadTemplate = process({
  name: "DownloadTemplate",
  summary: "Returns a template as a file",
  isRead: true,
  input: () => ({ template: z.string().describe("ID of the template, or blank") }),
  place: ["template"],
  authorize: requireTemplate,
  async execute(call) {
    await templates.load()
    const { engine } = call.caller
    const { granted: template } = call.in(engine.view())
    return { name: template.name, bytes: archiveOf(engine.ports.blobs, template) }
  },
})
