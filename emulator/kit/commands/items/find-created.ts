import type { Model, ModelItem } from "../../model/model.ts"
import { shownValue } from "../../model/reads.ts"
import { rename } from "../../model/writes.ts"
import type { KitUser } from "../../schema.ts"
import { Disagreement, type Session } from "../../session.ts"
import { itemParams } from "./observe.ts"

/**
 * Finds the IDs of items that came into being as related entries: they are linked from an item that is known.
 * Items that look the same are told apart by nothing, and need not be.
 */
export async function findCreated(
  model: Model,
  session: Session,
  user: KitUser,
  root: ModelItem,
  created: readonly ModelItem[],
): Promise<void> {
  const waiting = new Set(created.filter((item) => item.iId.startsWith("new:") && model.items.get(item.iId) === item))
  // A set goes on with what is added on the way.
  const known = new Set([root])
  for (const parent of known) {
    if (waiting.size === 0) break
    const answer = await session.call({
      operation: "getItemDetails",
      user: user.reference,
      params: itemParams(parent),
      query: { format: "map", include_linked_items: "true" },
    })
    for (const [displayId, linked] of Object.entries<{ items: { i_id: string }[] }>(answer.body.linked_items ?? {})) {
      for (const { i_id } of linked.items) {
        const there = model.items.get(i_id)
        if (there !== undefined) {
          known.add(there)
          continue
        }
        const found = await identify(session, user, i_id, displayId, waiting)
        if (found === undefined)
          throw new Disagreement(`an item ${i_id} in ${displayId} exists that was never asked for`)
        waiting.delete(found)
        rename(model, found, i_id)
        known.add(found)
      }
    }
  }
  if (waiting.size > 0)
    throw new Disagreement(`${waiting.size} related items were not created or not linked to their parent`)
}

async function identify(
  session: Session,
  user: KitUser,
  iId: string,
  displayId: string,
  waiting: ReadonlySet<ModelItem>,
): Promise<ModelItem | undefined> {
  const candidates = [...waiting].filter((item) => item.datastore.displayId === displayId)
  const [first] = candidates
  if (first === undefined) return undefined
  if (candidates.length === 1) return first
  const answer = await session.call({
    operation: "getItemDetails",
    user: user.reference,
    params: { ...itemParams(first), "item-id": iId },
    query: { format: "map" },
  })
  const values = answer.body.field_values ?? {}
  return candidates.find((item) =>
    item.datastore.fields
      .filter((field) => ["text", "number", "autonum", "select", "radio", "time"].includes(field.dataType))
      .every(
        (field) =>
          values[field.displayId] === undefined ||
          JSON.stringify(values[field.displayId].value) ===
            JSON.stringify(shownValue(field.dataType, item.values[field.displayId])),
      ),
  )
}
