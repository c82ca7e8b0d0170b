import { requireWorkspaceAt } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { PasswordPolicy } from "../../model/records/workspace.ts"
import { workspacePlace } from "../places.ts"

/** The password rules of any workspace that the caller is in. (api.md section 10) */
export const getPasswordPolicy = query({
  name: "GetPasswordPolicy",
  summary: "The password rules of a workspace",
  input: () => object(workspacePlace()),
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute: (_, { granted: workspace }): PasswordPolicy => workspace.passwordPolicy,
})
