import type { Model, ModelItem } from "../../../testing/kit/model/model.ts"
import type { update } from "../../../testing/kit/model/writes.ts"
import { Disagreement, type Session } from "../../../testing/kit/session.ts"
import { userAt } from "../../../testing/kit/commands/pick.ts"
import { learnCreated } from "../../../testing/kit/commands/items/observe.ts"
import { observe } from "./observe.ts"
import type { WriteDraft } from "../../../testing/kit/commands/items/write-draft.ts"

export async function afterUpdate(
  model: Model,
  session: Session,
  draft: WriteDraft,
  item: ModelItem,
  write: ReturnType<typeof update>,
  body: { readonly rev_no?: { readonly rev_no?: number } },
): Promise<void> {
  const now = model.items.get(item.iId)
  if (write.item !== null && body.rev_no?.rev_no !== write.item.rev) {
    throw new Disagreement(`the answer names rev_no ${body.rev_no?.rev_no}, expected ${write.item.rev}`)
  }
  await learnCreated(model, session, userAt(model, draft.observer), write.created)
  await observe(model, session, userAt(model, draft.observer), now ?? item)
}
