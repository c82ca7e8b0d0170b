import type { CrudType } from "../records/datastore.ts"

/** What the settings of an action call its crud type (model.md section 6). */
export const ACTION_OPERATIONS = { "1": "new", "2": "update", "3": "delete", "4": "copy" } as const satisfies Record<
  CrudType,
  string
>

export type ActionOperation = (typeof ACTION_OPERATIONS)[CrudType]

const CRUD_TYPES = { new: "1", update: "2", delete: "3", copy: "4" } as const satisfies Record<
  ActionOperation,
  CrudType
>

export const crudTypeOf = (operation: ActionOperation): CrudType => CRUD_TYPES[operation]
