import type { Actor } from "../access/actor.ts"
import type { RId } from "../model/ids.ts"
import type { View } from "../state/view.ts"
import { type RoleReference, requireGrantedApplication, requireRole } from "./grant.ts"

export interface GroupRoles {
  /** The group, by its ID or display ID. */
  readonly group: string
  /** Roles of applications. */
  readonly roles: readonly RoleReference[]
}

/** The roles that are named for a group, in their order (api.md section 13); unknown ones are wrong parameters. */
export const listNamedRoles = (view: View, actor: Actor, { roles }: GroupRoles): RId[] =>
  roles.map((named) => requireRole(view, requireGrantedApplication(view, actor, named.application), named.role).rId)
