import { list, object } from "../../model/input/schemas.ts"
import { groupPlace } from "../groups/group-place.ts"
import { rolePlace } from "./role-place.ts"

/** Roles for a group. */
export const groupRolesInput = () =>
  object({
    ...groupPlace(),
    roles: list(object(rolePlace())).describe("Roles that the group's members hold, each with its application"),
  })
