import { inBoth } from "./language.ts"

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
