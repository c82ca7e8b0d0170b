import type {
  AccessKeyUpdates,
  Condition,
  FieldChange,
  OperationInput,
  RelatedDsItems,
  RelatedEntry,
} from "../../src/inside.ts"
import type { BodyInputOf } from "../contract/row.ts"
import type { OperationTable } from "../contract/table.ts"

type Members = Readonly<Record<string, unknown>>
type WriteBody = BodyInputOf<OperationTable["updateItem"]>
type WireCondition = NonNullable<BodyInputOf<OperationTable["itemList"]>["conditions"]>[number]
type WireRelated = NonNullable<WriteBody["related_ds_items"]>
type WireKeys = NonNullable<WriteBody["access_key_updates"]>

/** Users by reference → by u_id, as the API takes them. */
export type UserIds = (references: readonly string[]) => readonly string[]

/** `revNo` → `rev_no`, as the API spells it. */
const wireName = (name: string): string => name.replaceAll(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)

/** Members in the API's spelling; what they hold stays. */
export const renamed = (members: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[wireName(name), value]])),
  )

/** What writes share in the words of a body: values, related entries and keys. */
export interface WireWrite {
  readonly item?: Members | undefined
  readonly changes?: readonly FieldChange[] | undefined
  readonly relatedDsItems?: RelatedDsItems | undefined
  readonly accessKeyUpdates?: AccessKeyUpdates | undefined
}

export function bodyOfWrite(
  { item, changes, relatedDsItems, accessKeyUpdates, ...others }: WireWrite,
  ids: UserIds,
): Record<string, unknown> {
  return {
    ...renamed(others),
    ...(item === undefined ? {} : { item: wireValues(item, ids) }),
    ...(changes === undefined
      ? {}
      : { changes: changes.map(({ id, value }) => ({ id, value: wireValue(value, ids) })) }),
    ...(relatedDsItems === undefined ? {} : { related_ds_items: wireRelated(relatedDsItems, ids) }),
    ...(accessKeyUpdates === undefined ? {} : { access_key_updates: wireKeys(accessKeyUpdates) }),
  }
}

const wireKeys = (keys: AccessKeyUpdates): WireKeys => renamed(keys)

const wireRelated = (related: RelatedDsItems, ids: UserIds): WireRelated =>
  Object.fromEntries(
    Object.entries(related).map(([datastore, entries]) => [
      datastore,
      entries.map(({ itemId, ...entry }: RelatedEntry) => ({
        ...bodyOfWrite(entry, ids),
        ...(itemId === undefined ? {} : { i_id: itemId }),
      })),
    ]),
  )

const wireValues = (item: Members, ids: UserIds): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([field, value]) => [field, wireValue(value, ids)]))

/** Values as they are answered in the form that a write takes: lookups, files and users by their IDs. */
function wireValue(value: unknown, ids: UserIds): unknown {
  if (Array.isArray(value)) {
    const given: readonly unknown[] = value
    if (isTexts(given)) return given.some((one) => one.includes("@")) ? ids(given) : given
    return given.map((one) => memberOf(one, "fileId") ?? one)
  }
  return memberOf(value, "itemId") ?? value
}

const isTexts = (values: readonly unknown[]): values is readonly string[] =>
  values.length > 0 && values.every((one) => typeof one === "string")

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && name in value ? (value as Members)[name] : undefined

/** Conditions in the API's words. */
export const wireConditions = (conditions: readonly Condition[]): WireCondition[] =>
  conditions.map(({ conditions: inner, ...leaf }) => ({
    ...renamed(leaf),
    ...(inner === undefined ? {} : { conditions: wireConditions(inner) }),
  }))

type Listing = NonNullable<OperationInput<"globalSearch">["itemList"]>

/** How items are to be listed, in a body. */
export const listingBody = ({ conditions, ...options }: Listing): Record<string, unknown> => ({
  ...renamed(options),
  ...(conditions === undefined ? {} : { conditions: wireConditions(conditions) }),
})

/** The users that values name by address, of an item and of related ones. */
export function addressesIn({ item = {}, changes = [], relatedDsItems = {} }: WireWrite): string[] {
  const values = [...Object.values(item), ...changes.map(({ value }) => value)]
  const own = values.flatMap((value) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && one.includes("@")) : [],
  )
  return [...own, ...Object.values(relatedDsItems).flatMap((entries) => entries.flatMap(addressesIn))]
}
