import { findAction, hintFor } from "../access/index.ts"
import type { RepeatableCall } from "../engine/index.ts"
import { causeOfUnknownAction } from "../items/index.ts"
import { causeText, inspect, invalidParams, nearest, targetNotFound } from "../model/index.ts"
import type { Datastore, Item } from "../model/records/index.ts"
import { repeatableCall } from "../operations/index.ts"
import { requireUser } from "../people/index.ts"
import { itemsTable, type View } from "../state/index.ts"

const WANTS = ["see", "update", "execute", "delete"] as const

/** What a user may want to do with an item. */
export type Want = (typeof WANTS)[number]

/** A question about a user and an item. */
export interface WantedItem {
  /** ID of the item. */
  readonly item: string
  /** What the user wants to do with the item. */
  readonly want: Want
  /** The action that `execute` runs, by display ID or a_id. Default for `update` and `delete`: the datastore's default action. */
  readonly action?: string | undefined
}

/** Returns the call with which the user would do it. Throws for an unknown user, item or action. */
export function callOf(view: View, user: string, { item: iId, want, action }: WantedItem): RepeatableCall {
  const { uId } = requireUser(view, user)
  if (!WANTS.includes(want)) {
    const meant = nearest(String(want), WANTS) ?? WANTS.join(", ")
    throw invalidParams(`unknown want ${inspect(want)}; did you mean ${meant}?`)
  }
  const { item, datastore } = requireItem(view, iId)
  const application = view.expect("applications", datastore.pId).displayId
  const place = { application, datastore: datastore.displayId, itemId: item.iId }
  const actionId = actionFor(datastore, want, action)
  switch (want) {
    case "see":
      return repeatableCall("getItemDetails", uId, place)
    case "update":
      return repeatableCall("updateItem", uId, { ...place, ...actionId, revNo: item.revNo, item: {} })
    case "execute":
      return repeatableCall("executeAction", uId, { ...place, ...actionId, revNo: item.revNo })
    case "delete":
      return repeatableCall("deleteItem", uId, { ...place, ...actionId })
  }
}

function requireItem(view: View, iId: string): { readonly item: Item; readonly datastore: Datastore } {
  for (const datastore of view.all("datastores")) {
    const item = view.get(itemsTable(datastore.dId), iId)
    if (item !== undefined) return { item, datastore }
  }
  const isDeleted = view.get("deletedItems", iId) !== undefined
  throw targetNotFound(isDeleted ? `the item ${iId} was deleted` : `the world has no item ${inspect(iId)}`)
}

function actionFor(datastore: Datastore, want: Want, reference: string | undefined): { readonly actionId?: string } {
  if (reference === undefined) {
    if (want !== "execute") return {}
    const names = hintFor(
      "",
      datastore.actions.map(({ displayId }) => displayId),
    )
    throw invalidParams(
      `execute needs an action; the actions of ${datastore.displayId} are ${[names].flat().join(", ")}`,
    )
  }
  if (want === "see") throw invalidParams("to see an item takes no action")
  if (findAction(datastore, reference) === undefined) {
    throw invalidParams(causeText(causeOfUnknownAction(datastore, reference)))
  }
  return { actionId: reference }
}
