import type { Actor } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { byOrdinal } from "../../model/index.ts"
import { noInput } from "../../model/input/index.ts"
import type { Workspace } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerWorkspace } from "../answers/people.ts"

/** Returns the caller's workspaces and the ID of the current one. (api.md section 10) */
export const getWorkspaces = query({
  name: "GetWorkspaces",
  summary: "Returns the caller's workspaces",
  input: noInput,
  execute: (view, { principal }) => ({
    workspaces: listWorkspaces(view, principal),
    currentWId: principal.wId,
  }),
  answer: ({ workspaces, currentWId }) => ({
    workspaces: workspaces.map(answerWorkspace),
    currentWId,
  }),
})

const listWorkspaces = (view: View, actor: Actor): Workspace[] =>
  [...new Set(actor.user.memberships.map((membership) => membership.wId))]
    .map((wId) => view.expect("workspaces", wId))
    .sort(byOrdinal)
