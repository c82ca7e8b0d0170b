import type { Actor } from "../../access/actor.ts"
import { anybody, query } from "../../engine/use-case.ts"
import type { WId } from "../../ids.ts"
import { byOrdinal } from "../../order.ts"
import type { Workspace } from "../../records/workspace.ts"
import type { View } from "../../state/view.ts"

export interface Workspaces {
  /** Those the user is in a group of, in creation order. */
  readonly workspaces: readonly Workspace[]
  /** Null for a user who is in none. */
  readonly currentWId: WId | null
}

/** GetWorkspaces (api.md section 10). */
export const getWorkspaces = query({
  enter: anybody,
  run: (view, { actor }): Workspaces => ({
    workspaces: listWorkspaces(view, actor),
    currentWId: actor.wId,
  }),
})

const listWorkspaces = (view: View, actor: Actor): Workspace[] =>
  [...new Set(actor.user.memberships.map((membership) => membership.wId))]
    .map((wId) => view.expect("workspaces", wId))
    .sort(byOrdinal)
