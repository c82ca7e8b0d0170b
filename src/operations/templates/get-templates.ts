import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { noInput } from "../../model/input/schemas.ts"
import { BLANK, listTemplates } from "../../fixtures/templates/stored-templates.ts"
import type { TemplatesAnswer } from "../answers/workspace-answers.ts"

/** A template as a list shows it. */
export interface ListedTemplate {
  readonly tpId: string
  readonly name: string
  readonly description: string
}

export interface TemplateCategory {
  readonly category: string
  readonly templates: readonly ListedTemplate[]
}

/** The templates of the current workspace; categories and templates in the order in which they were made. (api.md section 14) */
export const getTemplates = query({
  name: "GetTemplates",
  summary: "The stored application templates by category",
  input: noInput,
  authorize: requireCurrentWorkspace,
  execute(view, { granted: { wId } }): readonly TemplateCategory[] {
    const categories = new Map<string, ListedTemplate[]>()
    for (const { category, tpId, name, description } of [BLANK, ...listTemplates(view, wId)]) {
      const templates = categories.get(category) ?? []
      templates.push({ tpId, name, description })
      categories.set(category, templates)
    }
    return [...categories].map(([category, templates]) => ({ category, templates }))
  },
  answer: (categories): TemplatesAnswer => ({ categories }),
})
