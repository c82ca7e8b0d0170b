import { ADMIN, MEMBER } from "../model/records/role.ts"

/** The roles that every application has, in order (model.md sections 1 and 3), with their names. */
export const DEFAULT_ROLES = [
  { displayId: ADMIN, name: "admin" },
  { displayId: MEMBER, name: "member" },
] as const

/** What GetRoles answers as `type`. */
export const roleType = (displayId: string): string =>
  displayId === ADMIN ? "ADMIN" : displayId === MEMBER ? "MEMBER" : "CUSTOM"

/** Sorts ADMIN before MEMBER before all others. */
export function rankOfRole({ displayId }: { readonly displayId: string }): number {
  const position = DEFAULT_ROLES.findIndex((role) => role.displayId === displayId)
  return position < 0 ? DEFAULT_ROLES.length : position
}
