import { requireAdministeredWorkspace } from "../../access/group-admin.ts"
import { command } from "../../engine/operation.ts"
import { isInWorkspace } from "../../groups/membership.ts"
import { passwordResetInput, sendPasswordReset } from "./forgot-password.ts"

/** Does as ForgotPassword, for the users of the administrator's workspace. (api.md section 12) */
export const resetUserPassword = command({
  name: "ResetUserPassword",
  summary: "Mail a user a link for setting a new password",
  input: passwordResetInput,
  authorize: requireAdministeredWorkspace,
  execute: (tx, { principal }, input): boolean =>
    sendPasswordReset(tx, input, (user) => isInWorkspace(user, principal.wId)),
})
