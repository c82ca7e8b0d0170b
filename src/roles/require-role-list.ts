import { findRole, listRoles } from "../access/places.ts"
import { invalidParams } from "../model/error.ts"
import type { RId } from "../model/ids.ts"
import { ADMIN } from "../model/records/role.ts"
import type { View } from "../state/view.ts"

/**
 * The roles that a request names for a thing of an application, as records keep them: with ADMIN, which is in every list (model.md
 * section 3), each once, in creation order. Refuses an unknown one.
 */
export function requireRoleList(view: View, pId: string, references: readonly string[]): readonly RId[] {
  const application = view.expect("applications", pId)
  const named = new Set<RId>()
  for (const reference of references) {
    const role = findRole(view, application, reference)
    if (role === undefined) throw invalidParams(`role not found: ${reference}`)
    named.add(role.rId)
  }
  return listRoles(view, pId)
    .filter(({ rId, displayId }) => displayId === ADMIN || named.has(rId))
    .map(({ rId }) => rId)
}
