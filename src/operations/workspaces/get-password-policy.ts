import { requireWorkspaceAt } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { PasswordPolicy } from "../../model/records/index.ts"
import { workspacePlace } from "../places.ts"

/** Returns the password rules of one of the caller's workspaces. (api.md section 10) */
export const getPasswordPolicy = query({
  name: "GetPasswordPolicy",
  summary: "Returns the password policy of a workspace",
  input: workspacePlace,
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute: (_, { granted: workspace }): PasswordPolicy => workspace.passwordPolicy,
})
