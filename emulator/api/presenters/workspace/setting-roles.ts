import type * as z from "zod"
import { isListedRole, type Role } from "../../../../src/inside.ts"
import type { applicationSettingsAnswer } from "../../../contract/workspace-shapes/applications.ts"

type RolesAnswer = z.input<ReturnType<typeof applicationSettingsAnswer>>["roles"]

/** A role in settings (api.md section 14). */
const presentRole = ({ rId, displayId, name, type }: Role): RolesAnswer[number] => ({
  role_id: rId,
  display_id: displayId,
  name,
  type,
})

export const presentRoles = (roles: readonly Role[]): RolesAnswer => roles.map(presentRole)

/** Every role with whether it is one of those listed, under the name that `present` has for it. */
export const presentListedRoles = <F extends object>(
  roles: readonly Role[],
  listed: Parameters<typeof isListedRole>[1],
  present: (isListed: boolean) => F,
) => roles.map((role) => ({ ...presentRole(role), ...present(isListedRole(role, listed)) }))
