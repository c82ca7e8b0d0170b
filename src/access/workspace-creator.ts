import { noPrivileges } from "../model/error.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { requireCurrentWorkspace } from "./places.ts"

/** Carried by the body of the refusal (api.md section 10). */
const CODE = 999

/** Refuses callers whose current workspace does not let them create others (api.md section 10). */
export function requireWorkspaceCreator(view: View, actor: Actor): void {
  const { useCreateWorkspace } = requireCurrentWorkspace(view, actor).functionality
  if (useCreateWorkspace === 0 || actor.user.exclusiveWId !== null) {
    throw noPrivileges("Not permitted in the current workspace", { details: { code: CODE } })
  }
  if (useCreateWorkspace === 1 && !actor.isWorkspaceAdmin) {
    throw noPrivileges("No privileges to create new workspace", { details: { code: CODE } })
  }
}
