import { DEFAULT_ROLES, roleType } from "../../access/index.ts"
import type { Names } from "../../model/index.ts"
import type { Application, Role, Workspace } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"

export interface NewApplication {
  readonly name: Names
  /** Display ID of the application. Default: its internal ID. */
  readonly displayId?: string | undefined
  readonly displayOrder: number
}

export interface MadeApplication {
  readonly application: Application
  readonly admin: Role
  readonly member: Role
}

/** Creates an application with its two fixed roles (ADMIN and MEMBER), which have no members yet (model.md sections 1 and 3). */
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
