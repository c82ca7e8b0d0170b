import { isJapanese } from "../language.ts"
import { inBoth } from "./language.ts"

const TABLES: Readonly<Record<string, string>> = {
  items: "アイテム",
  workspaces: "ワークスペース",
  users: "ユーザー",
  groups: "グループ",
  roles: "ロール",
  applications: "アプリケーション",
  datastores: "データストア",
  deletedItems: "削除されたアイテム",
  links: "リンク",
  histories: "履歴",
  readMarks: "既読",
  files: "ファイル",
  queries: "保存済みの検索",
  autoActions: "自動アクション",
  reports: "レポート",
  charts: "チャート",
  counters: "採番",
  confirmations: "確認",
  tokens: "トークン",
  mails: "メール",
  mailTemplates: "メールのテンプレート",
  faults: "障害",
  tasks: "タスク",
  imports: "インポート",
  templates: "テンプレート",
}

/** Returns the name of a table of the state in the current language. In English, the name is the server's. */
export const nameOfTable = (table: string): string => (isJapanese() ? (TABLES[table] ?? table) : table)

export const recordTexts = inBoth(
  {
    added: "added",
    removed: "removed",
    changed: "changed",
    before: "Before",
    after: "After",
    field: "Field",
  },
  {
    added: "追加",
    removed: "削除",
    changed: "変更",
    before: "変更前",
    after: "変更後",
    field: "フィールド",
  },
)
