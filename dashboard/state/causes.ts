import type { AnswerTo } from "../api/control.ts"
import { isJapanese } from "../language.ts"
import { nameOfDatastore, nameOfPart, type PartKind } from "./names.ts"
import { parameterInJapanese, ruleInJapanese } from "./rules.ts"

export type Cause = NonNullable<AnswerTo<"GET /worlds/:w/requests/:id">["causes"]>[number]

/** Returns a fact as text. */
export type Fact = (name: string) => string

/** A hint with a similar name, or else the available names. */
const hint = ({ facts }: Cause, name: string): string => {
  const value = facts.find((fact) => fact.name === name)?.value
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ""
  return Array.isArray(value) ? `。使用できるもの: ${value.join("、")}` : `。「${value}」のことですか?`
}

const none = "なし"

const japanese: Readonly<Record<Cause["kind"], (is: Fact, cause: Cause) => string>> = {
  no_workspace: (is) => `${is("user")} には現在のワークスペースがありません`,
  application_unknown: (is, cause) => `アプリケーション「${is("value")}」がありません${hint(cause, "application")}`,
  application_elsewhere: (is) =>
    `アプリケーション「${is("application")}」はワークスペース ${is("workspace")} にありますが、${is("user")} の現在のワークスペースは ${is("value")} です`,
  datastore_unknown: (is, cause) => `データストア「${is("value")}」がありません${hint(cause, "datastore")}`,
  datastore_hidden: (is) =>
    `データストア「${is("datastore")}」は ${is("user")} に表示されません。必要なロール: ${is("datastore_roles")}、${is("user")} のロール: ${is("roles")}`,
  action_unknown: (is, cause) =>
    `「${is("datastore")}」にアクション「${is("value")}」がありません${hint(cause, "action")}`,
  action_kind: (is) =>
    `アクション「${is("action")}」の種類が操作に合いません（必要: ${is("rule")}、実際: ${ruleInJapanese(is("value"))}）`,
  action_missing: (is) => `「${is("datastore")}」に必要なアクションがありません（${is("rule")}）`,
  action_role: (is) =>
    `アクション「${is("action")}」に必要なロール: ${is("action_roles")}、${is("user")} のロール: ${is("roles")}`,
  action_status: (is) =>
    `アクション「${is("action")}」を実行できるステータス: ${is("statuses")}、アイテムのステータス: ${is("status")}`,
  update_action: (is) =>
    `${is("user")}（ロール: ${is("roles")}）がステータス「${is("status")}」で実行できる更新アクションは「${is("datastore")}」にありません`,
  administrator: (is) => `管理者権限が必要です（${is("rule")}）。${is("user")} にはありません`,
  workspaces_closed: () => "現在のワークスペースの設定では、ユーザーはワークスペースを作成できません",
  user_exclusive: (is) => `${is("user")} は現在のワークスペース専用のユーザーです`,
  role: (is) => `必要なロール: ${is("rule")}、${is("user")} のロール: ${is("roles")}`,
  item_keys: (is) =>
    `${is("user")} はアイテムのアクセスキーを持っていません。アイテムのキー: ${is("item_keys")}、${is("user")} のキー: ${is("keys")}`,
  item_deleted: (is) => `アイテム ${is("item")} は削除されました`,
  item_elsewhere: (is) => `アイテム ${is("item")} はデータストア「${is("datastore")}」にあります`,
  revision: (is) => `アイテムのリビジョン: ${is("revision")}、リクエストのリビジョン: ${is("value")}`,
  value_missing: (is) => `アクション「${is("action")}」では「${is("field")}」の値が必須です`,
  field_fixed: (is) => `アクション「${is("action")}」は「${is("field")}」を更新しません`,
  field_hidden: (is) =>
    `フィールド「${is("field")}」は ${is("user")} に表示されません。必要なロール: ${is("field_roles")}、${is("user")} のロール: ${is("roles")}`,
  value_taken: (is) => `「${is("field")}」は一意の値でなければなりません。同じ値のアイテム: ${is("item")}`,
  value_invalid: (is) =>
    [
      `「${is("field")}」の値が正しくありません: ${is("rule")}`,
      ...(is("value") === none ? [] : [`（値: ${is("value")}）`]),
    ].join(""),
  field_unknown: (is, cause) => `フィールド「${is("value")}」がありません${hint(cause, "field")}`,
  login_unknown: () => "このメールアドレスまたはユーザーコードで、パスワードを持つユーザーはいません",
  login_password: (is) => `${is("user")} のパスワードが違います`,
  login_unconfirmed: (is) => `${is("user")} はメールアドレスをまだ確認していません`,
}

const partName = (kind: PartKind) => (id: string, datastore: string | undefined) => nameOfPart(kind, id, datastore)

/** How facts are shown in Japanese: names instead of display IDs. Other facts are shown as they are. */
const SHOW: Readonly<Record<string, (value: string, datastore: string | undefined) => string>> = {
  datastore: nameOfDatastore,
  action: partName("action"),
  status: partName("status"),
  statuses: partName("status"),
  field: partName("field"),
  rule: ruleInJapanese,
}

/** Returns the cause of a refusal as a sentence in the current language. The server makes the English sentence. */
export const causeText = (cause: Cause): string =>
  isJapanese() ? japanese[cause.kind](factReader(cause.facts), cause) : cause.says

/** Returns a function that shows facts in Japanese. */
export function factReader(facts: Cause["facts"]): Fact {
  const factOf = (name: string) => facts.find((fact) => fact.name === name)?.value
  const datastore = factOf("datastore")
  const place = typeof datastore === "string" ? datastore : undefined
  return (name) => {
    const value = factOf(name)
    const show = SHOW[name] ?? ((text: string) => text)
    if (!Array.isArray(value)) return value === undefined ? none : show(String(value), place)
    return value.length === 0 ? none : value.map((one) => show(String(one), place)).join("、")
  }
}

/** Returns the reason of a refused request: its causes, or else the reason in the response. Undefined for other requests. */
export const reasonText = ({ causes = [], error }: Refused): string | undefined =>
  causes.length === 0 ? reasonInResponse(error) : causes.map(causeText).join(isJapanese() ? "。" : "; ")

const reasonInResponse = (error: string | undefined): string | undefined =>
  error === undefined || !isJapanese() ? error : parameterInJapanese(error)

/** A refused request in the log. */
export interface Refused {
  readonly causes?: readonly Cause[] | undefined
  readonly error?: string | undefined
}

const REFERENCE = "https://github.com/hexarium/hexarium/blob/main/docs/reference/"

/** Returns the address of a section, such as `model.md section 5.6`, in the reference. */
export function addressOfSection(section: string): string {
  const [page = "", number = ""] = section.split(" section ")
  return `${REFERENCE}${page}#section-${number.replaceAll(".", "-")}`
}

/** Returns the address of an error code in the reference. */
export const addressOfCode = (code: string): string => `${REFERENCE}errors.md#${code}`

/** Returns the error code in a response; undefined if it has none. */
export function codeIn(response: unknown): string | undefined {
  if (typeof response !== "object" || response === null) return undefined
  const lists = ["errors", "error"].map((name): unknown => Reflect.get(response, name)).filter(Array.isArray)
  const codes = [response, ...lists.flat()].map((part: unknown) =>
    typeof part === "object" && part !== null ? Reflect.get(part, "error_code") : undefined,
  )
  return codes.find((code) => typeof code === "string" && /^[A-Z_]+$/.test(code))
}
