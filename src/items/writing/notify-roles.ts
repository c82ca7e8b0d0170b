import { actorIn } from "../../access/actor.ts"
import { seesItem } from "../../access/may.ts"
import { titleOf } from "../../fields/title.ts"
import type { WId } from "../../model/ids.ts"
import { queueNotifications } from "../../mail/notify.ts"
import { nameIn } from "../../model/names.ts"
import type { Item } from "../../model/records/item.ts"
import type { User } from "../../model/records/user.ts"
import { listRoleHolders } from "../../roles/role-holders.ts"
import type { Tx } from "../../state/tx.ts"
import type { Written } from "./item-request.ts"

/** Queues the mails of an action with notify roles: to their holders who see the item, its author excepted (model.md section 9). */
export function notifyRoles(tx: Tx, author: User, { datastore, action, before, after, history }: Written): void {
  if (action.notify.length === 0) return
  const item = after ?? before
  if (item === null) return
  const holders = new Map<string, User>()
  for (const rId of action.notify) {
    const role = tx.get("roles", rId)
    if (role !== undefined) for (const user of listRoleHolders(tx, role)) holders.set(user.uId, user)
  }
  holders.delete(author.uId)
  const { lang } = tx.settings
  queueNotifications(tx, {
    to: [...holders.values()].filter((user) => sees(tx, user, datastore.wId, item)),
    by: author,
    actionName: nameIn(action.name, lang),
    datastoreName: nameIn(datastore.name, lang),
    itemTitle: titleOf(tx, item),
    comment: history.comment,
  })
}

const sees = (tx: Tx, user: User, wId: WId, item: Item): boolean => seesItem(actorIn(tx, user, wId), item)
