import { listApplications, listChildren, listDatastores, listRoles } from "../../../src/access/index.ts"
import { fieldSettingOf, holdsValues } from "../../../src/fields/index.ts"
import { findDefaultAction } from "../../../src/items/index.ts"
import { byOrdinal, type Names, nameIn } from "../../../src/model/index.ts"
import {
  ACTION_OPERATIONS,
  type Action,
  type Application,
  type Datastore,
  type Field,
  type Group,
} from "../../../src/model/records/index.ts"
import { FIELD_IN, presentSettings } from "../../../src/model/settings/index.ts"
import type { View } from "../../../src/state/index.ts"
import {
  isRefusing,
  isRequiring,
  isReturned,
  type Named,
  remarksOn,
  requireDistinct,
  type Schema,
  type SchemaApplication,
  type SchemaDatastore,
  type SchemaField,
  SchemaProblem,
} from "./schema.ts"

export function describeWorld(view: View, { workspace }: { readonly workspace?: string | undefined } = {}): Schema {
  const all = view.all("workspaces")
  const meant = all.filter(({ wId, name }) => workspace === undefined || workspace === wId || workspace === name)
  if (meant.length === 0) throw new SchemaProblem(missingWorkspaceText(all, workspace))
  const schema = {
    applications: meant.flatMap(({ wId, name }) =>
      listApplications(view, wId).map((application) => describeApplication(view, application, name)),
    ),
    groups: meant.flatMap(({ wId }) =>
      view
        .list("groups", "groupsByWorkspace", wId)
        .filter(({ isRoot }) => isRoot)
        .flatMap((group) => listTree(view, group)),
    ),
  }
  requireDistinct(schema)
  return schema
}

const listTree = (view: View, group: Group): Named[] => [
  { id: group.displayId, name: group.name },
  ...listChildren(view, group).flatMap((child) => listTree(view, child)),
]

const missingWorkspaceText = (all: readonly { readonly name: string }[], workspace: string | undefined): string =>
  workspace === undefined || all.length === 0
    ? "the world has no workspace, so it has no schema"
    : `the world has no workspace ${JSON.stringify(workspace)}; the workspaces are ${all.map(({ name }) => JSON.stringify(name)).join(", ")}`

function describeApplication(view: View, application: Application, workspace: string): SchemaApplication {
  const named = namer(view)
  const queries = view.list("queries", "queriesByApplication", application.pId).sort(byOrdinal)
  return {
    id: application.displayId,
    name: named(application.name),
    workspace,
    roles: listRoles(view, application.pId).map(({ displayId, name }) => ({ id: displayId, name })),
    datastores: listDatastores(view, application.pId).map((datastore) =>
      describeDatastore(
        view,
        datastore,
        queries.filter(({ dId }) => dId === datastore.dId).map(({ name }) => name),
      ),
    ),
  }
}

function describeDatastore(view: View, datastore: Datastore, lists: readonly string[]): SchemaDatastore {
  const named = namer(view)
  const fields = datastore.fields.filter(
    (field) => holdsValues(field) && isReturned(presentSettings(FIELD_IN.optionalDefinition, field)),
  )
  const treated = (action: Action, isMeant: (setting: ReturnType<typeof fieldSettingOf>) => boolean) =>
    fields.filter(({ fId }) => isMeant(fieldSettingOf(action, fId))).map(({ displayId }) => displayId)
  const related = datastore.relations.flatMap((dId) => view.get("datastores", dId) ?? [])
  return {
    id: datastore.displayId,
    name: named(datastore.name),
    fields: fields.map((field) => describeField(view, field)),
    statuses: datastore.statuses.map(({ displayId, name }) => ({ id: displayId, name: named(name) })),
    actions: [...datastore.actions].sort(byDisplayOrder).map((action) => ({
      id: action.displayId,
      name: named(action.name),
      operation: ACTION_OPERATIONS[action.crudType],
      requires: treated(action, isRequiring),
      refuses: treated(action, isRefusing),
    })),
    defaultCreate: findDefaultAction(datastore, "1")?.displayId ?? null,
    relations: related.filter(({ pId }) => pId === datastore.pId).map(({ displayId }) => displayId),
    relationsElsewhere: related.flatMap((other) => {
      const application = view.get("applications", other.pId)
      const isMeant = isFound(view, datastore, other)
      return application !== undefined && isMeant
        ? [{ application: application.displayId, datastore: other.displayId }]
        : []
    }),
    lists,
  }
}

/** Returns whether `other`'s display ID, used in the datastore `from`, refers to `other` (api.md section 6.4). */
function isFound(view: View, from: Datastore, other: Datastore): boolean {
  if (other.pId === from.pId) return false
  const has = (pId: string) => listDatastores(view, pId).some(({ displayId }) => displayId === other.displayId)
  return !has(from.pId) && listApplications(view, other.wId).find(({ pId }) => has(pId))?.pId === other.pId
}

const byDisplayOrder = (left: Action, right: Action) => left.displayOrder - right.displayOrder

function describeField(view: View, field: Field): SchemaField {
  const named = namer(view)
  return {
    id: field.displayId,
    name: named(field.name),
    dataType: field.dataType,
    options:
      "options" in field
        ? field.options.map(({ displayId, name, enabled }) => ({ id: displayId, name: named(name), enabled }))
        : [],
    remarks: [
      ...(field.dataType === "dslookup" ? [lookedUp(view, field.dslookup)] : []),
      ...remarksOn(presentSettings(FIELD_IN.definition, field)),
    ],
  }
}

function lookedUp(view: View, lookup: { readonly dId: string } | undefined): string {
  const target = lookup === undefined ? undefined : view.get("datastores", lookup.dId)
  return target === undefined ? "of a deleted datastore" : `of ${target.displayId}`
}

function namer(view: View): (names: Names) => string {
  const { lang } = view.settings
  return (names) => {
    const shown = nameIn(names, lang)
    const other = nameIn(names, lang === "en" ? "ja" : "en")
    return other === shown ? shown : `${shown} · ${other}`
  }
}
