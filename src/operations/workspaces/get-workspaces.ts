import type { Actor } from "../../access/actor.ts"
import { answerWorkspace } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import type { WId } from "../../model/ids.ts"
import { noInput } from "../../model/input/schemas.ts"
import { byOrdinal } from "../../order.ts"
import type { Workspace } from "../../model/records/workspace.ts"
import type { View } from "../../state/view.ts"
import type { WorkspacesAnswer } from "../answers/workspace-answers.ts"

export interface Workspaces {
  /** Those the user is in a group of, in creation order. */
  readonly workspaces: readonly Workspace[]
  /** Null for a user who is in none. */
  readonly currentWId: WId | null
}

/** The workspaces of the caller, and the current one. (api.md section 10) */
export const getWorkspaces = query({
  name: "GetWorkspaces",
  summary: "The caller's workspaces",
  input: noInput,
  execute: (view, { principal }): Workspaces => ({
    workspaces: listWorkspaces(view, principal),
    currentWId: principal.wId,
  }),
  answer: ({ workspaces, currentWId }): WorkspacesAnswer => ({
    workspaces: workspaces.map(answerWorkspace),
    currentWId,
  }),
})

const listWorkspaces = (view: View, actor: Actor): Workspace[] =>
  [...new Set(actor.user.memberships.map((membership) => membership.wId))]
    .map((wId) => view.expect("workspaces", wId))
    .sort(byOrdinal)
