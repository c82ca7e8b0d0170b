import * as z from "zod"
import { subtree } from "../../access/actor.ts"
import { requireWorkspaceAt } from "../../access/places.ts"
import { answerUser } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import type { GId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import type { User } from "../../model/records/user.ts"
import { listMembers } from "../../people/users/list-members.ts"
import type { UsersByGroupAnswer } from "../answers/people-answers.ts"

/** The direct members of one group. */
export interface GroupUsers {
  /** ID of the group. */
  readonly gId: GId
  /** The users. */
  readonly users: readonly User[]
}

/** Returns the users of a workspace by group, in tree order; groups without direct members are left out. (api.md section 12) */
export const getUsersInWorkspace = query({
  name: "GetUsersInWorkspace",
  summary: "The users of a workspace by group",
  input: () =>
    object({
      workspace: z.string().describe("ID of the workspace"),
      adminOnly: z.boolean().describe("True: only administrators of the workspace. Default false").optional(),
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
  answer: (groups, { view }): UsersByGroupAnswer => ({
    groups: groups.map(({ gId, users }) => ({
      group: view.get("groups", gId)?.displayId ?? gId,
      gId,
      users: users.map(answerUser),
    })),
  }),
})
