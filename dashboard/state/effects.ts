import { isJapanese } from "../language.ts"

/** English effects in the log (control.md section 3, "requests"), each with its Japanese form. */
const JAPANESE: readonly (readonly [pattern: RegExp, japanese: string])[] = [
  [/^(.+) created in (.+)$/, "$2 に $1 を作成"],
  [/^mail (\S+) to (\S+) sent$/, "$2 にメール（$1）を送信"],
  [/^mail (\S+) to (\S+) deleted$/, "$2 へのメール（$1）を削除"],
  [/^auto number (.+)→(.+)$/, "採番 $1→$2"],
  [/^link (.+) → (.+) added$/, "リンク $1 → $2 を追加"],
  [/^link (.+) → (.+) removed$/, "リンク $1 → $2 を解除"],
  [/^histories read by (.+)$/, "$1 が履歴を既読"],
  [/^comment on item (.+) added$/, "$1 にコメントを追加"],
  [/^(\S+) confirmation of (.+) issued$/, "$2 の確認（$1）を発行"],
  [/^(\S+) confirmation of (.+) used$/, "$2 の確認（$1）を使用"],
  [/^token of (.+) issued$/, "$1 のトークンを発行"],
  [/^token of (.+) revoked$/, "$1 のトークンを無効化"],
  [/^user (.+) logged in$/, "ユーザー $1 がログイン"],
  [/^fault on (.+) planned$/, "$1 の障害を計画"],
  [/^fault on (.+) used$/, "$1 の障害を使用"],
  [/^auto action (.+) changed$/, "自動アクション「$1」を更新"],
  [/^file (.+) uploaded$/, "ファイル「$1」をアップロード"],
  [/^file (.+) attached$/, "ファイル「$1」を添付"],
  [/^(.+) access keys (\d+→\d+)$/, "$1 のアクセスキー $2"],
  [/^(.+) rev_no (\d+→\d+)$/, "$1 のリビジョン $2"],
  [/^(.+) deleted$/, "$1 を削除"],
  [/^(.+) created$/, "$1 を作成"],
]

/** Returns an effect in the current language, without the noun that every item's line has: `O-00456 created in Orders`. */
export function effectText(effect: string): string {
  const text = effect.replace(/^item /, "")
  if (!isJapanese()) return text
  const [pattern, japanese] = JAPANESE.find(([one]) => one.test(text)) ?? []
  return pattern === undefined || japanese === undefined ? text : text.replace(pattern, japanese)
}
