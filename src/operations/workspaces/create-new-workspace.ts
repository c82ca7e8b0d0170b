import * as z from "zod"
import { requireWorkspaceCreator } from "../../access/workspace-creator.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import type { WId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { makeWorkspace } from "../../people/workspaces/make-workspace.ts"
import type { NewWorkspaceAnswer } from "../answers/workspace-answers.ts"

/** Makes a workspace, which the caller administers; the workspace they work in stays the same. (api.md section 10) */
export const createNewWorkspace = command({
  name: "CreateNewWorkspace",
  summary: "Make a workspace with its top group and a first application",
  input: () => object({ name: z.string().describe("What it is called; one line") }),
  authorize: requireWorkspaceCreator,
  errors: { privilege: { shape: "errorMessage", members: { code: 999 } } },
  execute(tx, { principal }, { name }): WId {
    requireWorkspaceName(name)
    return makeWorkspace(tx, name, principal.user).wId
  },
  answer: (wId): NewWorkspaceAnswer => ({ wId }),
})

/** Not empty, on one line: it stands in invitation mails. */
export function requireWorkspaceName(name: string, called = "name"): void {
  if (name.trim() === "") throw invalidParams(`${called} must not be empty`)
  requireSingleLine(called, name)
}
