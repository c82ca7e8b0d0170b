import { isJapanese } from "../language.ts"
import { inJapanese, type Phrase } from "./phrases.ts"

/** Reasons why a person sees an item, as the server words them (control.md section 3, "access"). */
const SIGHTS: readonly Phrase[] = [
  [
    /^no role of the user shows the datastore, and the user holds no key of the item$/,
    "データストアを表示するロールも、アイテムのキーも持っていません",
  ],
  [/^no role of the user shows the datastore$/, "データストアを表示するロールを持っていません"],
  [/^the user holds no key of the item$/, "アイテムのキーを持っていません"],
  [/^the item is published to the user$/, "アイテムがユーザーに公開されています"],
  [/^the user is a member of the group (.+)$/, "グループ「$1」のメンバーです"],
  [/^the user is a member of (.+), a parent group of (.+)$/, "「$2」の親グループ「$1」のメンバーです"],
  [/^the user has the role (.+) through the group (.+)$/, "グループ「$2」を通じてロール「$1」を持っています"],
  [/^the user has the role (.+)$/, "ロール「$1」を持っています"],
]

/** Returns the reasons why a person sees an item, or does not see it, in the current language. */
export function sightText(says: string): string {
  if (!isJapanese()) return says
  return says
    .split("; ")
    .map((reason) => inJapanese(reason, SIGHTS) ?? reason)
    .join("。")
}
