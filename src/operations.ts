import { getApplicationsAndDatastores } from "./applications/get-applications-and-datastores.ts"
import { getActions, getNewActions, getUpdateActions } from "./datastores/get-actions.ts"
import { getInputFields } from "./datastores/get-input-fields.ts"
import { getStatuses } from "./datastores/get-statuses.ts"
import { getDatastoreFields } from "./fields/get-datastore-fields.ts"
import { getItemHistories } from "./histories/get-item-histories.ts"
import { createItem } from "./items/create-item.ts"
import { executeAction } from "./items/execute-action.ts"
import { getItemDetails } from "./items/get-item-details.ts"
import { getItemSearchConditions } from "./items/get-item-search-conditions.ts"
import { itemList } from "./items/item-list.ts"
import { updateItem } from "./items/update-item.ts"
import { getLinkedItems } from "./links/get-linked-items.ts"
import { getUserQueries } from "./queries/get-user-queries.ts"
import type { Caller } from "./use-case.ts"
import { getUserInfo } from "./users/get-user-info.ts"
import { logout } from "./users/log-out.ts"
import { getCurrentWorkspace } from "./workspaces/get-current-workspace.ts"
import { getWorkspaces } from "./workspaces/get-workspaces.ts"
import { selectWorkspace } from "./workspaces/select-workspace.ts"

/** Every use case that needs a user, by operation name: what `world.as(user)` offers. */
export const operations = {
  logout,
  getUserInfo,
  getWorkspaces,
  getCurrentWorkspace,
  selectWorkspace,
  getApplicationsAndDatastores,
  getDatastoreFields,
  getUserQueries,
  getItemDetails,
  createItem,
  updateItem,
  executeAction,
  itemList,
  getItemSearchConditions,
  getLinkedItems,
  getItemHistories,
  getStatuses,
  getActions,
  getNewActions,
  getUpdateActions,
  getInputFields,
}

type Bound<F> = F extends (caller: Caller, input: infer I) => infer O ? (input: I) => O : never

/** The use cases bound to one user, typed, without HTTP (design section 10). */
export type Acting = { readonly [N in keyof typeof operations]: Bound<(typeof operations)[N]> }

export const actAs = (caller: Caller): Acting =>
  Object.fromEntries(
    Object.entries(operations).map(([name, run]) => [name, (input: never) => run(caller, input)]),
  ) as unknown as Acting
