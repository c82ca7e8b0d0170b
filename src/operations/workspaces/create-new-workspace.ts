import { requireWorkspaceCreator } from "../../access/workspace-creator.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { WId } from "../../ids.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { makeWorkspace } from "../../workspaces/make-workspace.ts"

export interface CreateNewWorkspace {
  readonly name: string
}

/**
 * CreateNewWorkspace (api.md section 10): the caller becomes its administrator; the workspace they work in stays the same.
 */
export const createNewWorkspace = command("CreateNewWorkspace", {
  enter: requireWorkspaceCreator,
  run(tx, { actor }, { name }: CreateNewWorkspace): WId {
    requireWorkspaceName(name)
    return makeWorkspace(tx, name, actor.user).wId
  },
})

/** Not empty, on one line: it stands in invitation mails. */
export function requireWorkspaceName(name: string, called = "name"): void {
  if (name.trim() === "") throw invalidParams(`${called} must not be empty`)
  requireSingleLine(called, name)
}
