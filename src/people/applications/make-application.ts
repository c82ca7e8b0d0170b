import type { Names } from "../../model/names.ts"
import type { Application } from "../../records/application.ts"
import type { Role } from "../../model/records/role.ts"
import type { Workspace } from "../../model/records/workspace.ts"
import { DEFAULT_ROLES, roleType } from "../../roles/default-roles.ts"
import type { Tx } from "../../state/tx.ts"

export interface NewApplication {
  readonly name: Names
  /** Absent: its internal ID. */
  readonly displayId?: string | undefined
  readonly displayOrder: number
}

export interface MadeApplication {
  readonly application: Application
  readonly admin: Role
  readonly member: Role
}

/** A new application with its two fixed roles, which nobody holds yet (model.md sections 1 and 3). */
export function makeApplication(tx: Tx, workspace: Workspace, input: NewApplication): MadeApplication {
  const pId = tx.newId<"p_id">()
  const { wId } = workspace
  const application = tx.put("applications", {
    pId,
    wId,
    displayId: input.displayId ?? pId,
    name: input.name,
    displayOrder: input.displayOrder,
    functions: [],
    createdAt: tx.now,
    ordinal: tx.nextOrdinal(),
  })
  const [admin, member] = DEFAULT_ROLES.map(({ displayId, name }) =>
    tx.put("roles", {
      rId: tx.newId(),
      pId,
      wId,
      displayId,
      name,
      type: roleType(displayId),
      accessKey: tx.newId(),
      createdAt: tx.now,
      ordinal: tx.nextOrdinal(),
    }),
  ) as [Role, Role]
  return { application, admin, member }
}
