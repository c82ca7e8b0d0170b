import type { KitDatastore, KitSchema } from "../schema.ts"
import type { Model, ModelItem, ModelValue } from "./model.ts"
import { calculate } from "./values.ts"

/** The model of the world that a schema was read from; `schedule` tells when its auto actions are due. */
export function makeModel(
  read: KitSchema,
  now: string,
  schedule: readonly { readonly at: string; readonly kind: string; readonly id: string }[],
): Model {
  // Datastores are the model's own: their fields change.
  const schema: KitSchema = { ...read, datastores: read.datastores.map((datastore) => ({ ...datastore })) }
  const model: Model = {
    schema,
    groups: new Map(schema.groups.map((group) => [group.gId, group])),
    users: new Map(schema.users.map((user) => [user.uId, user])),
    items: new Map(),
    counters: new Map(),
    due: new Map(schedule.filter((one) => one.kind === "auto_action").map((one) => [one.id, Date.parse(one.at)])),
    files: new Map(),
    scripts: new Map(),
    templates: new Map(),
    hasCopy: false,
    usedIds: new Set(),
    nowMs: Date.parse(now),
    drawn: new Map(),
  }
  const begun = beginnings.get(read) ?? readItems(schema, schema.datastores)
  beginnings.set(read, begun)
  addCounters(model, schema.datastores)
  putItems(model, begun)
  return model
}

/** Of a schema, the items that each sequence begins with: reading them once takes a fourteenth of a check of the demo less. */
const beginnings = new WeakMap<KitSchema, readonly ReadItem[]>()

/** The counters and items that datastores of the model begin with. */
export function addTo(model: Model, datastores: readonly KitDatastore[]): void {
  addCounters(model, datastores)
  putItems(model, readItems(model.schema, datastores))
}

function addCounters(model: Model, datastores: readonly KitDatastore[]): void {
  for (const field of datastores.flatMap((datastore) => datastore.fields)) {
    if (field.autonum === null) continue
    model.counters.set(field.fId, field.autonum.start)
    for (const [branch, value] of Object.entries(field.autonum.branches))
      model.counters.set(`${field.fId}/${branch}`, value)
  }
}

/** An item as the schema has it, of a datastore by its path. */
interface ReadItem {
  readonly iId: string
  readonly datastore: string
  readonly values: ModelItem["values"]
  readonly status: string | null
  readonly rev: number
  readonly keys: readonly string[]
  readonly links: readonly string[]
}

function putItems(model: Model, items: readonly ReadItem[]): void {
  const byPath = new Map(model.schema.datastores.map((datastore) => [datastore.path, datastore]))
  for (const { datastore: path, keys, links, ...item } of items) {
    const datastore = byPath.get(path) as KitDatastore
    model.items.set(item.iId, { ...item, datastore, keys: new Set(keys), links: new Set(links), histories: [] })
  }
}

function readItems(schema: KitSchema, datastores: readonly KitDatastore[]): readonly ReadItem[] {
  const byKey = new Map<string, string>()
  for (const datastore of schema.datastores) {
    for (const item of datastore.items) {
      byKey.set(item.iId, item.iId)
      if (item.key !== null) byKey.set(`${datastore.path}@${item.key}`, item.iId)
    }
  }
  return datastores.flatMap((datastore) =>
    datastore.items.map((item): ReadItem => {
      const values: Record<string, ModelValue> = {}
      for (const field of datastore.fields) {
        const value = readExported(schema, field, item.values[field.displayId], byKey)
        if (value !== null) values[field.displayId] = value
      }
      for (const field of datastore.fields) {
        const result = field.formula === null ? null : calculate(field.formula, values)
        if (result !== null) values[field.displayId] = result
      }
      const application = datastore.application
      const path = (reference: string) => (reference.includes("/") ? reference : `${application}/${reference}`)
      return {
        iId: item.iId,
        datastore: datastore.path,
        values,
        status: item.status ?? datastore.statuses[0] ?? null,
        rev: item.revNo,
        keys: [
          ...item.access.groups.map((reference) => `g:${findGroup(schema, reference)}`),
          ...item.access.roles.map(
            (reference) => `r:${reference.includes(":") ? reference : `${application}:${reference}`}`,
          ),
          ...item.access.users.map((reference) => `u:${findUser(schema, reference)}`),
        ],
        links: item.links.map(
          (reference) =>
            byKey.get(path(reference)) ?? byKey.get(reference.slice(reference.indexOf("@") + 1)) ?? reference,
        ),
      }
    }),
  )
}

const findGroup = (schema: KitSchema, reference: string): string =>
  schema.groups.find((group) => group.displayId === reference || group.gId === reference)?.gId ?? reference

const findUser = (schema: KitSchema, reference: string): string =>
  schema.users.find((user) => user.uId === reference || user.reference === reference || user.email === reference)
    ?.uId ?? reference

function readExported(
  schema: KitSchema,
  field: KitSchema["datastores"][number]["fields"][number],
  value: unknown,
  byKey: ReadonlyMap<string, string>,
): ModelValue | null {
  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) return null
  const optionId = (one: unknown) =>
    field.options.find((option) => option.displayId === one || option.oId === one)?.displayId ?? String(one)
  switch (field.dataType) {
    case "select":
    case "radio":
      return optionId([value].flat()[0])
    case "checkbox":
      return [value].flat().map(optionId)
    case "users":
      return [value].flat().map((one) => findUser(schema, String(one)))
    case "dslookup":
      return byKey.get(`${field.lookup?.datastore}${String(value)}`) ?? String(value)
    case "datetime":
    case "date":
      return new Date(String(value)).toISOString()
    case "time":
      return String(value).length === 5 ? `${value}:00` : String(value)
    case "number":
      return Number(value)
    case "calc":
    case "file":
    case "label":
    case "separator":
    case "status":
      return null
    case "text":
    case "textarea":
    case "autonum":
      return String(value)
  }
}
