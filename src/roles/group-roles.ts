import type { Actor } from "../access/actor.ts"
import { requireWorkspaceAdmin } from "../access/may.ts"
import { findGroup } from "../access/places.ts"
import { invalidParams } from "../error.ts"
import type { RId } from "../ids.ts"
import type { Group } from "../records/group.ts"
import type { Tx } from "../state/tx.ts"
import { type RoleReference, requireGrantedApplication, requireRole } from "./grant.ts"

export interface GroupRoles {
  readonly group: string
  readonly roles: readonly RoleReference[]
}

/** The group and the roles that a workspace administrator names (api.md section 13); unknown ones are wrong parameters. */
export function resolveGroupRoles(tx: Tx, actor: Actor, input: GroupRoles): { group: Group; roles: RId[] } {
  const group = findGroup(tx, actor, input.group)
  if (group === undefined) throw invalidParams(`unknown group: ${input.group}`)
  requireWorkspaceAdmin(actor)
  const roles = input.roles.map(
    (named) => requireRole(tx, requireGrantedApplication(tx, actor, named.application), named.role).rId,
  )
  return { group, roles }
}
