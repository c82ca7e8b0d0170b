import { isInWorkspace, requireAdministeredWorkspace } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { passwordResetInput, sendPasswordReset } from "./forgot-password.ts"

/** Mails a password link like ForgotPassword, but only to users of the administrator's workspace. (api.md section 12) */
export const resetUserPassword = command({
  name: "ResetUserPassword",
  summary: "Mails a user a link for setting a new password",
  input: passwordResetInput,
  authorize: requireAdministeredWorkspace,
  execute: (tx, { principal }, input): boolean =>
    sendPasswordReset(tx, input, (user) => isInWorkspace(user, principal.wId)),
})
