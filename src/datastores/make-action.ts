import { listRoles } from "../access/places.ts"
import type { NameInput } from "../model/names.ts"
import type { Action, Datastore } from "../records/datastore.ts"
import { MEMBER } from "../model/records/role.ts"
import { requireRoleList } from "../roles/require-role-list.ts"
import type { Tx } from "../state/tx.ts"
import { type ActionOperation, crudTypeOf } from "./action-operations.ts"
import { type ActionInput, changeAction } from "./change-action.ts"
import { defaultPublishRoles } from "./default-actions.ts"
import { putAction } from "./put-action.ts"

/** What a new action needs to be told. */
export interface NewAction extends ActionInput {
  readonly operation: ActionOperation
  readonly name: NameInput
}

/**
 * A new action, the last of its datastore (api.md section 15, CreateAction). Unless told otherwise its display ID is generated, ADMIN and
 * MEMBER may run it (model.md section 3), and it publishes as an action without publish settings does (model.md section 4).
 */
export function makeAction(tx: Tx, datastore: Datastore, input: NewAction): Action {
  const { pId, dId, actions } = datastore
  const crudType = crudTypeOf(input.operation)
  const publishedTo = defaultPublishRoles(crudType)
  const blank: Action = {
    aId: tx.newId(),
    displayId: input.displayId ?? tx.newDisplayId("Fld-"),
    name: {},
    description: "",
    crudType,
    displayOrder: Math.max(0, ...actions.map(({ displayOrder }) => displayOrder)) + 1,
    statusId: null,
    setStatus: null,
    isDefault: false,
    roles: requireRoleList(tx, pId, [MEMBER]),
    publish: {
      groups: false,
      roles: listRoles(tx, pId).flatMap(({ rId, displayId }) => (publishedTo.includes(displayId) ? rId : [])),
    },
    notify: [],
    fieldSettings: {},
    preScript: null,
    postScript: null,
    webhooks: [],
  }
  const action = changeAction(tx, datastore, blank, input)
  putAction(tx, dId, action)
  return action
}
