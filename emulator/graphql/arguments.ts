import { isObject } from "../../src/model/input/index.ts"
import type { Arguments } from "./root.ts"

/** Names of IDs in arguments and REST requests, and the path parameters for the same ID (graphql.md section 2.1). */
const IDS: readonly { readonly names: readonly string[]; readonly parameters: readonly string[] }[] = [
  { names: ["workspaceId", "workingspaceId", "workspace_id", "w_id"], parameters: ["workspace-id"] },
  { names: ["projectId", "project_id", "p_id", "application_id"], parameters: ["app-id", "project-id"] },
  { names: ["datastoreId", "datastore_id", "d_id"], parameters: ["datastore-id"] },
  { names: ["linkedDatastoreId"], parameters: ["linked-datastore-id"] },
  { names: ["itemId", "item_id", "i_id"], parameters: ["item-id"] },
  { names: ["fieldId", "field_id"], parameters: ["field-id"] },
  { names: ["actionId", "action_id"], parameters: ["action-id"] },
  { names: ["groupId", "group_id", "g_id"], parameters: ["group-id"] },
  { names: ["parent_g_id"], parameters: ["parent-group-id"] },
  { names: ["historyId", "history_id", "h_id"], parameters: ["history-id"] },
  { names: ["userId", "user_id", "u_id"], parameters: ["user-id"] },
  { names: ["fileId", "file_id"], parameters: ["file-id"] },
  { names: ["reportId", "report_id"], parameters: ["report-id"] },
]

/** The properties of the REST request that has the same effect. */
export interface Sent {
  readonly params: Record<string, string>
  readonly properties: Record<string, unknown>
}

/**
 * Converts a root's arguments to the properties of a REST request. The members of objects are merged; arguments take
 * precedence over members of the same name. An ID is passed under each of its names. `null` counts as absent.
 */
export function sentBy(args: Arguments, more: object = {}): Sent {
  const properties: Record<string, unknown> = {}
  const values = Object.entries(args)
  for (const [, value] of values) if (isObject(value)) addAll(properties, value)
  for (const [name, value] of values) if (!isObject(value)) add(properties, name, value)
  const params: Record<string, string> = {}
  for (const { names, parameters } of IDS) {
    const id = idIn(args, names) ?? idIn(properties, names)
    if (id === undefined) continue
    for (const name of names) properties[name] ??= id
    for (const parameter of parameters) params[parameter] = id
  }
  for (const [name, value] of Object.entries(more)) {
    properties[name] = value
    if (typeof value === "string") params[name] = value
  }
  return { params, properties }
}

const addAll = (properties: Record<string, unknown>, members: object): void => {
  for (const [name, value] of Object.entries(members)) add(properties, name, value)
}

const add = (properties: Record<string, unknown>, name: string, value: unknown): void => {
  if (value !== null && value !== undefined) properties[name] = value
}

function idIn(values: Arguments, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = values[name]
    if (typeof value === "string") return value
  }
  return undefined
}
