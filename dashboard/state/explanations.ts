import type { AnswerTo } from "../api/control.ts"
import { isJapanese } from "../language.ts"
import { type Cause, causeText, type Fact, factReader } from "./causes.ts"

export type Explanation = AnswerTo<"GET /worlds/:w/requests/:id/explanation">
type Step = Explanation["steps"][number]
export type Way = Explanation["ways"][number]
type MoveKind = Way["moves"][number]["kind"]
type CheckKind = Exclude<Step["kind"], Cause["kind"] | undefined>

const checksInJapanese: Readonly<Record<CheckKind, (is: Fact) => string>> = {
  user_known: (is) => `${is("user")} のリクエストです`,
  user_needless: () => "この操作にユーザーは不要です",
  datastore_shown: (is) =>
    `データストア「${is("datastore")}」は表示されます。必要なロール: ${is("datastore_roles")}、${is("user")} のロール: ${is("roles")}`,
  place_found: () => "対象の場所があります",
  action_allowed: (is) =>
    `アクション「${is("action")}」を実行できます。必要なロール: ${is("action_roles")}、${is("user")} のロール: ${is("roles")}`,
  operation_allowed: (is) => `${is("user")} はこの操作を使用できます`,
  parameters_valid: () => "パラメーターは正しいです",
  item_shown: (is) => `アイテム ${is("item")} は ${is("user")} に表示されます`,
  status_offered: (is) =>
    `アクション「${is("action")}」を実行できるステータス: ${is("statuses")}、アイテムのステータス: ${is("status")}`,
  revision_equal: (is) => `アイテムのリビジョンは ${is("revision")} です`,
  revision_forced: (is) => `強制更新のため、リビジョン ${is("revision")} は比較されません`,
  script_passed: (is) => `アクション「${is("action")}」の前処理スクリプトは許可しました`,
  values_valid: () => "値は正しいです",
}

const movesInJapanese: Readonly<Record<MoveKind, (is: Fact) => string>> = {
  value_sent: (is) => `「${is("field")}」に ${is("value")} を送る`,
  member_omitted: (is) => `「${is("field")}」を省く`,
  revision_sent: (is) => `リビジョン ${is("revision")} を送る`,
  update_forced: () => "強制的に更新する",
  action_chosen: (is) => `アクション「${is("action")}」を実行する`,
  datastore_named: (is) => `データストア「${is("datastore")}」を指定する`,
  user_chosen: (is) => `${is("user")} としてリクエストを送る`,
  role_given: (is) => `${is("user")} にロール ${is("roles")} を与える`,
  group_joined: (is) => `${is("user")} をグループ ${is("groups")} に追加する`,
  key_given: (is) => `アイテム ${is("item")} を ${is("user")} に公開する`,
  status_changed: (is) => `アクション「${is("action")}」でアイテムを「${is("status")}」にする`,
  workspace_chosen: (is) => `${is("user")} としてワークスペース ${is("value")} を選ぶ`,
}

const isCheck = (kind: string): kind is CheckKind => kind in checksInJapanese

/** Returns the sentence about a step in the current language. A step without a kind has the text of the response. */
export function stepText({ kind, says, facts, section }: Step): string {
  if (!isJapanese() || kind === undefined) return says
  if (isCheck(kind)) return checksInJapanese[kind](factReader(facts))
  return causeText({ kind, says, facts, section })
}

/** Returns a way to success as a sentence in the current language. */
export const wayText = ({ says, moves }: Way): string =>
  isJapanese() ? moves.map(({ kind, facts }) => movesInJapanese[kind](factReader(facts))).join("、") : says
