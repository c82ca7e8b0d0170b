import type { Model, ModelItem } from "../../../testing/kit/model/model.ts"
import { reads } from "../../../testing/kit/model/people.ts"
import { compareDetails } from "../../../testing/kit/model/reads.ts"
import type { KitUser } from "../../../testing/kit/schema.ts"
import { Disagreement, type Session } from "../../../testing/kit/session.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"

/** Looks at an item as somebody and holds the details against the model. */
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
      `getItemDetails of ${item.datastore.path} ${item.iId} as ${user.reference}: ${differences.join("; ")}`,
    )
  }
}
