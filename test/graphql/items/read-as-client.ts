import { clientType } from "../../../emulator/graphql/items/near.ts"
import { listDatastores, requireActor, seesDatastore } from "../../../src/access/index.ts"
import { readableFields } from "../../../src/fields/index.ts"
import type { Datastore, Field } from "../../../src/model/records/index.ts"
import type { View } from "../../../src/state/index.ts"

type Json = Readonly<Record<string, unknown>>

interface KnownField {
  readonly field: Field
  readonly dataType: string
}

/** The datastores of one application that the official client knows, with their fields. */
export type Known = ReadonlyMap<string, readonly KnownField[]>

/** Returns what the client has read about an application before it reads items. */
export function knownOf(view: View, uId: string, pId: string): Known {
  const actor = requireActor(view, uId)
  const fieldsOf = (datastore: Datastore): readonly KnownField[] =>
    readableFields(view, actor, datastore).map((field) => ({ field, dataType: clientType(view, actor, pId, field) }))
  return new Map(
    listDatastores(view, pId)
      .filter((datastore) => seesDatastore(view, actor, datastore))
      .map((datastore) => [datastore.dId as string, fieldsOf(datastore)]),
  )
}

/** Keys of a flat item that are not fields (graphql.md section 2.3). */
const OWN_NAMES = new Set(
  (
    "i_id d_id p_id w_id a_id title Status status_id rev_no unread pinned seed_i_id created_at created_by updated_at updated_by links " +
    "item_links lookup_items item_actions status_list status_actions status_order status_action_order item_action_order field_values"
  ).split(" "),
)

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/

/** Reads items by the rules of the official client, and collects everything that the client cannot read. */
export class ClientReader {
  readonly problems: string[] = []
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  /** Reads an item of a list or a result. */
  flat(item: unknown, path = "item", isStub = false): void {
    if (!isObject(item)) {
      this.#refuse(path, "no object", item)
      return
    }
    const fields = this.#known.get(item.d_id as string)
    if (fields === undefined) {
      this.#refuse(path, "unknown datastore", item.d_id)
      return
    }
    const read = new Set<string>()
    for (const [key, value] of Object.entries(item)) {
      const at = `${path}.${key}`
      if (OWN_NAMES.has(key) && key !== "Status") this.#own(key, value, at, read)
      else {
        const known = fields.find(({ field: { fId, displayId } }) => fId === key || displayId === key)
        if (known === undefined) this.#refuse(at, "unknown key", value)
        else this.value(known, value, at)
        read.add(key)
      }
    }
    if (isStub) return
    for (const key of ["i_id", "d_id", "p_id", "title", "rev_no", "created_at"]) {
      if (typeof item[key] !== "string" && typeof item[key] !== "number")
        this.#refuse(`${path}.${key}`, "missing", item)
    }
  }

  /** Reads a new item, in which null is not readable. */
  created(item: unknown): void {
    this.flat(item)
    for (const [key, value] of Object.entries(isObject(item) ? item : {}))
      if (value === null) this.#refuse(key, "null", value)
  }

  /** Reads the values of an item's details. */
  details(details: unknown, dId: string): void {
    const { field_values: values, status_list, item_actions, status_actions, rev_no } = details as Json
    for (const [key, one] of Object.entries({ values, status_list, item_actions, status_actions }))
      if (!isObject(one)) this.#refuse(key, "no object", one)
    if (typeof rev_no !== "number") this.#refuse("rev_no", "no number", rev_no)
    for (const [key, value] of Object.entries(values as Json)) {
      const known = this.#known.get(dId)?.find(({ field: { displayId } }) => displayId === key)
      if (known === undefined || !isObject(value)) this.#refuse(key, "unknown field", value)
      else if (value.dataType !== known.dataType) this.#refuse(key, "another data type", value.dataType)
      else if (known.dataType === "dslookup" && value.value) {
        if (!isObject(value.value)) this.#refuse(key, "no lookup", value.value)
        else this.flat(value.value.lookup_item, `${key}.lookup_item`, true)
      } else if (known.dataType !== "checkbox" || value.value !== null) this.value(known, value.value, key)
    }
  }

  /** Reads a value of a field in a list, a result or details. */
  value({ field, dataType }: KnownField, value: unknown, path: string): void {
    if (!this.#isReadable(field, dataType, value)) this.#refuse(path, `unreadable ${dataType}`, value)
  }

  #isReadable(field: Field, dataType: string, value: unknown): boolean {
    switch (dataType) {
      case "users":
        return Array.isArray(value) && value.every((one) => isObject(one) && isFull(one.email) && isFull(one.user_id))
      case "file":
        return Array.isArray(value) && value.every((one) => isObject(one) && /^[A-Za-z0-9]+$/.test(String(one.file_id)))
      case "checkbox":
        return Array.isArray(value) && value.every((one) => isOption(field, one))
    }
    if (value === null) return true
    switch (dataType) {
      case "text":
      case "textarea":
        return typeof value === "string"
      case "number":
        return typeof value === "number"
      case "datetime":
        return typeof value === "string" && ISO.test(value)
      case "select":
      case "radio":
        return isOption(field, value)
      case "dslookup":
        return (
          typeof value === "string" || (isObject(value) && isFull(value.item_id) && this.#known.has(`${value.d_id}`))
        )
      case "status":
        return typeof value === "string"
      case "autonum":
        return typeof value === "string"
      case "calc":
        return typeof value === "string" || typeof value === "number"
    }
    return false
  }

  #own(key: string, value: unknown, path: string, read: ReadonlySet<string>): void {
    if (key === "item_links") {
      if (!isObject(value) || !Array.isArray(value.links)) {
        this.#refuse(path, "no links", value)
        return
      }
      for (const { d_id } of value.links) if (!this.#known.has(d_id)) this.#refuse(path, "unknown datastore", d_id)
    }
    if (key === "links") {
      if (!Array.isArray(value)) {
        this.#refuse(path, "no links", value)
        return
      }
      for (const { d_id } of value) if (!this.#known.has(d_id)) this.#refuse(path, "unknown datastore", d_id)
    }
    if (key !== "lookup_items") return
    if (!isObject(value)) {
      this.#refuse(path, "no object", value)
      return
    }
    for (const [field, target] of Object.entries(value)) {
      if (!read.has(field)) this.#refuse(path, "before its field", field)
      this.flat(target, `${path}.${field}`, isObject(target) && Object.keys(target).length === 3)
    }
  }

  #refuse(path: string, problem: string, value: unknown): void {
    this.problems.push(`${path}: ${problem}: ${JSON.stringify(value)}`)
  }
}

const isFull = (value: unknown): boolean => typeof value === "string" && value !== ""

/** Returns whether the client finds an option by a text. */
function isOption(field: Field, text: unknown): boolean {
  return typeof text === "string" && optionOf(field, text) !== undefined
}

/** Returns the option that the client takes for a text: the first whose o_id, display ID or name is the text. */
export function optionOf(field: Field, text: string): string | undefined {
  const options = "options" in field ? field.options : []
  return options.find(({ oId, displayId, name: { en, ja } }) =>
    [oId, displayId, en ?? ja, ja ?? en].some((one) => one === text),
  )?.oId
}
