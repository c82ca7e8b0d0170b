import type { AccessKeyUpdates } from "../../access/key-updates.ts"
import type { ActionInput, FieldSettingInput } from "../../datastores/change-action.ts"
import type { FieldInput, NewField } from "../../field-settings/field-input.ts"
import type { LookupInput, OptionInput, TypeInput } from "../../fields/settings-form.ts"
import type { UploadedFile } from "../../files/store-file.ts"
import type { Listing } from "../../items/reading/list-items.ts"
import type { Sort } from "../../items/search/order.ts"
import type { FieldChange, RelatedEntry } from "../../items/writing/write-options.ts"
import type { LinkEnd } from "../../links/link-ends.ts"
import type { NameInput } from "../../names.ts"
import type { Condition } from "../../records/condition.ts"
import type { UpdateAutoActionSettings } from "../auto-actions/update-auto-action-settings.ts"
import type { WordsOf } from "./word.ts"

/** The objects that inputs have within them, by the names that words give them. */
export type InnerTypes = {
  action: ActionInput
  autonum: NonNullable<TypeInput["autonum"]>
  calc: NonNullable<TypeInput["calc"]>
  change: FieldChange
  condition: Condition
  field: FieldInput
  fieldSetting: FieldSettingInput
  file: UploadedFile
  fileField: NonNullable<TypeInput["file"]>
  keys: AccessKeyUpdates
  link: LinkEnd
  listing: Omit<Listing, "ids">
  lookup: LookupInput
  names: Exclude<NameInput, string>
  newField: NewField
  newOption: Omit<OptionInput, "oId">
  numInfo: NonNullable<TypeInput["numInfo"]>
  option: OptionInput
  related: RelatedEntry
  schedule: NonNullable<UpdateAutoActionSettings["schedule"]>
  sort: Sort
  usersField: NonNullable<TypeInput["users"]>
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

const NEW_OPTION: WordsOf<InnerTypes["newOption"]> = {
  name: "names?",
  displayId: "text?",
  enabled: "flag?",
  color: "text?",
  selected: "flag?",
  sortId: "number?",
}

const FIELD: WordsOf<FieldInput> = {
  name: "names?",
  displayId: "text?",
  search: "flag?",
  showList: "flag?",
  asTitle: "flag?",
  fullText: "flag?",
  unique: "flag?",
  minValue: "any?",
  maxValue: "any?",
  hideOnInput: "flag?",
  hideFromApi: "flag?",
  hasIndex: "flag?",
  roles: "list?",
  numInfo: "numInfo?",
  calc: "calc?",
  autonum: "autonum?",
  users: "usersField?",
  file: "fileField?",
  dslookup: "lookup?",
  options: "option[]?",
  selected: "list?",
}

/** The members of each; the compiler asks for every one. */
export const INNER: { readonly [T in keyof InnerTypes]: WordsOf<InnerTypes[T]> } = {
  action: {
    operation: "text?",
    name: "names?",
    displayId: "text?",
    description: "text?",
    setStatus: "text?",
    isStatusAction: "flag?",
    statusId: "text?",
    roles: "list?",
    fieldSettings: "fieldSetting[]?",
  },
  autonum: { prefix: "text?", zeroPadding: "flag?", digit: "number?" },
  calc: { formula: "text?" },
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
  field: FIELD,
  fieldSetting: { field: "text", show: "flag?", update: "flag?", mandatory: "flag?" },
  file: { name: "text", contentType: "text", bytes: "members" },
  fileField: { multiple: "flag?" },
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
  lookup: { application: "text?", datastore: "text?", field: "text?", reverseLink: "flag?" },
  names: { en: "text?", ja: "text?" },
  newField: { ...FIELD, dataType: "text", name: "names" },
  newOption: NEW_OPTION,
  numInfo: { prefix: "text?", suffix: "text?", noComma: "flag?", decimalPlace: "number?" },
  option: { ...NEW_OPTION, oId: "text?" },
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
  schedule: { timeType: "text", timeValue: "text" },
  sort: { id: "text", order: "text?" },
  usersField: { singleSelect: "flag?", publish: "flag?" },
}
