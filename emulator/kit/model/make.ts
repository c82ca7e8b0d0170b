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
  addTo(model, model.schema.datastores)
  return model
}

/** The counters and items that datastores of the model begin with. */
export function addTo(model: Model, datastores: readonly KitDatastore[]): void {
  addCounters(model, datastores)
  addItems(model, datastores)
}

function addCounters(model: Model, datastores: readonly KitDatastore[]): void {
  for (const field of datastores.flatMap((datastore) => datastore.fields)) {
    if (field.autonum === null) continue
    model.counters.set(field.fId, field.autonum.start)
    for (const [branch, value] of Object.entries(field.autonum.branches))
      model.counters.set(`${field.fId}/${branch}`, value)
  }
}

function addItems(model: Model, datastores: readonly KitDatastore[]): void {
  const byKey = new Map<string, string>()
  for (const datastore of model.schema.datastores) {
    for (const item of datastore.items) {
      byKey.set(item.iId, item.iId)
      if (item.key !== null) byKey.set(`${datastore.path}@${item.key}`, item.iId)
    }
  }
  for (const datastore of datastores) {
    for (const item of datastore.items) {
      const values: Record<string, ModelValue> = {}
      for (const field of datastore.fields) {
        const value = readExported(model, field, item.values[field.displayId], byKey)
        if (value !== null) values[field.displayId] = value
      }
      for (const field of datastore.fields) {
        const result = field.formula === null ? null : calculate(field.formula, values)
        if (result !== null) values[field.displayId] = result
      }
      const application = datastore.application
      const path = (reference: string) => (reference.includes("/") ? reference : `${application}/${reference}`)
      const modelItem: ModelItem = {
        iId: item.iId,
        datastore,
        values,
        status: item.status ?? datastore.statuses[0] ?? null,
        rev: item.revNo,
        keys: new Set([
          ...item.access.groups.map((reference) => `g:${findGroup(model, reference)}`),
          ...item.access.roles.map(
            (reference) => `r:${reference.includes(":") ? reference : `${application}:${reference}`}`,
          ),
          ...item.access.users.map((reference) => `u:${findUser(model, reference)}`),
        ]),
        links: new Set(
          item.links.map(
            (reference) =>
              byKey.get(path(reference)) ?? byKey.get(reference.slice(reference.indexOf("@") + 1)) ?? reference,
          ),
        ),
        histories: [],
      }
      model.items.set(item.iId, modelItem)
    }
  }
}

const findGroup = (model: Model, reference: string): string =>
  model.schema.groups.find((group) => group.displayId === reference || group.gId === reference)?.gId ?? reference

const findUser = (model: Model, reference: string): string =>
  model.schema.users.find((user) => user.uId === reference || user.reference === reference || user.email === reference)
    ?.uId ?? reference

function readExported(
  model: Model,
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
      return [value].flat().map((one) => findUser(model, String(one)))
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
