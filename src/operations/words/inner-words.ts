import type { AccessKeyUpdates } from "../../access/key-updates.ts"
import type { UploadedFile } from "../../files/store-file.ts"
import type { Listing } from "../../items/reading/list-items.ts"
import type { Sort } from "../../items/search/order.ts"
import type { FieldChange, RelatedEntry } from "../../items/writing/write-options.ts"
import type { LinkEnd } from "../../links/link-ends.ts"
import type { NameInput } from "../../names.ts"
import type { Condition } from "../../records/condition.ts"
import type { WordsOf } from "./word.ts"

/** The objects that inputs have within them, by the names that words give them. */
export type InnerTypes = {
  change: FieldChange
  condition: Condition
  file: UploadedFile
  keys: AccessKeyUpdates
  link: LinkEnd
  listing: Omit<Listing, "ids">
  names: Exclude<NameInput, string>
  related: RelatedEntry
  sort: Sort
}

/** How items are listed, wherever they are. */
export const LISTING: WordsOf<InnerTypes["listing"]> = {
  conditions: "condition[]?",
  useOrCondition: "flag?",
  page: "number?",
  perPage: "number?",
  unreadOnly: "flag?",
  excludeActionHistory: "flag?",
  excludeCommentHistory: "flag?",
  sortFields: "sort[]?",
  useDefaultSearch: "flag?",
  includeLinks: "flag?",
  includeLookups: "flag?",
  returnNumberValue: "flag?",
  returnCountOnly: "flag?",
  omitTotalItems: "flag?",
  dataResultTimeoutSec: "number?",
  totalCountTimeoutSec: "number?",
}

/** The members of each; the compiler asks for every one. */
export const INNER: { readonly [T in keyof InnerTypes]: WordsOf<InnerTypes[T]> } = {
  change: { id: "text", value: "any?" },
  condition: {
    id: "text?",
    rpfId: "text?",
    searchValue: "list?",
    dataType: "text?",
    exactMatch: "flag?",
    notMatch: "flag?",
    includeNull: "flag?",
    conditions: "condition[]?",
    useOrCondition: "flag?",
  },
  file: { name: "text", contentType: "text", bytes: "members" },
  keys: {
    overwrite: "flag?",
    ignoreActionSettings: "flag?",
    applyRelatedDs: "flag?",
    usersToPublish: "list?",
    groupsToPublish: "list?",
    rolesToPublish: "list?",
  },
  link: { datastore: "text", itemId: "text" },
  listing: LISTING,
  names: { en: "text?", ja: "text?" },
  related: {
    operation: "number?",
    actionId: "text?",
    itemId: "text?",
    revNo: "number?",
    linkToParent: "flag?",
    accessKeyUpdates: "keys?",
    relatedDsItems: "related{}?",
    item: "members?",
    changes: "change[]?",
  },
  sort: { id: "text", order: "text?" },
}
