import type { Actor } from "../access/actor.ts"
import { requireKnownWorkspace } from "../access/places.ts"
import { noPrivileges } from "../error.ts"
import type { View } from "../state/view.ts"
import { command } from "../use-case.ts"
import type { Workspace } from "../workspaces/model.ts"
import { makeGroup } from "./make-group.ts"
import type { Group } from "./model.ts"

export interface CreateTopGroup {
  readonly workspace: string
  readonly name: string
  /** Absent: generated. */
  readonly displayId?: string | undefined
}

/** CreateTopGroup (api.md section 11): a group of the first level below the root. */
export const createTopGroup = command<CreateTopGroup, Group>("CreateTopGroup", (tx, actor, input) => {
  const workspace = requireAdministeredRoot(tx, actor, input.workspace)
  const root = tx.expect("groups", workspace.topGId)
  return makeGroup(tx, root, input.name, input.displayId ?? tx.newDisplayId("Grp-"))
})

/** A workspace whose top group the caller administers; it need not be the one he works in. */
export function requireAdministeredRoot(view: View, actor: Actor, reference: string): Workspace {
  const workspace = requireKnownWorkspace(view, actor, reference)
  const isGroupAdmin = actor.user.memberships.some(({ gId, isSv }) => gId === workspace.topGId && isSv)
  if (!isGroupAdmin && !workspace.admins.includes(actor.uId)) {
    throw noPrivileges("only an administrator of the workspace or its top group may do this")
  }
  return workspace
}
