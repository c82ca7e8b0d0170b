import { requireGroupAt } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { User } from "../../model/records/index.ts"
import { listMembers } from "../../people/index.ts"
import { answerUsers } from "../answers/people.ts"
import { groupPlace } from "../groups/group-place.ts"

/** Returns the members of a group and of all groups below it, without duplicates. (api.md section 12) */
export const getAllUsersInWorkspace = query({
  name: "GetAllUsersInWorkspace",
  summary: "Returns the users of a group and of all groups below it",
  input: groupPlace,
  place: ["group"],
  authorize: requireGroupAt,
  execute: (view, { granted: group }): User[] => listMembers(view, group, { recursive: true }),
  answer: answerUsers,
})
