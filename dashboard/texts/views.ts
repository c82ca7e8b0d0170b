import { inBoth } from "./language.ts"

export const viewTexts = inBoth(
  {
    overview: "Overview",
    requests: "Requests",
    data: "Data",
    schema: "Schema",
    people: "People",
    mails: "Mails",
    time: "Time",
    worlds: "Worlds",
    faults: "Faults",
    coverage: "Coverage",
    console: "Console",
    fixture: "Fixture",
  },
  {
    overview: "概要",
    requests: "リクエスト",
    data: "データ",
    schema: "スキーマ",
    people: "ユーザー",
    mails: "メール",
    time: "時間",
    worlds: "ワールド",
    faults: "障害",
    coverage: "カバレッジ",
    console: "コンソール",
    fixture: "フィクスチャ",
  },
)
