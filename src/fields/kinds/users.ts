import type { UId } from "../../ids.ts"
import type { View } from "../../state/view.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import { baseKind, isCleared, type Kind, Unfit, type UserForm } from "./kind.ts"

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

/**
 * IDs of members of the workspace, or objects with a `user_id` (the form that answers have); a single one needs no array.
 */
export const users: Kind<readonly UId[]> = {
  ...baseKind,
  parse(input) {
    if (isCleared(input)) return null
    const chosen = new Set<UId>()
    for (const element of Array.isArray(input) ? input : [input]) {
      const uId = readUser(element)
      if (uId === undefined) return new Unfit("expected an array of user IDs")
      chosen.add(uId as UId)
    }
    return chosen.size === 0 ? null : [...chosen]
  },
  validate(value, field, { view, datastore }) {
    for (const uId of value) {
      if (!view.hasEntry("usersByWorkspace", datastore.wId, uId)) return `user is not in the workspace: ${uId}`
    }
    return field.users?.singleSelect === true && value.length > 1 ? "expected one user" : undefined
  },
  readCell: (cell, _field, { view, datastore }) =>
    cell === ""
      ? null
      : cell.split(";").map((part) => {
          const email = part.trim()
          const members = view
            .list("users", "usersByEmail", email.toLowerCase())
            .filter((user) => user.memberships.some((membership) => membership.wId === datastore.wId))
          return (members.find((user) => user.userCode === "") ?? members[0])?.uId ?? email
        }),
  details: (value = [], _field, { view }) => value.flatMap((uId) => present(view, uId)),
  list: (value = [], _field, { view }) => value.map((uId) => view.get("users", uId)?.username ?? "").join(", "),
  sortKey: (value, field, context) =>
    value === undefined ? null : String(users.list(value, field, context)).toLowerCase(),
}
