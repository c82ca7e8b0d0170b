import { titleOf } from "../../../src/fields/index.ts"
import type { Item, User } from "../../../src/model/records/index.ts"
import { itemsTable, type View } from "../../../src/state/index.ts"

const SHOWN_LENGTH = 60

/** Replaces line breaks in a text with spaces and shortens the result. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ")
  return line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH - 1)}…` : line
}

/** Returns an item's title, or its ID if the title is empty. */
export function nameItem(view: View, item: Pick<Item, "iId" | "dId" | "values" | "statusId">): string {
  const title = view.get("datastores", item.dId) === undefined ? "" : titleOf(view, item)
  return title === "" ? item.iId : short(title)
}

export function nameItemById(view: View, dId: string, iId: string): string {
  const item = view.get(itemsTable(dId), iId)
  return item === undefined ? iId : nameItem(view, item)
}

/** Returns a reference to a user in the format of fixtures: the e-mail address, with the user code if there is one. */
export function nameUser(view: View, uId: string): string {
  const user = view.get("users", uId)
  return user === undefined ? uId : referenceTo(user)
}

export const referenceTo = ({ email, userCode }: Pick<User, "email" | "userCode">): string =>
  userCode === "" ? email : `${email}#${userCode}`
