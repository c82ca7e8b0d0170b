import { subtree } from "../../access/actor.ts"
import { requireWorkspaceAt, type WorkspacePlace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { GId } from "../../ids.ts"
import type { User } from "../../records/user.ts"
import { listMembers } from "../../users/list-members.ts"

export interface GetUsersInWorkspace extends WorkspacePlace {
  /** Only administrators of the workspace. */
  readonly adminOnly?: boolean | undefined
}

/** The direct members of one group. */
export interface GroupUsers {
  /** ID of the group. */
  readonly gId: GId
  /** The users. */
  readonly users: readonly User[]
}

/** GetUsersInWorkspace (api.md section 12): groups in tree order, those without direct members left out. */
export const getUsersInWorkspace = query({
  enter: requireWorkspaceAt,
  run: (view, { found: workspace }, { adminOnly }: GetUsersInWorkspace): GroupUsers[] =>
    subtree(view, workspace.topGId)
      .map((group) => ({
        gId: group.gId,
        users: listMembers(view, group).filter((user) => !adminOnly || workspace.admins.includes(user.uId)),
      }))
      .filter(({ users }) => users.length > 0),
})
