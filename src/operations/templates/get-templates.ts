import { requireCurrentWorkspace } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { BLANK, listTemplates } from "../../fixtures/index.ts"
import type { Template } from "../../model/records/index.ts"

export interface ListedTemplate extends Pick<Template, "name" | "description"> {
  readonly tpId: string
}

export interface TemplateCategory extends Pick<Template, "category"> {
  readonly templates: readonly ListedTemplate[]
}

/**
 * Returns the templates of the current workspace that the caller may use. Categories and templates are in creation
 * order. (api.md section 14)
 */
export const getTemplates = query({
  name: "GetTemplates",
  summary: "Returns the stored application templates by category",
  input: () => ({}),
  authorize: requireCurrentWorkspace,
  execute(view, { principal, granted: { wId } }): readonly TemplateCategory[] {
    const categories = new Map<string, ListedTemplate[]>()
    for (const { category, tpId, name, description } of [BLANK, ...listTemplates(view, principal, wId)]) {
      const templates = categories.get(category) ?? []
      templates.push({ tpId, name, description })
      categories.set(category, templates)
    }
    return [...categories].map(([category, templates]) => ({ category, templates }))
  },
  answer: (categories) => ({ categories }),
})
