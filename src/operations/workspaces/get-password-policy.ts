import { requireWorkspaceAt } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { PasswordPolicy } from "../../records/workspace.ts"

/** GetPasswordPolicy (api.md section 10): of any workspace the caller is in. */
export const getPasswordPolicy = query({
  enter: requireWorkspaceAt,
  run: (_, { found: workspace }): PasswordPolicy => workspace.passwordPolicy,
})
