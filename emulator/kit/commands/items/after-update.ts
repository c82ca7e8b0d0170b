import type { Model, ModelItem } from "../../model/model.ts"
import type { update } from "../../model/writes.ts"
import type { KitUser } from "../../schema.ts"
import { Disagreement, type Session } from "../../session.ts"
import { userAt } from "../pick.ts"
import { findCreated } from "./find-created.ts"
import { observe } from "./observe.ts"
import type { WriteDraft } from "./write-draft.ts"

export async function afterUpdate(
  model: Model,
  session: Session,
  draft: WriteDraft,
  user: KitUser,
  item: ModelItem,
  write: ReturnType<typeof update>,
  body: { readonly rev_no?: { readonly rev_no?: number } },
): Promise<void> {
  const now = model.items.get(item.iId)
  if (write.item !== null && body.rev_no?.rev_no !== write.item.rev) {
    throw new Disagreement(`the answer names rev_no ${body.rev_no?.rev_no}, expected ${write.item.rev}`)
  }
  if (write.item !== null) await findCreated(model, session, user, write.item, write.created)
  await observe(model, session, userAt(model, draft.observer), now ?? item)
}
