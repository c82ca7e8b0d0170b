import { isJapanese } from "../language.ts"
import { mailTexts } from "../texts/mails.ts"
import { inJapanese, type Phrase } from "./phrases.ts"

const NOUNS: Readonly<Record<string, string>> = {
  workspace: "ワークスペース",
  group: "グループ",
  role: "ロール",
  application: "アプリケーション",
  datastore: "データストア",
  field: "フィールド",
  status: "ステータス",
  action: "アクション",
  "saved list": "保存済みの検索",
  "auto action": "自動アクション",
  report: "レポート",
  chart: "チャート",
  "mail template": "メールのテンプレート",
  template: "テンプレート",
  user: "ユーザー",
  file: "ファイル",
  task: "タスク",
}

const VERBS: Readonly<Record<string, string>> = {
  created: "作成",
  changed: "更新",
  deleted: "削除",
  archived: "アーカイブ",
  restored: "復元",
  uploaded: "アップロード",
  attached: "添付",
}

const STEPS: Readonly<Record<string, string>> = {
  issued: "発行",
  followed: "開封",
  used: "使用",
  replaced: "再発行",
  deleted: "削除",
}

/** Changes of a user, after the user's name. */
const USER: readonly Phrase[] = [
  [/^name (.*→.*)$/, "名前 $1"],
  [/^e-mail (.*→.*)$/, "メール $1"],
  [/^user code (.*→.*)$/, "ユーザーコード $1"],
  [/^workspace (.*→.*)$/, "ワークスペース $1"],
  [/^failed logins (.*→.*)$/, "ログイン失敗回数 $1"],
  [/^password changed$/, "パスワードを変更"],
  [/^confirmed$/, "メールアドレスを確認済み"],
  [/^logged in$/, "ログイン"],
  [/^locked until a new password$/, "パスワードの再設定までロック"],
  [/^locked until (.+)$/, "$1 までロック"],
  [/^unlocked$/, "ロックを解除"],
  [/^picture changed$/, "画像を変更"],
  [/^picture deleted$/, "画像を削除"],
  [/^additional info changed$/, "追加情報を変更"],
  [/^got role (.+)$/, "ロール「$1」を付与"],
  [/^lost role (.+)$/, "ロール「$1」を解除"],
  [/^joined group (.+) as administrator$/, "グループ「$1」に管理者として参加"],
  [/^joined group (.+)$/, "グループ「$1」に参加"],
  [/^became administrator of group (.+)$/, "グループ「$1」の管理者に変更"],
  [/^is no longer administrator of group (.+)$/, "グループ「$1」の管理者から解任"],
  [/^left group (.+)$/, "グループ「$1」から脱退"],
]

const nounPattern = Object.keys(NOUNS).join("|")
const userPattern = USER.map(([pattern]) => pattern.source.slice(1, -1)).join("|")

function kindOfMail(kind: string): string {
  const texts: Readonly<Record<string, unknown>> = mailTexts()
  return String(texts[kind] ?? kind)
}

/** English effects in the log (control.md section 3, "requests"), each with its Japanese form. */
const EFFECTS: readonly Phrase[] = [
  [/^(.+) created in (.+)$/, "$2 に $1 を作成"],
  [/^mail (\S+) to (\S+) sent$/, (kind = "", to = "") => `${to} にメール（${kindOfMail(kind)}）を送信`],
  [/^mail (\S+) to (\S+) deleted$/, (kind = "", to = "") => `${to} へのメール（${kindOfMail(kind)}）を削除`],
  [/^mail (\S+) to (\S+) changed$/, (kind = "", to = "") => `${to} へのメール（${kindOfMail(kind)}）を更新`],
  [/^auto number (.+?) (\d+→\d+)$/, "採番 $1 $2"],
  [/^link (.+) → (.+) added$/, "リンク $1 → $2 を追加"],
  [/^link (.+) → (.+) removed$/, "リンク $1 → $2 を解除"],
  [/^link (.+) → (.+) changed$/, "リンク $1 → $2 を更新"],
  [/^histories read by (.+)$/, "$1 が履歴を既読"],
  [/^comment on item (.+) added$/, "$1 にコメントを追加"],
  [
    /^(comment on|history of) item (.+) (changed|archived|deleted)$/,
    (noun = "", item = "", verb = "") => `${item} の${noun === "history of" ? "履歴" : "コメント"}を${VERBS[verb]}`,
  ],
  [
    /^(\S+) confirmation of (.+) (issued|followed|used|replaced|deleted)$/,
    (kind = "", user = "", step = "") => `${user} の確認（${kindOfMail(kind)}）を${STEPS[step]}`,
  ],
  [/^token of (.+) issued$/, "$1 のトークンを発行"],
  [/^token of (.+) revoked$/, "$1 のトークンを無効化"],
  [/^fault on (.+) planned$/, "$1 の障害を計画"],
  [/^fault on (.+) used$/, "$1 の障害を使用"],
  [/^fault on (.+) deleted$/, "$1 の障害を削除"],
  [
    /^import with 0 faulty rows(?: and (\d+) ignored blank rows)? finished$/,
    (blank = "") => `インポートを完了${blank === "" ? "" : `（空行 ${blank} 行を無視）`}`,
  ],
  [
    /^import with (\d+) faulty rows(?: and (\d+) ignored blank rows)? finished$/,
    (faulty = "", blank = "") =>
      `インポートを完了（誤りのある行 ${faulty} 行${blank === "" ? "" : `、無視した空行 ${blank} 行`}）`,
  ],
  [
    new RegExp(`^user (.+?) (${userPattern.replaceAll(/\((?!\?)/g, "(?:")})$`),
    (user = "", change = "") => `ユーザー ${user}: ${inJapanese(change, USER) ?? change}`,
  ],
  [
    new RegExp(`^(${nounPattern}) (.+) name (.*→.*)$`),
    (noun = "", id = "", change = "") => `${NOUNS[noun]}「${id}」の名前 ${change}`,
  ],
  [
    new RegExp(`^(${nounPattern}) (.+) display id (.*→.*)$`),
    (noun = "", id = "", change = "") => `${NOUNS[noun]}「${id}」の表示 ID ${change}`,
  ],
  [
    new RegExp(`^(${nounPattern}) (.+) changed: (.+)$`),
    (noun = "", id = "", settings = "") => `${NOUNS[noun]}「${id}」の設定を更新（${settings}）`,
  ],
  [
    new RegExp(`^(${nounPattern}) (.+) (${Object.keys(VERBS).join("|")})$`),
    (noun = "", id = "", verb = "") => `${NOUNS[noun]}「${id}」を${VERBS[verb]}`,
  ],
  [/^(.+) access keys (\d+→\d+)$/, "$1 のアクセスキー $2"],
  [/^(.+) rev_no (\d+→\d+)$/, "$1 のリビジョン $2"],
  [/^… and (\d+) more effects$/, "…ほか $1 件の変更"],
  [/^… and (\d+) more ignored keys$/, "…ほか $1 個の無視されたキー"],
  [/^ignored (.+?): unknown field(.*)$/, "$1 を無視: 不明なフィールド$2"],
  [/^ignored (.+?): (.+)$/, "$1 を無視: $2"],
  [/^(.+) deleted$/, "$1 を削除"],
]

/** Returns an effect in the current language, without the noun that every item's line has: `O-00456 created in Orders`. */
export function effectText(effect: string): string {
  const text = effect.replace(/^item /, "")
  if (!isJapanese()) return text
  const translated = inJapanese(text, EFFECTS) ?? text
  return translated.replaceAll("(empty)", "（空）").replaceAll("(none)", "（なし）")
}
