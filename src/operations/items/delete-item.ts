import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { mayRunAction, seesItem } from "../../access/may.ts"
import { findDatastore } from "../../access/places.ts"
import { nothing, process } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import type { DId, IId } from "../../model/ids.ts"
import { list, object, optionalId } from "../../model/input/schemas.ts"
import { authorizeAction } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import { findDefaultAction } from "../../items/writing/actions.ts"
import { writeItem } from "../../items/writing/write-request.ts"
import { linkedItems, linksFrom } from "../../state/links.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"
import { itemPlace } from "../places.ts"

/** With more linked items than this, none of them is deleted (api.md section 18.4). */
const MAX_LINKED = 100

/** Deletes an item by a delete action, with its roles and scripts; linked items go without scripts. (api.md section 18.4) */
export const deleteItem = process({
  name: "DeleteItem",
  summary: "Delete an item, linked items too when asked for",
  input: () =>
    object({
      ...itemPlace(),
      actionId: optionalId().describe(
        "The delete action, by display ID or a_id; the datastore's default one when absent",
      ),
      deleteLinkedItems: z
        .boolean()
        .describe("True: linked items of the target datastores are deleted, too. Default false")
        .optional(),
      targetDatastores: list(z.string())
        .describe("Datastores of the application whose linked items are deleted, too, by display or internal ID")
        .optional(),
    }),
  place: ["application", "datastore", "actionId"],
  authorize: authorizeAction({ kinds: ["3"], fallback: "3" }),
  errors: {
    target: {
      shape: "itemNotFound",
      description: "item not found for i_id:{item-id}",
      error: "not found",
      referenceId: "{item-id}",
    },
  },
  writesItems: true,
  async execute(call, input): Promise<void> {
    const plan = (view: View, actor: Actor) => {
      const datastore = call.in(view).granted
      const main = planAction(view, actor, {
        datastore,
        actionId: input.actionId,
        crudType: "3",
        iId: input.itemId,
        options: {},
        keys: { kind: "internal" },
      })
      const targets =
        input.deleteLinkedItems === true ? targetsOf(view, actor, datastore, input.targetDatastores) : null
      if (targets === null || main.target === null) return main
      return { ...main, goingAlong: linkedChain(view, actor, main.target, targets) }
    }
    await writeItem(call.caller, "DeleteItem", {}, plan)
  },
  answer: nothing,
})

/** The named datastores whose items the actor may delete; those of another application don't count. */
function targetsOf(
  view: View,
  actor: Actor,
  of: Datastore,
  references: readonly string[] = [],
): ReadonlyMap<DId, Datastore> {
  const application = view.expect("applications", of.pId)
  const targets = new Map<DId, Datastore>()
  for (const reference of references) {
    const datastore = findDatastore(view, actor, reference, { preferred: application })
    if (datastore === undefined) throw invalidParams(`unknown datastore in target_datastores: ${reference}`)
    const action = findDefaultAction(datastore, "3")
    const mayDelete = action !== undefined && mayRunAction(view, actor, datastore, action)
    if (datastore.pId === of.pId && mayDelete) targets.set(datastore.dId, datastore)
  }
  return targets
}

/** The visible items of the datastores that links lead to from the item, step by step; none when they are too many. */
function linkedChain(view: View, actor: Actor, from: Item, targets: ReadonlyMap<DId, Datastore>): Item[] {
  const found = new Map<IId, Item>([[from.iId, from]])
  for (const item of found.values()) {
    for (const linked of linkedItems(view, linksFrom(view, item.iId))) {
      if (targets.has(linked.dId) && seesItem(actor, linked)) found.set(linked.iId, linked)
    }
    if (found.size > MAX_LINKED + 1) return []
  }
  return [...found.values()].slice(1)
}
