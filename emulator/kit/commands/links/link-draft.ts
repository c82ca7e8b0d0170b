import fc from "fast-check"
import type { Model, ModelItem } from "../../../testing/kit/model/model.ts"
import { reads } from "../../../testing/kit/model/people.ts"
import type { KitSchema, KitUser } from "../../../testing/kit/schema.ts"
import type { Session } from "../../../testing/kit/session.ts"
import { itemAt } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"

export interface LinkDraft {
  readonly user: number
  readonly observer: number
  readonly from: number
  readonly to: number
}

export const linkDrafts = (schema: KitSchema): fc.Arbitrary<LinkDraft> | string =>
  schema.datastores.length === 0
    ? "the workspace has no datastores"
    : fc.record({ user: fc.nat(20), observer: fc.nat(20), from: fc.nat(40), to: fc.nat(40) })

export const hasTwoItems = (model: Model, draft: LinkDraft): boolean =>
  itemAt(model, draft.from) !== undefined && itemAt(model, draft.from) !== itemAt(model, draft.to)

/** The nth of the items that have a link made by hand. */
export function linkedAt(model: Model, nth: number): ModelItem | undefined {
  const linked = [...model.items.values()].filter((item) => item.links.size > 0)
  return linked[nth % linked.length]
}

/** Both items must be visible to the caller. */
export const mayLink = (model: Model, user: KitUser, from: ModelItem, to: ModelItem): boolean =>
  reads(model, user.uId, from) && reads(model, user.uId, to)

/** Adds or deletes a link, for which both items must be visible. Answers whether it was done. */
export async function changeLink(
  model: Model,
  session: Session,
  operation: "addItemLink" | "deleteItemLink",
  [user, from, to]: readonly [KitUser, ModelItem, ModelItem],
): Promise<boolean> {
  const isAllowed = mayLink(model, user, from, to)
  await session.expect(
    {
      operation,
      user: user.reference,
      params: itemParams(from),
      body: { link_datastore_id: to.datastore.dId, link_item_id: to.iId },
    },
    isAllowed ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
  )
  return isAllowed
}
