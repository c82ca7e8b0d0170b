import { makeModel } from "../../../../../emulator/testing/kit/model/make.ts"
import { findDatastore, itemsOf, type Model, type ModelItem } from "../../../../../emulator/testing/kit/model/model.ts"
import { seesItem } from "../../../../../emulator/testing/kit/model/people.ts"
import { readSchema } from "../../../../../emulator/testing/kit/read-schema.ts"
import type { KitDatastore, KitSchema } from "../../../../../emulator/testing/kit/schema.ts"
import { scriptOf } from "./actions.ts"
import { extrasOf, type KeptTemplate } from "./extras.ts"

// biome-ignore lint/suspicious/noExplicitAny: an exported fixture is JSON that the world wrote
type Json = any

const IDS = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Settings of an exported application that a template keeps, with IDs numbered in order of appearance. */
export function settingsText(fixture: unknown, isIt: (application: Json) => boolean): string {
  const applications: Json[] = (fixture as Json).workspaces.flatMap((one: Json) => one.applications ?? [])
  const {
    application_id: _,
    name: __,
    display_order: ___,
    template_id: ____,
    roles,
    datastores,
    queries,
    ...others
  } = applications.find(isIt) ?? {}
  const plain = {
    ...others,
    // A user's private lists are copied only if that user saves the template.
    queries: (queries ?? []).filter(({ owner }: Json) => owner === undefined),
    roles: (roles ?? []).map(({ users: _users, ...role }: Json) => role),
    datastores: (datastores ?? []).map(({ items: _items, ...datastore }: Json) => datastore),
  }
  const numbers = new Map<string, string>()
  return JSON.stringify(plain).replaceAll(IDS, (id) => {
    const number = numbers.get(id) ?? `#${numbers.size}`
    numbers.set(id, number)
    return number
  })
}

/** Stores an application as a user sees it. */
export function saveModel(
  model: Model,
  { uId, fixture, application }: { readonly uId: string; readonly fixture: unknown; readonly application: string },
): Omit<KeptTemplate, "id" | "name" | "uId" | "application"> {
  const datastores = model.schema.datastores.filter((one) => one.application === application)
  const scripts = datastores.flatMap((datastore) =>
    datastore.actions.flatMap((action) =>
      (["pre", "post"] as const).flatMap((phase) => {
        const script = scriptOf(model, action, phase)
        return script === undefined ? [] : [[`${datastore.displayId}/${action.displayId}:${phase}`, script] as const]
      }),
    ),
  )
  return {
    settings: settingsText(fixture, (one) => one.application_id === application && isOf(model, one)),
    items: Object.fromEntries(
      datastores.map((one) => [
        one.displayId,
        itemsOf(model, one)
          .filter((item) => seesItem(model, uId, item))
          .map(line),
      ]),
    ),
    scripts: new Map(scripts),
  }
}

/** Another workspace may have an application with the same display ID. */
const isOf = (model: Model, application: Json): boolean =>
  (application.datastores ?? []).every((one: Json) => model.schema.datastores.some(({ dId }) => dId === one.d_id))

const REFERENCES: readonly string[] = ["users", "dslookup", "file"]

/** An item's data that does not depend on IDs. */
function line(item: ModelItem): string {
  const values = item.datastore.fields
    .filter(({ dataType }) => !REFERENCES.includes(dataType))
    .map(({ displayId }) => [displayId, item.values[displayId] ?? null])
  return JSON.stringify([item.status, values])
}

/** Adds a new application to the model. Returns its datastores. */
export function adopt(
  model: Model,
  { fixture, pId, scripts }: { readonly fixture: unknown; readonly pId: string } & Pick<KeptTemplate, "scripts">,
  schedule: readonly { readonly at: string; readonly kind: string; readonly id: string }[],
): readonly KitDatastore[] {
  const read = readSchema(fixture, { workspace: model.schema.workspace })
  const workspaces: Json[] = (fixture as Json).workspaces
  const here = workspaces.find(({ w_id: wId }) => wId === model.schema.wId)
  const application: string = here?.applications.find((one: Json) => one.p_id === pId)?.application_id ?? ""
  const isOwn = (path: string): boolean => path.startsWith(`${application}:`)
  const datastores = read.datastores.filter((one) => one.application === application)
  const fresh = makeModel({ ...read, datastores }, read.now, [])
  const own = fresh.schema
  const more: Partial<KitSchema> = {
    datastores: [...model.schema.datastores, ...own.datastores],
    roles: [...model.schema.roles, ...read.roles.filter(({ path }) => isOwn(path))],
    autoActions: [
      ...model.schema.autoActions,
      ...read.autoActions.filter(({ datastore }) => own.datastores.some(({ path }) => path === datastore)),
    ],
  }
  Object.assign(model.schema, more)
  for (const user of read.users) {
    const known = model.users.get(user.uId)
    if (known !== undefined)
      model.users.set(user.uId, { ...known, roles: [...known.roles, ...user.roles.filter(isOwn)] })
  }
  for (const group of read.groups) {
    const known = model.groups.get(group.gId)
    if (known !== undefined)
      model.groups.set(group.gId, { ...known, roles: [...known.roles, ...group.roles.filter(isOwn)] })
  }
  for (const one of schedule) {
    const isNew = one.kind === "auto_action" && model.schema.autoActions.some(({ autoId }) => autoId === one.id)
    if (isNew && !model.due.has(one.id)) model.due.set(one.id, Date.parse(one.at))
  }
  for (const [iId, item] of fresh.items) model.items.set(iId, item)
  for (const [id, counter] of fresh.counters) model.counters.set(id, counter)
  for (const datastore of own.datastores) {
    for (const action of datastore.actions) {
      for (const phase of ["pre", "post"] as const) {
        const script = scripts.get(`${datastore.displayId}/${action.displayId}:${phase}`)
        if (script !== undefined) extrasOf(model).scripts.set(`${action.aId}:${phase}`, script)
      }
    }
  }
  return own.datastores.map((one) => findDatastore(model, one.path) ?? one)
}

/** Returns the differences between a copy and the saved application, ignoring IDs. Empty if they are equal. */
export function compareCopy(
  model: Model,
  saved: KeptTemplate,
  {
    fixture,
    pId,
    datastores,
  }: { readonly fixture: unknown; readonly pId: string; readonly datastores: readonly KitDatastore[] },
): string[] {
  const settings = settingsText(fixture, (one) => one.p_id === pId)
  const at = [...settings].findIndex((letter, place) => letter !== saved.settings[place])
  const differences =
    settings === saved.settings
      ? []
      : [
          `its settings say ${settings.slice(Math.max(at - 40, 0), at + 80)}, expected ${saved.settings.slice(Math.max(at - 40, 0), at + 80)}`,
        ]
  for (const datastore of datastores) {
    const items = itemsOf(model, datastore).map(line).sort().join("\n")
    const expected = [...(saved.items[datastore.displayId] ?? [])].sort().join("\n")
    if (items !== expected) differences.push(`${datastore.displayId} has the items ${items}, expected ${expected}`)
  }
  return differences
}
