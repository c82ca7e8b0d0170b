import type { CrudType } from "../records/datastore.ts"
import { ADMIN, MEMBER } from "../model/records/role.ts"

/** The actions of a datastore for which none are named (fixtures.md), each the default of its kind, in display order. */
export const DEFAULT_ACTIONS: readonly { readonly displayId: string; readonly crudType: CrudType }[] = [
  { displayId: "CreateItem", crudType: "1" },
  { displayId: "UpdateItem", crudType: "2" },
  { displayId: "CopyItem", crudType: "4" },
  { displayId: "DeleteItem", crudType: "3" },
]

/** Roles whose holders see what an action without publish settings writes (model.md section 4). */
export const defaultPublishRoles = (crudType: CrudType): readonly string[] => (crudType === "1" ? [MEMBER, ADMIN] : [])
