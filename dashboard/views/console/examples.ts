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

/** Returns an example for an operation. `given`: parameters that the user has entered, which select the application and the datastore. */
export async function examplesFor(
  operation: Operation,
  w: string,
  person: Person | undefined,
  given: ReadonlyMap<string, string>,
): Promise<Examples> {
  const found = new Map<string, string>()
  const wanted = new Set(operation.parameters.map(({ name }) => name))
  const has = (...names: readonly string[]) => names.some((name) => wanted.has(name))
  const put = (value: string | undefined, ...names: readonly string[]) => {
    for (const name of names) if (value !== undefined && wanted.has(name)) found.set(name, value)
  }
  const { workspaces } = await ask("GET /worlds/:w/schema", { params: { w } })
  const [workspace] = workspaces
  const [askedApplication, askedDatastore] = [given.get("app-id") ?? given.get("project-id"), given.get("datastore-id")]
  const places = workspaces.flatMap(({ applications }) =>
    applications.flatMap((one) => one.datastores.map((two) => ({ application: one, datastore: two }))),
  )
  const asked = places.find(
    (place) =>
      [place.datastore.d_id, place.datastore.datastore_id].includes(askedDatastore ?? "") &&
      (askedApplication === undefined ||
        [place.application.p_id, place.application.application_id].includes(askedApplication)),
  )
  const application = asked?.application ?? workspace?.applications[0]
  const datastore = asked?.datastore ?? application?.datastores[0]
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
  readonly options?: readonly { readonly display_id: string; readonly enabled: boolean }[] | undefined
}

/** Returns a valid value for a field. Undefined if the value depends on other records, or if users don't write the field. */
function exampleOf({ field_id, data_type, options = [] }: FieldOfSchema): unknown {
  const option = options.find(({ enabled }) => enabled)
  switch (data_type) {
    case "text":
    case "textarea":
      return `Example ${field_id}`
    case "select":
    case "radio":
      return option?.display_id
    case "checkbox":
      return option === undefined ? undefined : [option.display_id]
    default:
      return undefined
  }
}

/** Replaces the item in an example body, whose fields are the demo's, by an item with fields of the datastore. */
function withItem(body: unknown, fields: readonly FieldOfSchema[]): unknown {
  if (typeof body !== "object" || body === null || !("item" in body)) return body
  const switches = Object.entries(body).filter(([, value]) => typeof value === "boolean")
  const values = fields.flatMap((field) => {
    const value = exampleOf(field)
    return value === undefined ? [] : [[field.field_id, value] as const]
  })
  return { ...Object.fromEntries(switches), item: Object.fromEntries(values) }
}
