import { ACTION_OPERATIONS } from "../../../src/model/records/index.ts"
import type { WireClient } from "../client.ts"
import {
  isRefusing,
  isRequiring,
  isReturned,
  remarksOn,
  requireDistinct,
  type Schema,
  type SchemaApplication,
  type SchemaDatastore,
  type SchemaField,
  SchemaProblem,
} from "./schema.ts"

type Answer<N extends keyof WireClient> = WireClient[N] extends (...given: never) => Promise<infer A> ? A : never
type WireField = Answer<"getDatastoreSettings">["fields"][number]
type WireAction = Answer<"getActionSettingsOfDatastore">["item_actions"][number]

/**
 * Reads the schema that the API returns to the client's user, using only documented operations that do not write. The
 * API does not return relations or the default create action, so all datastores of an application count as related, and
 * the first create action by display_order is the default (types.md, "Schemas read from the API").
 */
export async function describeApi(
  api: WireClient,
  { workspace }: { readonly workspace?: string | undefined } = {},
): Promise<Schema> {
  const { workspaces, current_workspace_id: current } = await api.getWorkspaces()
  const wanted = workspace ?? current
  const meant = workspaces.find(({ workspace_id: id, workspace_name: name }) => id === wanted || name === wanted)
  if (meant === undefined) {
    const known = workspaces.map(({ workspace_name: name }) => JSON.stringify(name)).join(", ")
    throw new SchemaProblem(
      `the user has no workspace ${JSON.stringify(wanted)}; the workspaces are ${known || "none"}`,
    )
  }
  if (meant.workspace_id !== current) {
    throw new SchemaProblem(
      `expected the user's current workspace to be ${JSON.stringify(meant.workspace_name)}; select this workspace with SelectWorkspace, or use the token of another user`,
    )
  }
  const [applications, groups] = await Promise.all([
    api.getApplicationsAndDatastores({ params: { "workspace-id": meant.workspace_id } }),
    api.getGroupTree(),
  ])
  const read: SchemaApplication[] = []
  for (const application of applications) {
    read.push(await readApplication(api, application, meant.workspace_name))
  }
  const schema = { applications: read, groups: groups.result.flatMap(listTree) }
  requireDistinct(schema)
  return schema
}

type Tree = Answer<"getGroupTree">["result"][number]

const listTree = (tree: Tree): { readonly id: string; readonly name: string }[] => [
  { id: tree.display_id, name: tree.name },
  ...tree.childGroups.flatMap(listTree),
]

async function readApplication(
  api: WireClient,
  { application_id: pId, display_id: id, name, datastores }: Answer<"getApplicationsAndDatastores">[number],
  workspace: string,
): Promise<SchemaApplication> {
  const [{ roles }, lists] = await Promise.all([
    api.getApplicationSettings({ params: { "project-id": pId } }),
    api.getUserQueries({ params: { "app-id": pId } }),
  ])
  const relations = datastores.flatMap(({ display_id: displayId }) => displayId ?? [])
  const read: SchemaDatastore[] = []
  for (const { datastore_id: dId, name: datastoreName } of datastores) {
    const named = lists.flatMap((list) => (list.datastoreId === dId ? [list.name] : []))
    read.push({
      ...(await readDatastore(api, dId)),
      name: datastoreName,
      relations,
      relationsElsewhere: [],
      lists: named,
    })
  }
  return {
    id,
    name,
    workspace,
    roles: roles.map((role) => ({ id: role.display_id, name: role.name })),
    datastores: read,
  }
}

async function readDatastore(
  api: WireClient,
  dId: string,
): Promise<Omit<SchemaDatastore, "name" | "relations" | "relationsElsewhere" | "lists">> {
  const params = { "datastore-id": dId }
  const [settings, { statuses, item_actions: itemActions }] = await Promise.all([
    api.getDatastoreSettings({ params }),
    api.getActionSettingsOfDatastore({ params }),
  ])
  const fields = settings.fields.filter((field) => !HOLD_NOTHING.has(field.dataType) && isReturned(field))
  const byOrder = (left: WireAction, right: WireAction) => left.display_order - right.display_order
  const all = [...statuses.flatMap(({ status_actions: actions }) => actions), ...itemActions].sort(byOrder)
  const creates = itemActions.filter(({ crud_type: crudType }) => crudType === "1").sort(byOrder)
  return {
    id: settings.display_id,
    fields: fields.map(readField),
    statuses: settings.statuses.map(({ display_id: id, names }) => ({ id, name: displayName(names) })),
    actions: all.map((action) => readAction(action, fields)),
    defaultCreate: creates[0]?.display_id ?? null,
  }
}

const HOLD_NOTHING = new Set(["label", "separator"])

function readAction(action: WireAction, fields: readonly WireField[]) {
  const treated = (isMeant: (setting: WireAction["action_field_settings"][number]) => boolean) =>
    fields.flatMap(({ field_id: fId, display_id: id }) => {
      const setting = action.action_field_settings.find((one) => one.id === fId)
      return setting !== undefined && isMeant(setting) ? [id] : []
    })
  return {
    id: action.display_id,
    name: displayName(action.names),
    operation: ACTION_OPERATIONS[action.crud_type],
    requires: treated(isRequiring),
    refuses: treated(isRefusing),
  }
}

const readField = (field: WireField): SchemaField => ({
  id: field.display_id,
  name: field.name,
  dataType: field.dataType,
  options: (field.options ?? []).map(({ display_id: id, value, enabled }) => ({ id, name: value, enabled })),
  remarks: [...remarksOn(field)],
})

const displayName = ({ en, ja }: { readonly en: string; readonly ja: string }): string =>
  en === ja || ja === "" ? en : en === "" ? ja : `${en} · ${ja}`
