import type * as z from "zod"
import { isListedRole } from "../../../../src/access/index.ts"
import type { Role } from "../../../../src/model/records/index.ts"
import type { applicationSettingsAnswer } from "../../contract/workspace-shapes/applications.ts"

type RolesAnswer = z.input<ReturnType<typeof applicationSettingsAnswer>>["roles"]

const presentRole = ({ rId, displayId, name, type }: Role): RolesAnswer[number] => ({
  role_id: rId,
  display_id: displayId,
  name,
  type,
})

export const presentRoles = (roles: readonly Role[]): RolesAnswer => roles.map(presentRole)

/** Converts all roles. `present` adds the property that says whether a role is in the list. */
export const presentListedRoles = <F extends object>(
  roles: readonly Role[],
  listed: Parameters<typeof isListedRole>[1],
  present: (isListed: boolean) => F,
) => roles.map((role) => ({ ...presentRole(role), ...present(isListedRole(role, listed)) }))
