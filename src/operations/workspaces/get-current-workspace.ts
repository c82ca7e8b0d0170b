import { requireCurrentWorkspace } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { Workspace } from "../../model/records/index.ts"
import { answerWorkspace } from "../answers/people.ts"

/** Returns the caller's current workspace. Throws NOT_FOUND if the caller has none. (api.md section 10) */
export const getCurrentWorkspace = query({
  name: "GetCurrentWorkspace",
  summary: "Returns the caller's current workspace",
  input: () => ({}),
  authorize: requireCurrentWorkspace,
  execute: (_, { granted: workspace }): Workspace => workspace,
  answer: answerWorkspace,
})
