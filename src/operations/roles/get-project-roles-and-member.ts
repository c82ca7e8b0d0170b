import {
  actorIn,
  listRoleHolders,
  listRoles,
  rankOfRole,
  requireApplication,
  requireKnownWorkspace,
} from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { Role, User } from "../../model/records/index.ts"
import { answerUser } from "../answers/people.ts"
import { answerRole } from "../answers/settings.ts"
import { applicationPlace, workspacePlace } from "../places.ts"

export interface RoleWithMembers {
  readonly role: Role
  /** Users who hold the role directly or through a group, oldest first. */
  readonly members: readonly User[]
}

/** Returns the roles of an application with their holders: ADMIN, MEMBER, then the others in creation order. (api.md section 23) */
export const getProjectRolesAndMember = query({
  name: "GetProjectRolesAndMember",
  summary: "Returns the roles of an application with the users who hold them",
  input: () => ({ ...workspacePlace(), ...applicationPlace() }),
  place: ["workspace", "application"],
  authorize: (view, { user, ...actor }, { workspace, application }) => {
    const { wId } = requireKnownWorkspace(view, { user, ...actor }, workspace)
    return requireApplication(view, actorIn(view, user, wId), application)
  },
  execute: (view, { granted: { pId } }): RoleWithMembers[] =>
    listRoles(view, pId)
      .sort((left, right) => rankOfRole(left) - rankOfRole(right))
      .map((role) => ({ role, members: listRoleHolders(view, role) })),
  answer: (roles) => ({
    roles: roles.map(({ role, members }) => ({ ...answerRole(role), members: members.map(answerUser) })),
  }),
})
