import { type Client, createClient, createControl } from "../../emulator/client/index.ts"
import { type App, createApp } from "../../emulator/index.ts"
import type { HarEntry } from "../../emulator/upstream/har/read-har.ts"
import type { World } from "../../src/world/index.ts"
import { HarRecorder } from "./har-recorder.ts"

/** Records every read of the API that the user may make, over all applications, datastores, fields, actions and items. */
export async function recordReads(world: World, user: string): Promise<HarEntry[]> {
  const app = createApp({ world })
  const recorder = new HarRecorder(app)
  const api = createClient({ app: recorder.app, token: await tokenOf(app, user) })
  await readAll(api)
  return recorder.entries
}

export const tokenOf = async (app: App, user: string): Promise<string> =>
  (await createControl({ app }).issueToken({ user, observe: true })).token

async function readAll(api: Client): Promise<void> {
  await api.getUserInfo()
  const { result } = await api.getGroupTree()
  for (const { id } of result) {
    await api.getGroup({ params: { "group-id": id } })
    await api.getUsersInGroup({ params: { "group-id": id }, query: { recursive: true } })
  }
  const { workspace_id: wId } = await api.getCurrentWorkspace()
  const workspace = { params: { "workspace-id": wId } }
  await api.getPasswordPolicy(workspace)
  await api.getWorkspaceFunctionality(workspace)
  await api.getUsersInWorkspace(workspace)
  for (const application of await api.getApplicationsAndDatastores(workspace)) {
    const app = { "app-id": application.application_id }
    await api.getApplicationSettings({ params: { "project-id": application.application_id } })
    await api.getUserQueries({ params: app })
    for (const role of await api.getRoles({ params: app })) {
      await api.getRoleUsers({ params: { ...app, "role-id": role.role_id } })
    }
    for (const { datastore_id: dId } of application.datastores) {
      await readDatastore(api, application.application_id, dId)
    }
  }
}

async function readDatastore(api: Client, pId: string, dId: string): Promise<void> {
  const params = { "app-id": pId, "datastore-id": dId }
  const { fields } = await api.getDatastoreSettings({ params })
  await api.getDatastoreFields({ params })
  await api.getItemSearchConditions({ params })
  await api.getStatuses({ params })
  for (const { field_id: fId } of fields) {
    await api.getFieldSettings({ params: { ...params, "field-id": fId }, query: { with_options: true } })
  }
  const actions = await api.getActionSettingsOfDatastore({ params })
  for (const { id } of [...actions.item_actions, ...actions.statuses.flatMap((status) => status.status_actions)]) {
    await api.getActionSettings({ params: { ...params, "action-id": id } })
    await api.getInputFields({ params: { ...params, "action-id": id } }).catch(() => undefined)
  }
  await api.getActions({ params })
  await api.itemList({ params, body: { conditions: [], format: "csv" } as never }).catch(() => undefined)
  const { items } = await api.itemList({
    params,
    body: { conditions: [], include_links: true, include_lookups: true, include_fields_data: true },
  })
  for (const { i_id: iId } of items) {
    const item = { ...params, "item-id": String(iId) }
    await api.getItemDetails({ params: item, query: { include_linked_items: true, include_lookups: true } })
    await api.getItemDetails({ params: item, query: { format: "map", return_number_value: true } })
    await api.getLinkedItems({ params: item, query: { include_lookups: true } })
  }
}
