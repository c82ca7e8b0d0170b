import { profilePictureUrl } from "../../access/index.ts"
import { omitEmpty, type UId, unlessEmpty, type WId } from "../../model/index.ts"
import {
  changeSettings,
  dumpSettings,
  initialSettings,
  readFixtureSettings,
  USERS,
} from "../../model/settings/index.ts"
import type { View } from "../../state/index.ts"
import { plainForm, type ReferenceReading } from "../fixture-form.ts"
import { asIs, indexField, type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType, holds, InvalidValue, parseIds, type UserForm } from "./field-type.ts"
import { namesInCell, partsOf } from "./names-in-cell.ts"

function present(view: View, uId: UId): readonly UserForm[] {
  const user = view.get("users", uId)
  if (user === undefined) return []
  const { accessKey, email, username } = user
  return [{ accessKey, email, mediaLink: profilePictureUrl(view, uId), userId: uId, userName: username }]
}

const readUser = (input: unknown): string | undefined => {
  if (typeof input === "string" && input !== "") return input
  const id = typeof input === "object" && input !== null ? (input as { user_id?: unknown }).user_id : undefined
  return typeof id === "string" && id !== "" ? id : undefined
}

/** Type of user fields. An input contains IDs of workspace members or objects with a `user_id` (as in responses), alone or in a list. */
export const users: FieldType<"users"> = {
  ...baseType,
  suggest: (_given, _field, { actor }) => (actor === null ? [] : [[actor.uId]]),
  names: { what: "users", publishes: (field) => field.users.publish },
  parse: (input) =>
    input instanceof InvalidValue ? input : parseIds(input, readUser, "expected an array of user IDs"),
  validate(value, field, { view, datastore, stored }) {
    for (const uId of value) {
      const isThere = holds(stored, uId) || view.hasEntry("usersByWorkspace", datastore.wId, uId)
      if (!isThere) return `the user ${uId} is not in the workspace`
    }
    return field.users.singleSelect && value.length > 1 ? "expected one user" : undefined
  },
  cellReader: (_field, { view, datastore }) => membersInCells(view, datastore.wId),
  details: (value = [], _field, { view }) => value.flatMap((uId) => present(view, uId)),
  natural: (value = [], _field, { view }) => value.map((uId) => view.get("users", uId)?.email || uId),
  list: (value = [], _field, { view }) => value.map((uId) => view.get("users", uId)?.username ?? "").join(", "),
  sortKey: (value, field, context) =>
    value === undefined ? null : String(users.list(value, field, context)).toLowerCase(),
  subject: (field): Subject => ({ match: "ids", read: storedReader(field), idOf: asIs, ...indexField(field) }),
  mayBeUnique: false,
  settings: {
    takes: ["users"],
    blank: (dataType) => ({ dataType, users: initialSettings(USERS) }),
    change: ({ dataType, users }, input) => ({ dataType, users: changeSettings(USERS, users, input.users) }),
    isNarrowed: (before, after) => after.users.singleSelect && !before.users.singleSelect,
  },
  fixture: {
    ...plainForm,
    members: ["users"],
    loadSettings: (dataType, { users }) => ({ dataType, users: readFixtureSettings(USERS, users) }),
    dumpSettings: ({ users }) => ({ users: omitEmpty(dumpSettings(USERS, users)) }),
    resolve: (input, _field, references) => resolveUsers(input, references),
    dump: (value, _field, references) => unlessEmpty(value.flatMap((uId) => references.user(uId) ?? [])),
  },
}

/**
 * Returns a function that reads the users in a CSV cell: by address, by u_id, or by a name that exactly one member has (model.md section
 * 16). Unknown users stay as they are written.
 */
function membersInCells(view: View, wId: WId): (cell: string) => unknown {
  const found = new Map<string, UId | InvalidValue | undefined>()
  let names: ReturnType<typeof memberNames> | undefined
  const find = (text: string): UId | InvalidValue | undefined => {
    if (found.has(text)) return found.get(text)
    const user = memberOf(view, wId, text) ?? names?.byName.get(text)
    found.set(text, user)
    return user
  }
  return (cell) => {
    if (cell === "") return null
    names ??= memberNames(view, wId)
    const users = namesInCell(cell, find, names.mostParts)
    return users.find((user) => user instanceof InvalidValue) ?? users
  }
}

function memberOf(view: View, wId: WId, reference: string): UId | undefined {
  const members = view
    .list("users", "usersByEmail", reference.toLowerCase())
    .filter(({ memberships }) => memberships.some((membership) => membership.wId === wId))
  const member = members.find(({ userCode }) => userCode === "") ?? members[0]
  if (member !== undefined) return member.uId
  return view.hasEntry("usersByWorkspace", wId, reference) ? (reference as UId) : undefined
}

function memberNames(view: View, wId: WId) {
  const byName = new Map<string, UId | InvalidValue>()
  let mostParts = 1
  for (const { uId, username, memberships } of view.all("users")) {
    if (!memberships.some((membership) => membership.wId === wId)) continue
    const isTaken = byName.has(username)
    byName.set(username, isTaken ? new InvalidValue(`several members are called ${username}; write addresses`) : uId)
    mostParts = Math.max(mostParts, partsOf(username))
  }
  return { byName, mostParts }
}

function resolveUsers(input: unknown, references: ReferenceReading): unknown {
  let isComplete = true
  const resolve = (user: unknown, path: readonly number[]): unknown => {
    // A fixture may contain a user as an object, as API responses do.
    const reference = typeof user === "object" && user !== null ? (user as { user_id?: unknown }).user_id : user
    if (typeof reference !== "string" || reference === "") return user
    const uId = references.user(reference, path)
    if (uId === undefined) isComplete = false
    return uId
  }
  const resolved = Array.isArray(input) ? input.map((user: unknown, at) => resolve(user, [at])) : resolve(input, [])
  return isComplete ? resolved : undefined
}
