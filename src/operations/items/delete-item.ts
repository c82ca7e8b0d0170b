import * as z from "zod"
import { type Actor, findDatastore, mayRunAction, seesItem } from "../../access/index.ts"
import { process } from "../../engine/index.ts"
import { authorizeAction, findDefaultAction, planAction, writeItem } from "../../items/index.ts"
import { type DId, type IId, invalidParams } from "../../model/index.ts"
import { list, optionalBoolean, optionalId } from "../../model/input/index.ts"
import type { Datastore, Item } from "../../model/records/index.ts"
import { linkedItems, linksFrom, type View } from "../../state/index.ts"
import { itemPlace } from "../places.ts"

/** Maximum number of linked items that are deleted with an item. If there are more, none of them is deleted (api.md section 18.4). */
const MAX_LINKED = 100

/** Deletes an item by a delete action and its scripts. Linked items are deleted without scripts. (api.md section 18.4) */
export const deleteItem = process({
  name: "DeleteItem",
  summary: "Deletes an item and, on request, linked items",
  input: () => ({
    ...itemPlace(),
    actionId: optionalId().describe(
      "The delete action, by display ID or a_id; the datastore's default one when absent",
    ),
    deleteLinkedItems: optionalBoolean("True: linked items of the target datastores are deleted, too. Default false"),
    targetDatastores: list(z.string())
      .describe("Datastores of the application whose linked items are deleted, too, by display or internal ID")
      .optional(),
  }),
  place: ["application", "datastore", "actionId"],
  authorize: authorizeAction({ kinds: ["3"], fallback: "3" }),
  defaultAction: "3",
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
      return { ...main, cascadedItems: linkedChain(view, actor, main.target, targets) }
    }
    await writeItem(call.caller, "DeleteItem", {}, plan)
  },
})

/** Returns the requested datastores, by ID. Leaves out those of other applications and those whose items the actor may not delete. */
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

/** Returns the visible items that `from` links to, directly or indirectly. Returns an empty list for more than MAX_LINKED items. */
function linkedChain(view: View, actor: Actor, from: Item, targets: ReadonlyMap<DId, Datastore>): Item[] {
  const found = new Map<IId, Item>([[from.iId, from]])
  for (const item of found.values()) {
    for (const linked of linkedItems(view, item.iId, linksFrom(view, item.iId))) {
      if (targets.has(linked.dId) && seesItem(actor, linked)) found.set(linked.iId, linked)
    }
    if (found.size > MAX_LINKED + 1) return []
  }
  return [...found.values()].slice(1)
}
