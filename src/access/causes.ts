import { findByEitherId, nearest, type RefusalCause, type RId } from "../model/index.ts"
import { type Action, ADMIN, type Datastore, type Field, type Item, type User } from "../model/records/index.ts"
import { itemsTable, type View } from "../state/index.ts"
import {
  type Actor,
  lineage,
  listHeldRoles,
  nameOfUser,
  rolesInApplication,
  seesDatastore,
  sortRoles,
} from "./actor.ts"
import { type KeyHolder, keyHolders } from "./explain-access.ts"
import { findApplication, findDatastore, listApplications, listDatastores, listRoles } from "./find-places.ts"

/** Application and datastore of a call, as the caller wrote them: IDs, display IDs or unknown texts. */
interface Place {
  readonly application?: string | undefined
  readonly datastore?: string | undefined
}

/** Returns the name that is similar to an unknown one, or else the existing names. */
export const hintFor = (given: string, names: readonly string[]): string | readonly string[] =>
  nearest(given, names) ?? names

/** Returns why the application or the datastore is not found. Returns no causes if both are found. */
export function causesOfPlace(view: View, actor: Actor, { application, datastore }: Place): readonly RefusalCause[] {
  if (actor.wId === null) return [{ kind: "no_workspace", facts: { user: actor.user.email } }]
  const inside = application === undefined ? undefined : findApplication(view, actor, application)
  if (application !== undefined && inside === undefined)
    return [causeOfApplication(view, actor, actor.wId, application)]
  if (datastore === undefined || findDatastore(view, actor, datastore, { application: inside }) !== undefined) return []
  return [causeOfDatastore(view, actor, inside === undefined ? listApplications(view, actor.wId) : [inside], datastore)]
}

function causeOfApplication(view: View, { user }: Actor, wId: string, reference: string): RefusalCause {
  const others = view.all("applications").filter((one) => one.wId !== wId)
  const elsewhere = findByEitherId(others, ({ pId }) => pId, reference)
  if (elsewhere !== undefined) {
    const nameOf = (id: string) => JSON.stringify(view.get("workspaces", id)?.name ?? id)
    const facts = { application: reference, workspace: nameOf(elsewhere.wId), user: user.email, value: nameOf(wId) }
    return { kind: "application_elsewhere", facts }
  }
  const names = listApplications(view, wId).map(({ displayId }) => displayId)
  return { kind: "application_unknown", facts: { value: reference, application: hintFor(reference, names) } }
}

function causeOfDatastore(
  view: View,
  actor: Actor,
  applications: readonly { readonly pId: string }[],
  reference: string,
): RefusalCause {
  const among = applications.flatMap(({ pId }) => listDatastores(view, pId))
  const hidden = findByEitherId(among, ({ dId }) => dId, reference)
  if (hidden !== undefined) {
    const facts = { ...rolesOfUser(view, actor, hidden.pId), datastore: hidden.displayId }
    return {
      kind: "datastore_hidden",
      facts: { ...facts, datastore_roles: namesOfRoles(view, hidden.pId, hidden.roles) },
    }
  }
  const names = among.filter((one) => seesDatastore(view, actor, one)).map(({ displayId }) => displayId)
  return { kind: "datastore_unknown", facts: { value: reference, datastore: hintFor(reference, names) } }
}

/** Returns the display IDs of the roles in a list, and of ADMIN, which every list includes (model.md section 3). */
export const namesOfRoles = (view: View, pId: string, listed: readonly RId[]): readonly string[] => {
  const admin = listRoles(view, pId).filter(({ displayId }) => displayId === ADMIN)
  return [...new Set([...sortRoles(view, listed), ...admin].map(({ displayId }) => displayId))]
}

/** Returns the user's name and their roles in the application. */
export const rolesOfUser = (view: View, actor: Actor, pId: string) => ({
  user: nameOfUser(actor.user),
  roles: rolesInApplication(view, actor, pId),
})

export const causeOfRole = (view: View, actor: Actor, datastore: Datastore, action: Action): RefusalCause => ({
  kind: "action_role",
  facts: {
    action: action.displayId,
    datastore: datastore.displayId,
    action_roles: namesOfRoles(view, datastore.pId, action.roles),
    ...rolesOfUser(view, actor, datastore.pId),
  },
})

/** Returns why an item of the datastore is not found. Returns no causes for an ID that no item has or had. */
export function causesOfItem(
  view: View,
  actor: Actor | null,
  datastore: Datastore,
  iId: string,
): readonly RefusalCause[] {
  const item = view.get(itemsTable(datastore.dId), iId)
  if (item !== undefined) return actor === null ? [] : [causeOfKeys(view, actor, datastore, item)]
  if (view.get("deletedItems", iId) !== undefined) return [{ kind: "item_deleted", facts: { item: iId } }]
  const elsewhere = view.all("datastores").find(({ dId }) => view.get(itemsTable(dId), iId) !== undefined)
  if (elsewhere === undefined) return []
  return [{ kind: "item_elsewhere", facts: { item: iId, datastore: elsewhere.displayId } }]
}

function causeOfKeys(view: View, actor: Actor, datastore: Datastore, item: Item): RefusalCause {
  const facts = {
    user: nameOfUser(actor.user),
    datastore: datastore.displayId,
    item: item.iId,
    item_keys: keyHolders(view, datastore.wId, item).map(nameOfHolder),
    keys: keysOf(view, actor),
  }
  return { kind: "item_keys", facts }
}

/** Returns the name of a user, group or role that has a key of an item. */
export function nameOfHolder(holder: KeyHolder): string {
  switch (holder.kind) {
    case "user":
      return keyOfUser(holder.user)
    case "group":
      return `group ${holder.group.displayId}`
    case "role":
      return `role ${holder.role.displayId}`
    case "nobody":
      return "the key of a deleted user, group or role"
  }
}

const keyOfUser = (user: User): string => `user ${nameOfUser(user)}`

/** Returns the names of the user's access keys, without those of their groups' subgroups. */
const keysOf = (view: View, actor: Actor): readonly string[] => [
  keyOfUser(actor.user),
  ...actor.ownGroups.map((gId) => `group ${lineage(view, gId)[0]?.displayId ?? gId}`),
  ...listHeldRoles(view, actor).map(({ displayId }) => `role ${displayId}`),
]

/** Returns why a field of the datastore is not found: no role of the actor shows it, or its name is unknown. */
export function causesOfField(
  view: View,
  actor: Actor,
  datastore: Datastore,
  reference: string,
): readonly RefusalCause[] {
  const field = findByEitherId(datastore.fields, ({ fId }) => fId, reference)
  if (field !== undefined) return [causeOfHiddenField(view, actor, datastore, field)]
  return [causeOfUnknownField(datastore, reference)]
}

export const causeOfHiddenField = (view: View, actor: Actor, datastore: Datastore, field: Field): RefusalCause => ({
  kind: "field_hidden",
  facts: {
    datastore: datastore.displayId,
    field: field.displayId,
    field_roles: namesOfRoles(view, datastore.pId, field.roles),
    ...rolesOfUser(view, actor, datastore.pId),
  },
})

export function causeOfUnknownField({ fields }: Datastore, reference: string): RefusalCause {
  const names = fields.map(({ displayId }) => displayId)
  return { kind: "field_unknown", facts: { value: reference, field: hintFor(reference, names) } }
}
