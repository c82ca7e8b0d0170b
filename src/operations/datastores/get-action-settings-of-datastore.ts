import { seesField } from "../../access/may.ts"
import { listRoles } from "../../access/places.ts"
import { requireReadableDatastore } from "../../access/settings.ts"
import { answerAction, answerStatus } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Action, Datastore, Status } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Role } from "../../model/records/role.ts"
import type { ActionsByStatusAnswer } from "../answers/settings-answers.ts"
import { anyDatastore } from "../places.ts"

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

/** The actions of a datastore, by status and for items. (api.md section 15) */
export const getActionSettingsOfDatastore = query({
  name: "GetActionSettingsOfDatastore",
  summary: "The actions of a datastore, by status and for items",
  input: () => object(anyDatastore()),
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute(view, { principal, granted: datastore }): ActionsByStatus {
    const actions = datastore.actions.toSorted((left, right) => left.displayOrder - right.displayOrder)
    return {
      datastore,
      statuses: datastore.statuses.map((status) => ({
        status,
        actions: actions.filter(({ statusId }) => statusId === status.sId),
      })),
      itemActions: actions.filter(({ statusId }) => statusId === null),
      fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
      roles: listRoles(view, datastore.pId),
    }
  },
  answer: ({ datastore, statuses, itemActions }, context): ActionsByStatusAnswer => ({
    statuses: statuses.map(({ status, actions }) => ({
      ...answerStatus(context, status),
      actions: actions.map((action) => answerAction(context, datastore, action)),
    })),
    itemActions: itemActions.map((action) => answerAction(context, datastore, action)),
  }),
})
