import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { BLANK, listTemplates } from "../../templates/stored-templates.ts"

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

/** GetTemplates (api.md section 14): those of the current workspace, categories and templates in the order in which they came. */
export const getTemplates = query({
  enter: requireCurrentWorkspace,
  run(view, { found: { wId } }): readonly TemplateCategory[] {
    const categories = new Map<string, ListedTemplate[]>()
    for (const { category, tpId, name, description } of [BLANK, ...listTemplates(view, wId)]) {
      const templates = categories.get(category) ?? []
      templates.push({ tpId, name, description })
      categories.set(category, templates)
    }
    return [...categories].map(([category, templates]) => ({ category, templates }))
  },
})
