import type { Model, ModelItem } from "../../model/model.ts"
import { rename } from "../../model/writes.ts"
import type { KitUser } from "../../schema.ts"
import { Disagreement, type Session } from "../../session.ts"
import { observe } from "../../../../kit/commands/items/observe.ts"

const MOST_LOOKS = 2

/**
 * Learns the IDs of items that came into being as related entries, and looks at some of them. No answer names them all, and who made
 * them may not see them; but they come into being in the order of the payload (model.md section 8.2).
 */
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
      throw new Disagreement(`${fresh.length} related items of ${path} came into being, expected ${expected.length}`)
    }
    for (const [at, item] of expected.entries()) rename(model, item, fresh[at] ?? "")
  }
  for (const item of waiting.slice(-MOST_LOOKS)) await observe(model, session, observer, item)
}
