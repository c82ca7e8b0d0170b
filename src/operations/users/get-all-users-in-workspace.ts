import { requireGroupAt } from "../../access/group-admin.ts"
import { answerUser } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { User } from "../../model/records/user.ts"
import { listMembers } from "../../people/users/list-members.ts"
import type { UsersAnswer } from "../answers/people-answers.ts"
import { groupPlace } from "../groups/group-place.ts"

/** Returns the members of a group and of all groups below, once each. (api.md section 12) */
export const getAllUsersInWorkspace = query({
  name: "GetAllUsersInWorkspace",
  summary: "The users of a group and all its descendants",
  input: () => object(groupPlace()),
  place: ["group"],
  authorize: requireGroupAt,
  execute: (view, { granted: group }): User[] => listMembers(view, group, { recursive: true }),
  answer: (users): UsersAnswer => ({ users: users.map(answerUser) }),
})
