import { isListedRole } from "../../../../src/access/index.ts"
import type { Datastore, Role } from "../../../../src/model/records/index.ts"

/** Converts the IDs of the places that a setting is in. */
export const presentDatastorePath = ({ wId, pId, dId }: Datastore) => ({
  workspace_id: wId,
  project_id: pId,
  datastore_id: dId,
})

export const presentRole = ({ rId, displayId, name, type }: Role) => ({
  role_id: rId,
  display_id: displayId,
  name,
  type,
})

/** Converts all roles. `present` adds the property that says whether a role is in the list. */
export const presentListedRoles = <F extends object>(
  roles: readonly Role[],
  listed: Parameters<typeof isListedRole>[1],
  present: (isListed: boolean) => F,
) => roles.map((role) => ({ ...presentRole(role), ...present(isListedRole(role, listed)) }))
