import type { FieldChange, RelatedEntry } from "../../items/writing/write-options.ts"
import type { Condition } from "../../records/condition.ts"
import type { WordsOf } from "./word.ts"

/** The members of a condition. */
export const CONDITION: WordsOf<Condition> = {
  id: "text?",
  rpfId: "text?",
  searchValue: "list?",
  dataType: "text?",
  exactMatch: "flag?",
  notMatch: "flag?",
  includeNull: "flag?",
  conditions: "list?",
  useOrCondition: "flag?",
}

/** The members of a changed field. */
export const CHANGE: WordsOf<FieldChange> = { id: "text", value: "any?" }

/** The members of an entry for a related item. */
export const RELATED: WordsOf<RelatedEntry> = {
  operation: "number?",
  actionId: "text?",
  itemId: "text?",
  revNo: "number?",
  linkToParent: "flag?",
  accessKeyUpdates: "members?",
  relatedDsItems: "members?",
  item: "members?",
  changes: "list?",
}
