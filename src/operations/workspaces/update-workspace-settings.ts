import { requireWorkspaceAdminAt } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { object, optionalString } from "../../model/input/index.ts"
import { changeSettings, FUNCTIONALITY, inputShape, PASSWORD_POLICY } from "../../model/settings/index.ts"
import { workspacePlace } from "../places.ts"
import { requireWorkspaceName } from "./create-new-workspace.ts"

/** Changes the name, password policy or functionality flags of a workspace. Absent parts stay. (api.md section 23) */
export const updateWorkspaceSettings = command({
  name: "UpdateWorkspaceSettings",
  summary: "Changes the name, the password policy or the functionality flags of a workspace",
  input: () => ({
    ...workspacePlace(),
    name: optionalString("The new name; one line"),
    passwordPolicy: object(inputShape(PASSWORD_POLICY)).describe("Rules for new passwords").optional(),
    functionality: object(inputShape(FUNCTIONALITY)).describe("Features that users may use").optional(),
  }),
  place: ["workspace"],
  authorize: requireWorkspaceAdminAt,
  execute(tx, { granted: workspace }, { name = workspace.name, passwordPolicy, functionality }): void {
    requireWorkspaceName(name)
    tx.patch("workspaces", workspace.wId, {
      name,
      passwordPolicy: changeSettings(PASSWORD_POLICY, workspace.passwordPolicy, passwordPolicy),
      functionality: changeSettings(FUNCTIONALITY, workspace.functionality, functionality),
    })
  },
})
