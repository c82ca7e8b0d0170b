import { requireAdministeredWorkspace } from "../../access/group-admin.ts"
import { command } from "../../engine/use-case.ts"
import { isInWorkspace } from "../../groups/membership.ts"
import { type ForgotPassword, sendPasswordReset } from "./forgot-password.ts"

/** ResetUserPassword (api.md section 12): as ForgotPassword, for the users of the administrator's workspace. */
export const resetUserPassword = command("ResetUserPassword", {
  enter: requireAdministeredWorkspace,
  run: (tx, { actor }, input: ForgotPassword): boolean =>
    sendPasswordReset(tx, input, (user) => isInWorkspace(user, actor.wId)),
})
