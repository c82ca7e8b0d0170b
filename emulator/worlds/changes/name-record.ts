import { titleOf } from "../../../src/fields/title.ts"
import type { Item } from "../../../src/model/records/item.ts"
import type { User } from "../../../src/model/records/user.ts"
import { itemsTable } from "../../../src/state/tables.ts"
import type { View } from "../../../src/state/view.ts"

const SHOWN_LENGTH = 60

/** A text short enough for a line, on one line. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ")
  return line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH - 1)}…` : line
}

/** An item by its title, or its ID where it has none. */
export function nameItem(view: View, item: Pick<Item, "iId" | "dId" | "values" | "statusId">): string {
  const title = view.get("datastores", item.dId) === undefined ? "" : titleOf(view, item)
  return title === "" ? item.iId : short(title)
}

export function nameItemById(view: View, dId: string, iId: string): string {
  const item = view.get(itemsTable(dId), iId)
  return item === undefined ? iId : nameItem(view, item)
}

/** A user as fixtures refer to them: e-mail address, with the user code where there is one. */
export function nameUser(view: View, uId: string): string {
  const user = view.get("users", uId)
  return user === undefined ? uId : referenceTo(user)
}

export const referenceTo = ({ email, userCode }: Pick<User, "email" | "userCode">): string =>
  userCode === "" ? email : `${email}#${userCode}`
