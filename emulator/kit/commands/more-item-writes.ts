import fc from "fast-check"
import { type ConditionBody, searchConditions } from "../arbitraries/conditions.ts"
import { validItem } from "../arbitraries/values.ts"
import { defaultAction, findDatastore, itemsOf, type Model, type ModelItem } from "../model/model.ts"
import { mayRun, seesDatastore, seesField } from "../model/people.ts"
import { search } from "../model/search.ts"
import { create, remove, rename, update } from "../model/writes.ts"
import type { KitAction, KitDatastore, KitField, KitSchema } from "../schema.ts"
import { Disagreement } from "../session.ts"
import { itemAt, kind, observe, resolved, userAt } from "./command.ts"
import { writableDatastores } from "./write-items.ts"

interface PlainDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly nth: number
  readonly item: Readonly<Record<string, unknown>>
  readonly conditions: readonly ConditionBody[]
}

function drafts(schema: KitSchema): fc.Arbitrary<PlainDraft> | string {
  const datastores = writableDatastores(schema)
  if (typeof datastores === "string") return datastores
  return fc.constantFrom(...datastores).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      nth: fc.nat(40),
      item: validItem(schema, datastore),
      conditions: searchConditions(schema, datastore).filter((conditions) => conditions.length > 0),
    }),
  )
}

const datastoreOf = (model: Model, draft: PlainDraft): KitDatastore =>
  findDatastore(model, draft.datastore) as KitDatastore

/** An ID in the form of one, that follows from a number. */
const idFrom = (nth: number): string => `abcdef${String(nth).padStart(18, "0")}`

export const createItemWithItemId = kind<PlainDraft>({
  name: "CreateItemWithItemID",
  draft: drafts,
  isPossible: (model, draft) =>
    defaultAction(datastoreOf(model, draft), "1") !== undefined && !model.usedIds.has(idFrom(draft.nth)),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft)
    const action = defaultAction(datastore, "1") as KitAction
    const user = userAt(model, draft.user)
    const iId = idFrom(draft.nth)
    const item = resolved(model, draft.item)
    const write = create(model, user.uId, datastore, { item, action_id: action.displayId })
    await session.expect(
      {
        operation: "createItemWithItemID",
        user: user.reference,
        params: { "item-id": iId, "action-id": action.displayId },
        body: { item, project_id: datastore.application, datastore_id: datastore.displayId, use_display_id: true },
      },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, iId)
    model.usedIds.add(iId)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})

export const executeActionByActionId = kind<PlainDraft>({
  name: "ExecuteActionByActionID",
  draft: drafts,
  isPossible: (model, draft) => itemAt(model, draft.nth, draft.datastore) !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft)
    const item = itemAt(model, draft.nth, draft.datastore) as ModelItem
    const user = userAt(model, draft.user)
    const offered = datastore.actions.filter(
      (one) => one.crudType === "2" && (one.status === null || one.status === item.status),
    )
    const action = offered[draft.nth % Math.max(offered.length, 1)]
    if (action === undefined) return
    const values = resolved(model, draft.item)
    const write = update(model, user.uId, datastore, item.iId, action, { item: values, rev_no: item.rev })
    const revision = write.item === null ? item.rev : item.rev - 1
    await session.expect(
      {
        operation: "executeActionByActionID",
        user: user.reference,
        params: { "item-id": item.iId, "action-id": action.aId },
        body: { item: values, rev_no: revision, datastore_id: datastore.dId, use_display_id: true },
      },
      write.prediction,
    )
    await observe(model, session, userAt(model, draft.observer), item)
  },
})

const idsIn = (conditions: readonly ConditionBody[]): string[] =>
  conditions.flatMap((one) => (one.conditions === undefined ? [one.id ?? ""] : idsIn(one.conditions)))

/** Conditions over hidden fields are refused, which is another story. */
function seesAll(model: Model, draft: PlainDraft): boolean {
  const datastore = datastoreOf(model, draft)
  const { uId } = userAt(model, draft.user)
  const used = new Set(idsIn(draft.conditions))
  return (
    seesDatastore(model, uId, datastore) &&
    datastore.fields.every((field: KitField) => !used.has(field.displayId) || seesField(model, uId, datastore, field))
  )
}

export const executeBulkAction = kind<PlainDraft>({
  name: "ExecuteBulkAction",
  draft: drafts,
  isPossible: (model, draft) => seesAll(model, draft) && defaultAction(datastoreOf(model, draft), "2") !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft)
    const action = defaultAction(datastore, "2") as KitAction
    const user = userAt(model, draft.user)
    const matching = search(model, user.uId, datastore, draft.conditions, false)
    const isAllowed = mayRun(model, user.uId, datastore, action)
    const answer = await session.expect(
      {
        operation: "executeBulkAction",
        user: user.reference,
        params: { "app-id": datastore.application, "datastore-id": datastore.displayId, "action-id": action.displayId },
        body: { conditions: draft.conditions, item: {}, use_display_id: true },
      },
      { status: isAllowed ? 200 : 403 },
    )
    if (!isAllowed) return
    const writes = matching.map((item) =>
      update(model, user.uId, datastore, item.iId, action, { is_force_update: true }),
    )
    const processed = writes.filter((write) => write.item !== null).length
    const { matched, processed: done } = answer.body.result
    if (matched !== matching.length || done !== processed) {
      throw new Disagreement(
        `the bulk action matched ${matched} and processed ${done}, expected ${matching.length} and ${processed}`,
      )
    }
    for (const item of matching.slice(0, 2)) await observe(model, session, userAt(model, draft.observer), item)
  },
})

export const deleteItemsByConditions = kind<PlainDraft>({
  name: "DeleteItemByConditions",
  draft: drafts,
  isPossible: (model, draft) => draft.conditions.length > 0 && seesAll(model, draft),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft)
    const user = userAt(model, draft.user)
    const action = defaultAction(datastore, "3")
    const matching = search(model, user.uId, datastore, draft.conditions, false)
    const isAllowed = action !== undefined && mayRun(model, user.uId, datastore, action)
    await session.expect(
      {
        operation: "deleteItemByConditions",
        user: user.reference,
        params: { "app-id": datastore.application, "datastore-id": datastore.displayId },
        body: { conditions: draft.conditions, use_display_id: true },
      },
      { status: isAllowed ? 200 : action === undefined ? 400 : 403 },
    )
    if (!isAllowed) return
    for (const item of matching) remove(model, user.uId, datastore, item.iId)
    for (const item of [...matching, ...itemsOf(model, datastore)].slice(0, 3)) {
      await observe(model, session, userAt(model, draft.observer), item)
    }
  },
})
