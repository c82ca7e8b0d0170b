import fc from "fast-check"
import type { Model, ModelItem, Prediction } from "../model/model.ts"
import { mayUpdate, reads } from "../model/people.ts"
import { compareLinkedItems } from "../model/reads.ts"
import type { KitSchema, KitUser } from "../schema.ts"
import { Disagreement, type Session } from "../session.ts"
import { kind } from "./command.ts"
import { draftsOf, itemKind } from "./items/item-command.ts"
import { type LookDraft, observe } from "./items/observe.ts"
import { itemParams } from "./params.ts"
import { itemAt, readerAt, userAt } from "./pick.ts"

interface LinkDraft {
  readonly user: number
  readonly observer: number
  readonly from: number
  readonly to: number
}

const linkDrafts = (schema: KitSchema) =>
  draftsOf<LinkDraft>(schema, { user: fc.nat(20), observer: fc.nat(20), from: fc.nat(40), to: fc.nat(40) })

const hasTwoItems = (model: Model, draft: LinkDraft): boolean =>
  itemAt(model, draft.from) !== undefined && itemAt(model, draft.from) !== itemAt(model, draft.to)

function linkedAt(model: Model, nth: number): ModelItem | undefined {
  const linked = [...model.items.values()].filter((item) => item.links.size > 0)
  return linked[nth % linked.length]
}

/** Predicts the response to a change of links. The caller must see all items and be able to update `from` (api.md section 17.3). */
function predictLinks(model: Model, { uId }: KitUser, from: ModelItem, others: readonly ModelItem[]): Prediction {
  if (!reads(model, uId, from)) return { status: 404, codes: ["NOT_FOUND"] }
  if (!mayUpdate(model, uId, from)) return { status: 403, codes: ["NO_PRIVILEGES"] }
  return others.every((item) => reads(model, uId, item)) ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] }
}

async function changeLink(
  model: Model,
  session: Session,
  operation: "addItemLink" | "deleteItemLink",
  user: KitUser,
  from: ModelItem,
  to: ModelItem,
): Promise<boolean> {
  const prediction = predictLinks(model, user, from, [to])
  await session.expect(
    {
      operation,
      user: user.reference,
      params: itemParams(from),
      body: { link_datastore_id: to.datastore.dId, link_item_id: to.iId },
    },
    prediction,
  )
  return prediction.status === 200
}

export const AddItemLink = kind<LinkDraft>({
  name: "AddItemLink",
  draft: linkDrafts,
  needs: "two items",
  isPossible: hasTwoItems,
  async run(model, session, draft) {
    const [from, to] = [itemAt(model, draft.from) as ModelItem, itemAt(model, draft.to) as ModelItem]
    const user = readerAt(model, draft.user, from, to)
    if (await changeLink(model, session, "addItemLink", user, from, to)) from.links.add(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
    await observe(model, session, userAt(model, draft.observer), to)
  },
})

export const UpdateItemLink = kind<LinkDraft>({
  name: "UpdateItemLink",
  draft: linkDrafts,
  needs: "an item with a link, and another item",
  isPossible: (model, draft) =>
    linkedAt(model, draft.from) !== undefined && linkedAt(model, draft.from) !== itemAt(model, draft.to),
  async run(model, session, draft) {
    const [from, to] = [linkedAt(model, draft.from) as ModelItem, itemAt(model, draft.to) as ModelItem]
    const links = [...from.links]
    const old = model.items.get(links[draft.observer % links.length] ?? "") as ModelItem
    const user = readerAt(model, draft.user, from, to, old)
    const prediction = predictLinks(model, user, from, [old, to])
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
      prediction,
    )
    if (prediction.status === 200) {
      from.links.delete(old.iId)
      from.links.add(to.iId)
    }
    await observe(model, session, userAt(model, draft.observer), from)
  },
})

export const DeleteItemLink = kind<LinkDraft>({
  name: "DeleteItemLink",
  draft: linkDrafts,
  needs: "an item with a link",
  isPossible: (model, draft) => linkedAt(model, draft.from) !== undefined,
  async run(model, session, draft) {
    const from = linkedAt(model, draft.from) as ModelItem
    const links = [...from.links]
    const to = model.items.get(links[draft.to % links.length] ?? "") as ModelItem
    const user = readerAt(model, draft.user, from, to)
    if (await changeLink(model, session, "deleteItemLink", user, from, to)) from.links.delete(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
  },
})

export const GetLinkedItems = itemKind<LookDraft>({
  name: "GetLinkedItems",
  draft: (schema) =>
    schema.datastores.some((datastore) => datastore.hasAutoLinks)
      ? "the datastores have automatic links, which the model can't predict"
      : fc.record({ user: fc.nat(20), item: fc.nat(40) }),
  async run({ model, session, draft, item }) {
    const user = userAt(model, draft.user)
    const isVisible = reads(model, user.uId, item)
    const answer = await session.expect(
      { operation: "getLinkedItems", user: user.reference, params: itemParams(item) },
      { status: isVisible ? 200 : 404 },
    )
    if (!isVisible) return
    const differences = compareLinkedItems(model, user.uId, item, answer.body.result)
    if (differences.length > 0) throw new Disagreement(`getLinkedItems of ${item.iId}: ${differences.join("; ")}`)
  },
})
