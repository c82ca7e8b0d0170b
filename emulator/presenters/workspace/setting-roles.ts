import { isListedRole, type Role } from "../../../src/index.ts"
import type { AnswerTo } from "../../contract/table.ts"

type RolesAnswer = AnswerTo<"getApplicationSettings">["roles"]

/** A role in settings (api.md section 14). */
const presentRole = ({ rId, displayId, name, type }: Role): RolesAnswer[number] => ({
  role_id: rId,
  display_id: displayId,
  name,
  type,
})

export const presentRoles = (roles: readonly Role[]): RolesAnswer => roles.map(presentRole)

/** Every role with whether it is one of those listed, under the name that the operation has for it. */
export const presentListedRoles = <F extends "can_use" | "can_execute" | "canExecute">(
  roles: readonly Role[],
  listed: Parameters<typeof isListedRole>[1],
  flag: F,
) =>
  roles.map((role) => ({
    ...presentRole(role),
    ...({ [flag]: isListedRole(role, listed) } as { [N in F]: boolean }),
  }))
