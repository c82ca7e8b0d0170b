import { type Actor, seesDatastore } from "../../../src/access/index.ts"
import { lookupOf } from "../../../src/fields/index.ts"
import type { DataType, Field } from "../../../src/model/records/index.ts"
import type { View } from "../../../src/state/index.ts"

/**
 * Returns whether a datastore is near: the root `datastores` lists it to the actor for application `pId`. The official client cannot read
 * a response that refers to another datastore (graphql.md section 2.2).
 */
export function isNear(view: View, actor: Actor, pId: string, dId: string): boolean {
  const datastore = view.get("datastores", dId)
  return datastore?.pId === pId && seesDatastore(view, actor, datastore)
}

/** Returns whether a lookup field refers to a near datastore. */
export function isNearLookup(view: View, actor: Actor, pId: string, field: Field): boolean {
  const lookup = lookupOf(field)
  return lookup !== undefined && isNear(view, actor, pId, lookup.dId)
}

/** Data types that the official client knows. It throws on any other. */
type ClientType = Exclude<DataType, "date" | "time">

const CLIENT_TYPES: { readonly [T in DataType]: ClientType } = {
  text: "text",
  textarea: "textarea",
  number: "number",
  calc: "calc",
  autonum: "autonum",
  datetime: "datetime",
  date: "datetime",
  time: "text",
  select: "select",
  radio: "radio",
  checkbox: "checkbox",
  users: "users",
  file: "file",
  dslookup: "dslookup",
  status: "status",
  label: "label",
  separator: "separator",
}

/**
 * Returns the data type of a field of application `pId` in responses (graphql.md section 2.2). A lookup of a far datastore becomes `calc`,
 * whose values the client never sends back.
 */
export const clientType = (view: View, actor: Actor, pId: string, field: Field): ClientType =>
  field.dataType === "dslookup" && !isNearLookup(view, actor, pId, field) ? "calc" : CLIENT_TYPES[field.dataType]
