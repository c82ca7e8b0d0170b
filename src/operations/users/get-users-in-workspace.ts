import * as z from "zod"
import { requireWorkspaceAt, subtree } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { GId } from "../../model/index.ts"
import { optionalBoolean } from "../../model/input/index.ts"
import type { User } from "../../model/records/index.ts"
import { listMembers } from "../../people/index.ts"
import { answerUser } from "../answers/people.ts"

export interface GroupUsers {
  readonly gId: GId
  readonly users: readonly User[]
}

/** Returns a workspace's users by group, in the order of the group tree. Omits groups that have no direct members. (api.md section 12) */
export const getUsersInWorkspace = query({
  name: "GetUsersInWorkspace",
  summary: "Returns the users of a workspace by group",
  input: () => ({
    workspace: z.string().describe("ID of the workspace"),
    adminOnly: optionalBoolean("True: only administrators of the workspace. Default false"),
  }),
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute: (view, { granted: workspace }, { adminOnly }): GroupUsers[] =>
    subtree(view, workspace.topGId)
      .map((group) => ({
        gId: group.gId,
        users: listMembers(view, group).filter((user) => !adminOnly || workspace.admins.includes(user.uId)),
      }))
      .filter(({ users }) => users.length > 0),
  answer: (groups, { view }) => ({
    groups: groups.map(({ gId, users }) => ({
      group: view.get("groups", gId)?.displayId ?? gId,
      gId,
      users: users.map(answerUser),
    })),
  }),
})
