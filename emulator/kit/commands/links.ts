import fc from "fast-check"
import type { Model, ModelItem } from "../model/model.ts"
import { seesDatastore, seesItem } from "../model/people.ts"
import type { KitSchema, KitUser } from "../schema.ts"
import { itemAt, itemParams, kind, observe, userAt } from "./command.ts"

interface LinkDraft {
  readonly user: number
  readonly observer: number
  readonly from: number
  readonly to: number
}

const drafts = (schema: KitSchema): fc.Arbitrary<LinkDraft> | string =>
  schema.datastores.length === 0
    ? "the workspace has no datastores"
    : fc.record({ user: fc.nat(20), observer: fc.nat(20), from: fc.nat(40), to: fc.nat(40) })

const hasTwoItems = (model: Model, draft: LinkDraft): boolean =>
  itemAt(model, draft.from) !== undefined && itemAt(model, draft.from) !== itemAt(model, draft.to)

const sees = (model: Model, user: KitUser, item: ModelItem): boolean =>
  seesDatastore(model, user.uId, item.datastore) && seesItem(model, user.uId, item)

/** Both items must be visible to the caller. */
const mayLink = (model: Model, user: KitUser, from: ModelItem, to: ModelItem): boolean =>
  sees(model, user, from) && sees(model, user, to)

export const addItemLink = kind<LinkDraft>({
  name: "AddItemLink",
  draft: drafts,
  isPossible: hasTwoItems,
  async run(model, session, draft) {
    const [from, to] = [itemAt(model, draft.from) as ModelItem, itemAt(model, draft.to) as ModelItem]
    const user = userAt(model, draft.user)
    const isAllowed = mayLink(model, user, from, to)
    await session.expect(
      {
        operation: "addItemLink",
        user: user.reference,
        params: itemParams(from),
        body: { link_datastore_id: to.datastore.dId, link_item_id: to.iId },
      },
      isAllowed ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
    )
    if (isAllowed) from.links.add(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
    await observe(model, session, userAt(model, draft.observer), to)
  },
})

export const deleteItemLink = kind<LinkDraft>({
  name: "DeleteItemLink",
  draft: drafts,
  isPossible: (model, draft) => (itemAt(model, draft.from)?.links.size ?? 0) > 0,
  async run(model, session, draft) {
    const from = itemAt(model, draft.from) as ModelItem
    const links = [...from.links]
    const to = model.items.get(links[draft.to % links.length] ?? "") as ModelItem
    const user = userAt(model, draft.user)
    const isAllowed = mayLink(model, user, from, to)
    await session.expect(
      {
        operation: "deleteItemLink",
        user: user.reference,
        params: itemParams(from),
        body: { link_datastore_id: to.datastore.dId, link_item_id: to.iId },
      },
      isAllowed ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
    )
    if (isAllowed) from.links.delete(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
  },
})

export const updateItemLink = kind<LinkDraft>({
  name: "UpdateItemLink",
  draft: drafts,
  isPossible: (model, draft) => hasTwoItems(model, draft) && (itemAt(model, draft.from)?.links.size ?? 0) > 0,
  async run(model, session, draft) {
    const [from, to] = [itemAt(model, draft.from) as ModelItem, itemAt(model, draft.to) as ModelItem]
    const links = [...from.links]
    const old = model.items.get(links[draft.observer % links.length] ?? "") as ModelItem
    const user = userAt(model, draft.user)
    const isAllowed = mayLink(model, user, from, to) && sees(model, user, old)
    await session.expect(
      {
        operation: "updateItemLink",
        user: user.reference,
        params: itemParams(from),
        body: {
          old_link_datastore_id: old.datastore.dId,
          old_link_item_id: old.iId,
          new_link_datastore_id: to.datastore.dId,
          new_link_item_id: to.iId,
        },
      },
      isAllowed ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
    )
    if (isAllowed) {
      from.links.delete(old.iId)
      from.links.add(to.iId)
    }
    await observe(model, session, userAt(model, draft.observer), from)
  },
})
