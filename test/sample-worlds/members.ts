import type { Fixture } from "../../src/fixtures/index.ts"
import { fixtureOf } from "./fixture-builder.ts"

/** Path parameters of the datastore of members. */
export const MEMBERS = { "app-id": "会員-アプリ", "datastore-id": "회원" }

/** Members and a log, with display IDs of several scripts and with blanks. `complete` is more of the action 完了. */
export const membersFixture = (complete: object = {}): Fixture =>
  fixtureOf({
    application: { application_id: "会員-アプリ", name: "Club" },
    datastores: {
      회원: {
        name: "Members",
        fields: {
          会員番号: { dataType: "text", as_title: true },
          "radio test": { dataType: "radio", options: { "はい です": "Yes", いいえ: "No" } },
          "数 量": { dataType: "number" },
          合計: { dataType: "calc", calc: { formula: "数 量 * 2" } },
        },
        statuses: { "新規 受付": { name: "New" }, "処理 済": { name: "Done" } },
        actions: {
          作成: { crud_type: "1", name: "Create", default: true },
          更新: { crud_type: "2", name: "Update", default: true },
          完了: { crud_type: "2", name: "Complete", status: "新規 受付", next_status: "処理 済", ...complete },
        },
        items: [{ key: "K-0", values: { 会員番号: "K-0", "radio test": "いいえ", "数 量": 4 } }],
      },
      기록: {
        name: "Log",
        fields: { 中身: { dataType: "text" }, "対象 ID": { dataType: "text" }, 行動: { dataType: "text" } },
      },
    },
  })
