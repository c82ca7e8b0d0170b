import type { Mail } from "../model/records/mail.ts"
import type { User } from "../model/records/user.ts"
import type { Tx } from "../state/tx.ts"
import { writeLetter } from "./letter.ts"
import { putMail } from "../engine/mail/queue-mail.ts"
import { fromOf } from "./sender.ts"

/** A run action to tell its notify roles about (model.md section 9). */
export interface ActionNotice {
  /** Who is told. The caller has left out the author and users who don't see the item. */
  readonly to: readonly User[]
  readonly by: Pick<User, "username">
  readonly actionName: string
  readonly datastoreName: string
  readonly itemTitle: string
  readonly comment: string
}

/** Queues a mail of kind `notification` to each. */
export function queueNotifications(tx: Tx, notice: ActionNotice): Mail[] {
  const { by, actionName, datastoreName, itemTitle, comment } = notice
  const item = itemTitle === "" ? "an item" : itemTitle
  const letter = writeLetter({
    subject: `${datastoreName}: ${item}`,
    paragraphs: [
      `${by.username} ran ${actionName} on ${item} in ${datastoreName}.`,
      ...(comment === "" ? [] : [comment]),
    ],
    footer: "You get this mail because one of your roles is notified of this action.",
  })
  const from = fromOf()
  return notice.to.map((user) => putMail(tx, "notification", user.email, from, letter))
}
