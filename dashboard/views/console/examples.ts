import { ask } from "../../api/control.ts"
import type { Person } from "../../api/person.ts"
import { people } from "../../state/people.ts"
import type { Operation } from "./contract.ts"

/** Example of a valid input for an operation in this world. */
export interface Examples {
  /** Parameters by name. They refer to the world's first datastore, item, user, group and so on. */
  readonly parameters: ReadonlyMap<string, string>
  /** Example body from the OpenAPI document, with values for fields of the first datastore. */
  readonly body: unknown
}

export async function examplesFor(operation: Operation, w: string, person: Person | undefined): Promise<Examples> {
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
  return { parameters: found, body: withItem(operation.bodyExample, datastore?.fields ?? []) }
}

interface FieldOfSchema {
  readonly field_id: string
  readonly data_type: string
}

/** Replaces the item in an example body, whose fields are the demo's. The new item has only text fields, which accept any string. */
function withItem(body: unknown, fields: readonly FieldOfSchema[]): unknown {
  if (typeof body !== "object" || body === null || !("item" in body)) return body
  const switches = Object.entries(body).filter(([, value]) => typeof value === "boolean")
  const texts = fields.filter(({ data_type }) => data_type === "text")
  return {
    ...Object.fromEntries(switches),
    item: Object.fromEntries(texts.map(({ field_id }) => [field_id, `Example ${field_id}`])),
  }
}
