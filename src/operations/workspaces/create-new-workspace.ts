import * as z from "zod"
import { requireWorkspaceCreator } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { invalidParams, requireSingleLine, type WId } from "../../model/index.ts"
import { makeWorkspace } from "../../people/index.ts"

/** Creates a workspace and makes the caller its administrator. The caller's current workspace does not change. (api.md section 10) */
export const createNewWorkspace = command({
  name: "CreateNewWorkspace",
  summary: "Creates a workspace with its top group and a first application",
  input: () => ({ name: z.string().describe("Name of the workspace; one line") }),
  authorize: requireWorkspaceCreator,
  errors: { privilege: { shape: "errorMessage", number: 999 } },
  execute(tx, { principal }, { name }): WId {
    requireWorkspaceName(name)
    return makeWorkspace(tx, name, principal.user).wId
  },
  answer: (wId) => ({ wId }),
})

/** Throws if the name is blank or contains a line break, because invitation mails contain the name. */
export function requireWorkspaceName(name: string, called = "name"): void {
  if (name.trim() === "") throw invalidParams(`${called} must not be empty`)
  requireSingleLine(called, name)
}
