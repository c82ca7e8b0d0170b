import { seesField } from "../../access/may.ts"
import { type DatastorePlace, listRoles } from "../../access/places.ts"
import { requireReadableDatastore } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import type { Action, Datastore, Status } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"
import type { Role } from "../../records/role.ts"

export interface ActionsByStatus {
  /** The datastore. */
  readonly datastore: Datastore
  /** By sort_id, each with the actions that are offered in it. */
  readonly statuses: readonly {
    /** The status. */
    readonly status: Status
    /** Its actions, by display order. */
    readonly actions: readonly Action[]
  }[]
  /** Those that are offered in every status. All actions are by display_order, whoever may run them. */
  readonly itemActions: readonly Action[]
  /** Those that the caller's roles show, in fieldIndex order. */
  readonly fields: readonly Field[]
  /** All of the application, in creation order. */
  readonly roles: readonly Role[]
}

/** GetActionSettingsOfDatastore (api.md section 15). */
export const getActionSettingsOfDatastore = query({
  enter: requireReadableDatastore,
  run(view, { actor, found: datastore }, _: DatastorePlace): ActionsByStatus {
    const actions = datastore.actions.toSorted((left, right) => left.displayOrder - right.displayOrder)
    return {
      datastore,
      statuses: datastore.statuses.map((status) => ({
        status,
        actions: actions.filter(({ statusId }) => statusId === status.sId),
      })),
      itemActions: actions.filter(({ statusId }) => statusId === null),
      fields: datastore.fields.filter((field) => seesField(view, actor, datastore, field)),
      roles: listRoles(view, datastore.pId),
    }
  },
})
