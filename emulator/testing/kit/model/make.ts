import type { KitDatastore, KitField, KitSchema } from "../schema.ts"
import type { Target } from "../targets.ts"
import type { Model, ModelItem, ModelValue } from "./model.ts"
import { calculate } from "./values.ts"

/** Creates a model that contains the schema's initial items. `schedule` gives the due times of auto actions. */
export function makeModel(read: KitSchema, now: string, schedule: Awaited<ReturnType<Target["schedule"]>>): Model {
  // Copies the datastores, so that changes to the model do not affect the given schema.
  const schema: KitSchema = { ...read, datastores: read.datastores.map((datastore) => ({ ...datastore })) }
  const model: Model = {
    schema,
    groups: new Map(schema.groups.map((group) => [group.gId, group])),
    users: new Map(schema.users.map((user) => [user.uId, user])),
    items: new Map(),
    counters: new Map(),
    due: new Map(schedule.filter((one) => one.kind === "auto_action").map((one) => [one.id, Date.parse(one.at)])),
    files: new Map(),
    nowMs: Date.parse(now),
    drawn: new Map(),
    isUnpredicted: read.datastores.every(({ actions }) => actions.some(({ hasScript }) => hasScript)) || undefined,
    isOutdated: false,
  }
  for (const { autonum, fId } of schema.datastores.flatMap((datastore) => datastore.fields)) {
    if (autonum === null) continue
    model.counters.set(fId, autonum.start)
    for (const [branch, value] of Object.entries(autonum.branches)) model.counters.set(`${fId}/${branch}`, value)
  }
  const items = initialItems.get(read) ?? listItemsAs(schema)
  initialItems.set(read, items)
  putItems(model, items)
  return model
}

/** Caches the initial items of each schema, because every command sequence creates a model. */
const initialItems = new WeakMap<KitSchema, readonly InitialItem[]>()

interface InitialItem extends Pick<ModelItem, "iId" | "values" | "status" | "rev"> {
  readonly datastore: string
  readonly keys: readonly string[]
  readonly links: readonly string[]
}

function putItems(model: Model, items: readonly InitialItem[]): void {
  const byPath = new Map(model.schema.datastores.map((datastore) => [datastore.path, datastore]))
  for (const { datastore: path, keys, links, ...item } of items) {
    const datastore = byPath.get(path) as KitDatastore
    model.items.set(item.iId, { ...item, datastore, keys: new Set(keys), links: new Set(links), histories: [] })
  }
}

function listItemsAs(schema: KitSchema): readonly InitialItem[] {
  const byKey = new Map<string, string>()
  for (const datastore of schema.datastores) {
    for (const item of datastore.items) {
      byKey.set(item.iId, item.iId)
      if (item.key !== null) byKey.set(`${datastore.path}@${item.key}`, item.iId)
    }
  }
  return schema.datastores.flatMap((datastore) =>
    datastore.items.map((item): InitialItem => {
      const values: Record<string, ModelValue> = {}
      for (const field of datastore.fields) {
        const value = readExported(schema, field, item.values[field.displayId], byKey)
        if (value !== null) values[field.displayId] = value
      }
      for (const field of datastore.fields) {
        const result = field.formula === null ? null : calculate(field.formula, datastore.fields, values)
        if (result !== null) values[field.displayId] = result
      }
      const { application } = datastore
      const path = (reference: string) => (reference.includes("/") ? reference : `${application}/${reference}`)
      const role = (reference: string) => (reference.includes(":") ? reference : `${application}:${reference}`)
      return {
        iId: item.iId,
        datastore: datastore.path,
        values,
        status: item.status ?? datastore.statuses[0] ?? null,
        rev: item.revNo,
        keys: [
          ...item.access.groups.map((reference) => `g:${findGroup(schema, reference)}`),
          ...item.access.roles.map((reference) => `r:${role(reference)}`),
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
  field: KitField,
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
