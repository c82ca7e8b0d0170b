import type { Model, ModelItem } from "../../model/model.ts"
import { reads } from "../../model/people.ts"
import { compareDetails } from "../../model/reads.ts"
import { rename } from "../../model/writes.ts"
import type { KitUser } from "../../schema.ts"
import { Disagreement, type Session } from "../../session.ts"
import { itemParams } from "../params.ts"

export interface LookDraft {
  readonly user: number
  readonly item: number
}

/** Requests an item's details as the user and compares them with the model. */
export async function observe(model: Model, session: Session, user: KitUser, item: ModelItem): Promise<void> {
  if (!session.mayLook()) return
  const isVisible = model.items.get(item.iId) === item && reads(model, user.uId, item)
  const answer = await session.expect(
    {
      operation: "getItemDetails",
      user: user.reference,
      params: itemParams(item),
      query: { format: "map", include_linked_items: "true" },
    },
    isVisible ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
  )
  if (!isVisible) return
  const differences = compareDetails(model, user.uId, item, answer.body)
  if (differences.length > 0) {
    throw new Disagreement(
      `getItemDetails as ${user.reference} returned wrong data for ${item.iId} of ${item.datastore.path}: ${differences.join("; ")}`,
    )
  }
}

const MAX_LOOKS = 2

/** Reads the IDs of items that related_ds_items created, and gives them to the model's items in payload order (model.md section 8.2). */
export async function learnCreated(
  model: Model,
  session: Session,
  observer: KitUser,
  created: readonly ModelItem[],
): Promise<void> {
  const waiting = created.filter((item) => item.iId.startsWith("new:") && model.items.get(item.iId) === item)
  if (waiting.length === 0) return
  const there = await session.target.listItems([...new Set(waiting.map((item) => item.datastore.dId))])
  for (const [dId, ids] of Object.entries(there)) {
    const fresh = ids.filter((iId) => !model.items.has(iId))
    const expected = waiting.filter((item) => item.datastore.dId === dId)
    if (fresh.length !== expected.length) {
      const path = expected[0]?.datastore.path ?? dId
      throw new Disagreement(`expected ${expected.length} new related items of ${path}, received ${fresh.length}`)
    }
    for (const [at, item] of expected.entries()) rename(model, item, fresh[at] ?? "")
  }
  for (const item of waiting.slice(-MAX_LOOKS)) await observe(model, session, observer, item)
}
