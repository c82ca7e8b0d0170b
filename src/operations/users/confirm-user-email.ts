import { findConfirmation, isElapsed, isPending } from "../../confirmations/life.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import type { Group } from "../../records/group.ts"
import type { User } from "../../records/user.ts"
import type { FollowedLink } from "../passwords/validate-password.ts"

export interface ConfirmedEmail extends FollowedLink {
  readonly user: User
  /** Of the workspace the user works in; null when they are in none. */
  readonly topGroup: Group | null
}

export interface ConfirmUserEmail {
  readonly confirmationId: string
}

/**
 * ConfirmUserEmail (api.md section 3.2): the link of an e-mail change was followed. Looking up an invitation or a registration
 * records nothing, nor does a used, replaced or elapsed id.
 */
export const confirmUserEmail = publicCommand<ConfirmUserEmail, ConfirmedEmail>(
  "ConfirmUserEmail",
  (tx, { confirmationId }) => {
    const found = findConfirmation(tx, confirmationId, ["email", "invitation", "registration"])
    if (found === undefined) throw targetNotFound(`confirmation not found: ${confirmationId}`)
    const isNews = found.kind === "email" && !found.emailConfirmed && isPending(tx, found)
    const confirmation = isNews
      ? tx.patch("confirmations", confirmationId, { emailConfirmed: true, updatedAt: tx.now })
      : found
    const user = tx.expect("users", found.uId)
    const workspace = user.currentWId === null ? undefined : tx.get("workspaces", user.currentWId)
    const topGroup = workspace === undefined ? null : tx.expect("groups", workspace.topGId)
    return { confirmation, isElapsed: isElapsed(tx, confirmation), user, topGroup }
  },
)
