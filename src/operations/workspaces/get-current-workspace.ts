import { requireCurrentWorkspace } from "../../access/places.ts"
import { answerWorkspace } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import { noInput } from "../../model/input/schemas.ts"
import type { Workspace } from "../../model/records/workspace.ts"

/** The workspace that the caller works in. Refuses a user who is in none with NOT_FOUND. (api.md section 10) */
export const getCurrentWorkspace = query({
  name: "GetCurrentWorkspace",
  summary: "The caller's current workspace",
  input: noInput,
  authorize: requireCurrentWorkspace,
  execute: (_, { granted: workspace }): Workspace => workspace,
  answer: answerWorkspace,
})
