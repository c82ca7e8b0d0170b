import { inJapanese, type Phrase } from "./phrases.ts"

const PLACES: Readonly<Record<string, string>> = {
  group: "グループ",
  application: "アプリケーション",
}

const CRUD: Readonly<Record<string, string>> = { create: "作成", update: "更新", delete: "削除", copy: "複製" }

/** Rules in the facts of causes, as the engine words them. */
const RULES: readonly Phrase[] = [
  [/^create action without a status$/, "ステータスに依存しない作成アクション"],
  [/^an? (create|update|delete|copy) action$/, (crud = "") => `${CRUD[crud]}アクション`],
  [/^an administrator of the workspace or of one of its groups$/, "ワークスペースまたはそのグループの管理者"],
  [/^an administrator of the workspace or of its top group$/, "ワークスペースまたは最上位グループの管理者"],
  [
    /^an administrator of the workspace or (?:of )?the (group|application) (.+)$/,
    (place = "", name = "") => `ワークスペースまたは${PLACES[place]}「${name}」の管理者`,
  ],
  [/^an administrator of the workspace (.+)$/, "ワークスペース「$1」の管理者"],
  [/^an administrator of the workspace$/, "ワークスペースの管理者"],
  [/^expected at least (\S+) characters$/, "$1 文字以上で入力してください"],
  [/^expected at most (\S+) characters$/, "$1 文字以内で入力してください"],
  [/^expected at least (\S+)$/, "$1 以上の値を入力してください"],
  [/^expected at most (\S+)$/, "$1 以下の値を入力してください"],
  [/^expected (.+) or later$/, "$1 以降を入力してください"],
  [/^expected (.+) or earlier$/, "$1 以前を入力してください"],
  [/^expected a number$/, "数値を入力してください"],
  [/^number is too large$/, "数値が大きすぎます"],
  [/^expected a string$/, "文字列を入力してください"],
  [/^contains half of a surrogate pair$/, "サロゲートペアの片方だけが含まれています"],
  [/^expected a time, e\.g\. (.+) or (.+)$/, "時刻を入力してください（例: $1、$2）"],
  [/^expected a date or an instant, e\.g\. (.+) or (.+)$/, "日付または日時を入力してください（例: $1、$2）"],
  [/^unknown option: (.+)$/, "選択肢「$1」がありません"],
  [/^option is disabled: (.+)$/, "選択肢「$1」は無効です"],
  [/^unknown status: (.+)$/, "ステータス「$1」がありません"],
  [/^expected one option$/, "選択肢は 1 つだけ指定してください"],
  [/^expected one item$/, "アイテムは 1 つだけ指定してください"],
  [/^expected one file$/, "ファイルは 1 つだけ指定してください"],
  [/^expected one user$/, "ユーザーは 1 人だけ指定してください"],
  [/^expected an item ID$/, "アイテム ID を指定してください"],
  [/^expected an array of options$/, "選択肢の配列を指定してください"],
  [/^expected an array of file IDs$/, "ファイル ID の配列を指定してください"],
  [/^expected an array of user IDs$/, "ユーザー ID の配列を指定してください"],
  [/^item not found: (.+)$/, "アイテム「$1」がありません"],
  [/^file not found: (.+)$/, "ファイル「$1」がありません"],
  [/^the user (.+) is not in the workspace$/, "ユーザー「$1」はワークスペースのメンバーではありません"],
  [
    /^several members are called (.+); write addresses$/,
    "「$1」という名前のメンバーが複数います。アドレスで指定してください",
  ],
  [/^a decoration field can't have a value$/, "装飾用のフィールドには値を指定できません"],
  [/^value is not unique$/, "一意の値でなければなりません"],
]

/** Returns a rule of a fact in Japanese. Names of roles, and rules that are not in the table, stay as they are. */
export const ruleInJapanese = (rule: string): string => inJapanese(rule, RULES) ?? rule

/** Types of values in the reasons of invalid parameters (errors.md section 3). */
const TYPES: Readonly<Record<string, string>> = {
  "a string": "文字列",
  "another string": "別の文字列",
  "a number": "数値",
  "another number": "別の数値",
  "an integer": "整数",
  "a fraction": "小数",
  "true or false": "true または false",
  "an array": "配列",
  "an object": "オブジェクト",
  nothing: "値なし",
}

const TYPE = new RegExp(`\\b(?:${Object.keys(TYPES).join("|")})\\b`, "g")

const typesInJapanese = (text: string): string =>
  text
    .replace(TYPE, (type) => TYPES[type] ?? type)
    .replace(/^one of (.+)$/, "$1 のいずれか")
    .replaceAll(" or ", " または ")

/** Reasons of invalid parameters (errors.md section 3). Each names the place of the value. */
const PARAMETERS: readonly Phrase[] = [
  [
    /^(\S+): expected (.+), got (.+)$/,
    (place = "", expected = "", received = "") =>
      `「${place}」には ${typesInJapanese(expected)} を指定してください（受信した値: ${typesInJapanese(received)}）`,
  ],
  [
    /^(\S+): expected at (least|most) (\S+) elements$/,
    (place = "", side = "", size = "") =>
      `「${place}」の要素は ${size} 個${side === "least" ? "以上" : "以内"}で指定してください`,
  ],
  [/^(\S+): (expected .+)$/, (place = "", rule = "") => `「${place}」: ${ruleInJapanese(rule)}`],
]

/** Returns the reason of an invalid parameter in Japanese. Other reasons stay as they are. */
export const parameterInJapanese = (reason: string): string => inJapanese(reason, PARAMETERS) ?? reason
