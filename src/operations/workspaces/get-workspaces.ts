import { listOpenWorkspaces } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { answerWorkspace } from "../answers/people.ts"

/** Returns the caller's workspaces and the ID of the current one. (api.md section 10) */
export const getWorkspaces = query({
  name: "GetWorkspaces",
  summary: "Returns the caller's workspaces",
  input: () => ({}),
  execute: (view, { principal }) => ({
    workspaces: listOpenWorkspaces(view, principal.user.memberships),
    currentWId: principal.wId,
  }),
  answer: ({ workspaces, currentWId }) => ({
    workspaces: workspaces.map(answerWorkspace),
    currentWId,
  }),
})
