import { ask } from "../../api/control.ts"
import type { Person } from "../../api/person.ts"
import { people } from "../../state/people.ts"
import type { Operation } from "./contract.ts"

/** Values of this very world for the parameters of an operation, by name: of its first datastore, item, user and group. */
export async function examplesFor(
  operation: Operation,
  w: string,
  person: Person | undefined,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const wanted = new Set(operation.parameters.map(({ name }) => name))
  const has = (...names: readonly string[]) => names.some((name) => wanted.has(name))
  const put = (value: string | undefined, ...names: readonly string[]) => {
    for (const name of names) if (value !== undefined && wanted.has(name)) found.set(name, value)
  }
  const { workspaces } = await ask("GET /worlds/:w/schema", { params: { w } })
  const [workspace] = workspaces
  const application = workspace?.applications[0]
  const datastore = application?.datastores[0]
  put(workspace?.w_id, "workspace-id")
  put(application?.application_id, "app-id", "project-id")
  put(datastore?.datastore_id, "datastore-id")
  put(datastore?.fields[0]?.field_id, "field-id")
  put(datastore?.actions[0]?.action_id, "action-id")
  put(application?.roles[0]?.role_id, "role-id")
  put(application?.functions[0]?.function_id, "function-id")
  put(people.peek()?.[0]?.u_id, "user-id")
  if (has("group-id", "parent-group-id")) {
    const { groups } = await ask("GET /worlds/:w/groups", { params: { w }, query: { limit: 1 } })
    put(groups[0]?.g_id, "group-id", "parent-group-id")
  }
  if (has("item-id") && person !== undefined && application !== undefined && datastore !== undefined) {
    const { items } = await person.look.itemList({
      params: { "app-id": application.p_id, "datastore-id": datastore.d_id },
      body: { page: 1, per_page: 1 },
    })
    put(items[0]?.i_id, "item-id")
  }
  return found
}
