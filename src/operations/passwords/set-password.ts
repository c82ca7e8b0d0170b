import { anybody, command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../users/password.ts"
import { revokeTokens } from "../../users/tokens.ts"

export interface SetPassword {
  readonly oldPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
  /** The token in use, which stays valid; all others of the user end. */
  readonly token?: string | undefined
}

/** SetPassword (api.md section 2.4). */
export const setPassword = command("SetPassword", {
  enter: anybody,
  run(tx, { actor: { user, wId } }, input: SetPassword, { ports }): void {
    if (user.passwordHash === null || !ports.passwords.verify(input.oldPassword, user.passwordHash)) {
      throw invalidParams("old password is incorrect")
    }
    if (input.newPassword !== input.confirmPassword) throw invalidParams("the two new passwords differ")
    requireAllowedPassword(ports.passwords, policyOf(tx, wId), user, input.newPassword)
    setPasswordOf(tx, ports.passwords, user, input.newPassword)
    revokeTokens(tx, user, input.token)
  },
})
