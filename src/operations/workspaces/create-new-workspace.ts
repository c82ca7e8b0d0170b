import type { Actor } from "../../access/actor.ts"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams, noPrivileges } from "../../error.ts"
import type { WId } from "../../ids.ts"
import { requireSingleLine } from "../../mail/single-line.ts"
import type { View } from "../../state/view.ts"
import { makeWorkspace } from "../../workspaces/make-workspace.ts"

/** Carried by the body of the refusal (api.md section 10). */
const CODE = 999

/**
 * CreateNewWorkspace (api.md section 10): the caller becomes its administrator; the workspace they work in stays the same.
 */
export const createNewWorkspace = command<{ readonly name: string }, WId>(
  "CreateNewWorkspace",
  (tx, actor, { name }) => {
    requireWorkspaceCreator(tx, actor)
    requireWorkspaceName(name)
    return makeWorkspace(tx, name, actor.user).wId
  },
)

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

/** Not empty, on one line: it stands in invitation mails. */
export function requireWorkspaceName(name: string, called = "name"): void {
  if (name.trim() === "") throw invalidParams(`${called} must not be empty`)
  requireSingleLine(called, name)
}
