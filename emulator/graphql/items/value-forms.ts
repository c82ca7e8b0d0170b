import type { Actor } from "../../../src/access/index.ts"
import { type DetailForm, type FormContext, fieldTypeOf } from "../../../src/fields/index.ts"
import type { IId, PId } from "../../../src/model/index.ts"
import type { DataType, Field, FieldOf, StoredOf } from "../../../src/model/records/index.ts"
import type { LookupDetail } from "../../../src/operations/index.ts"
import { presentFile, presentUser } from "../../api/index.ts"
import type { OptionTexts } from "./option-texts.ts"

/** Context of the values of one datastore in one response. */
export interface ClientContext extends FormContext {
  readonly actor: Actor
  /** Application of the datastore. */
  readonly pId: PId
  /** Returns whether a lookup field refers to a near datastore. */
  isNear(field: Field): boolean
  optionTexts(field: FieldOf<"select" | "radio" | "checkbox">): OptionTexts
  /** Presents the item that a lookup refers to, or a stub of an invisible item. */
  lookupItem(lookup: LookupDetail): unknown
  /** Returns whether the actor sees the item that a lookup refers to. */
  seesTarget(field: FieldOf<"dslookup">, iId: IId): boolean
}

/** Forms of a data type's values that the official client can read (graphql.md section 2.3). */
interface ValueForms<T extends DataType = DataType> {
  /** Form in lists. Omit if it equals the form of ItemList. */
  list?(value: StoredOf<T> | undefined, field: FieldOf<T>, context: ClientContext, listed: unknown): unknown
  /** Form in details. Omit if it equals the form of GetItemDetails. */
  detail?(value: StoredOf<T> | undefined, field: FieldOf<T>, context: ClientContext, detail: Detail): unknown
  /** Form in results of writes. Omit if it is the stored value, or null. */
  result?(value: StoredOf<T> | undefined, field: FieldOf<T>, context: ClientContext): unknown
}

type Detail = DetailForm | LookupDetail

const asElsewhere = {}

const choice: ValueForms<"select" | "radio"> = {
  list: (oId, field, context) => (oId === undefined ? null : (context.optionTexts(field).label(oId) ?? null)),
  detail(oId, field, context, detail) {
    if (oId === undefined || context.ids === "internal") return detail
    return context.optionTexts(field).displayId(oId) ?? null
  },
}

const checkbox: ValueForms<"checkbox"> = {
  list: (oIds = [], field, context) => oIds.flatMap((oId) => context.optionTexts(field).label(oId) ?? []),
  detail(oIds = [], field, context, detail) {
    if (oIds.length === 0) return null
    return context.ids === "internal" ? detail : oIds.flatMap((oId) => context.optionTexts(field).displayId(oId) ?? [])
  },
  result: (oIds = []) => oIds,
}

/** Returns user objects. The client refuses a user without an address, whose `email` is therefore the u_id. */
function usersOf(value: StoredOf<"users"> | undefined, field: FieldOf<"users">, context: ClientContext) {
  const users = fieldTypeOf(field).details(value, field, context)
  return listOf(users).flatMap((user) => {
    if (typeof user !== "object" || !("userId" in user)) return []
    const presented = presentUser(user)
    return [presented.email === "" ? { ...presented, email: user.userId } : presented]
  })
}

/** Returns file objects. The client uses `name` and `filename` as the same property. */
function filesOf(value: StoredOf<"file"> | undefined, field: FieldOf<"file">, context: ClientContext) {
  const files = fieldTypeOf(field).details(value, field, context)
  return listOf(files).flatMap((file) =>
    typeof file === "object" && "file" in file ? [{ ...presentFile(file), name: file.file.name }] : [],
  )
}

type OneDetail = Exclude<DetailForm, null | readonly unknown[]> | Extract<DetailForm, readonly unknown[]>[number]

const listOf = (details: DetailForm): readonly OneDetail[] => {
  if (details === null) return []
  return Array.isArray(details) ? details : [details as OneDetail]
}

const lookup: ValueForms<"dslookup"> = {
  list(iId, field, context, listed) {
    if (iId === undefined || listed === null) return null
    // A lookup that shows a number is also a text. If nested lookups end with an item's ID, the client can only read a near lookup.
    const isReadable = typeof listed === "string" && (listed !== iId || context.isNear(field))
    return isReadable ? listed : fieldTypeOf(field).list(iId, field, { ...context, numbers: "text" })
  },
  detail(_iId, field, context, detail) {
    if (!isLookup(detail)) return null
    if (!context.isNear(field)) return detail.title
    const { dId, itemId, title } = detail
    return { d_id: dId, item_id: itemId, title, lookup_item: context.lookupItem(detail) }
  },
  result(iId, field, context) {
    if (iId === undefined) return null
    if (!context.isNear(field) || !context.seesTarget(field, iId)) return iId
    const target = fieldTypeOf(field).details(iId, field, context)
    return isLookup(target) ? { d_id: target.dId, item_id: target.itemId, title: target.title } : iId
  },
}

const isLookup = (detail: Detail): detail is LookupDetail =>
  typeof detail === "object" && detail !== null && "itemId" in detail

const VALUE_FORMS: { readonly [T in DataType]: ValueForms<T> } = {
  text: asElsewhere,
  textarea: asElsewhere,
  autonum: asElsewhere,
  number: asElsewhere,
  calc: asElsewhere,
  datetime: asElsewhere,
  date: asElsewhere,
  time: asElsewhere,
  select: choice,
  radio: choice,
  checkbox,
  users: { list: usersOf, detail: usersOf, result: usersOf },
  file: { list: filesOf, detail: filesOf, result: filesOf },
  dslookup: lookup,
  status: {
    result: (sId, _field, { datastore }) => datastore.statuses.find((status) => status.sId === sId)?.displayId ?? null,
  },
  label: asElsewhere,
  separator: asElsewhere,
}

export const valueFormsOf = ({ dataType }: Pick<Field, "dataType">): ValueForms => VALUE_FORMS[dataType]
