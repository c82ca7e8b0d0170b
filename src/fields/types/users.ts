import { profilePictureUrl } from "../../access/index.ts"
import { omitEmpty, type UId, unless, unlessEmpty } from "../../model/index.ts"
import type { View } from "../../state/index.ts"
import { plainForm, type ReferenceReading } from "../fixture-form.ts"
import { withGiven } from "../settings-form.ts"
import { asIs, indexed, type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType, holds, parseIds, type UserForm } from "./field-type.ts"

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

const ANYBODY = Object.freeze({ singleSelect: false, publish: false })

/** Type of user fields. An input contains IDs of workspace members or objects with a `user_id` (as in responses), alone or in a list. */
export const users: FieldType<"users"> = {
  ...baseType,
  names: { what: "users", publishes: (field) => field.users.publish },
  parse: (input) => parseIds(input, readUser, "expected an array of user IDs"),
  validate(value, field, { view, datastore, stored }) {
    for (const uId of value) {
      const isThere = holds(stored, uId) || view.hasEntry("usersByWorkspace", datastore.wId, uId)
      if (!isThere) return `the user ${uId} is not in the workspace`
    }
    return field.users.singleSelect && value.length > 1 ? "expected one user" : undefined
  },
  cellReader(_field, { view, datastore }) {
    const known = new Map<string, string>()
    const userOf = (email: string): string => {
      const members = view
        .list("users", "usersByEmail", email.toLowerCase())
        .filter((user) => user.memberships.some((membership) => membership.wId === datastore.wId))
      return (members.find((user) => user.userCode === "") ?? members[0])?.uId ?? email
    }
    return (cell) =>
      cell === ""
        ? null
        : cell.split(";").map((part) => {
            const email = part.trim()
            const uId = known.get(email) ?? userOf(email)
            known.set(email, uId)
            return uId
          })
  },
  details: (value = [], _field, { view }) => value.flatMap((uId) => present(view, uId)),
  natural: (value = [], _field, { view }) => value.map((uId) => view.get("users", uId)?.email || uId),
  list: (value = [], _field, { view }) => value.map((uId) => view.get("users", uId)?.username ?? "").join(", "),
  sortKey: (value, field, context) =>
    value === undefined ? null : String(users.list(value, field, context)).toLowerCase(),
  subject: (field): Subject => ({ match: "ids", read: storedReader(field), idOf: asIs, ...indexed(field) }),
  mayBeUnique: false,
  settings: {
    takes: ["users"],
    blank: (dataType) => ({ dataType, users: ANYBODY }),
    change: ({ dataType, users }, input) => ({ dataType, users: withGiven(users, input.users) }),
    isNarrowed: (before, after) => after.users.singleSelect && !before.users.singleSelect,
  },
  fixture: {
    ...plainForm,
    members: ["users"],
    loadSettings: (dataType, { users: given }) => ({
      dataType,
      users: Object.freeze({ singleSelect: given?.single_select ?? false, publish: given?.publish ?? false }),
    }),
    dumpSettings: ({ users: { singleSelect, publish } }) => ({
      users: omitEmpty({ single_select: unless(false, singleSelect), publish: unless(false, publish) }),
    }),
    resolve: (input, _field, references) => resolveUsers(input, references),
    dump: (value, _field, references) => unlessEmpty(value.flatMap((uId) => references.user(uId) ?? [])),
  },
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
