import fc from "fast-check"
import { type ConditionBody, isSearchable, searchConditions } from "../arbitraries/conditions.ts"
import { defaultAction, itemsOf, type Model } from "../model/model.ts"
import { mayRun, seesDatastore } from "../model/people.ts"
import { search } from "../model/search.ts"
import { remove, update } from "../model/writes.ts"
import type { KitAction, KitDatastore, KitSchema } from "../schema.ts"
import { Disagreement } from "../session.ts"
import { kind } from "./command.ts"
import { observe } from "./items/observe.ts"
import { datastoresWith, writableDatastores } from "./items/write-draft.ts"
import { datastoreParams } from "./params.ts"
import { datastoreOf, seesConditions, userAt } from "./pick.ts"

interface BulkDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly conditions: readonly ConditionBody[]
}

function bulkDrafts(schema: KitSchema, datastores: readonly KitDatastore[] | string): fc.Arbitrary<BulkDraft> | string {
  if (typeof datastores === "string") return datastores
  const searchable = datastores.filter((datastore) => isSearchable(schema, datastore))
  if (searchable.length === 0) return "no suitable datastore has a searchable field"
  return fc.constantFrom(...searchable).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      conditions: searchConditions(schema, datastore).filter((conditions) => conditions.length > 0),
    }),
  )
}

const NEEDS = "a caller who sees the searched fields"

function isSearchAllowed(model: Model, { user, datastore: path, conditions }: BulkDraft): boolean {
  const datastore = datastoreOf(model, path)
  const { uId } = userAt(model, user)
  return seesDatastore(model, uId, datastore) && seesConditions(model, uId, datastore, conditions)
}

/** Default of the request's max_items. If more items match, the request changes no item (api.md section 18.3). */
const MAX_ITEMS = 100

export const ExecuteBulkAction = kind<BulkDraft>({
  name: "ExecuteBulkAction",
  needs: NEEDS,
  draft: (schema) => {
    const datastores = datastoresWith(schema, "2", (action) => action.status === null)
    return bulkDrafts(schema, datastores)
  },
  isPossible: (model, draft) =>
    isSearchAllowed(model, draft) && defaultAction(datastoreOf(model, draft.datastore), "2") !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const action = defaultAction(datastore, "2") as KitAction
    const user = userAt(model, draft.user)
    const matching = search(model, user.uId, datastore, draft.conditions, false)
    const isAllowed = mayRun(model, user.uId, datastore, action)
    const answer = await session.expect(
      {
        operation: "executeBulkAction",
        user: user.reference,
        params: { ...datastoreParams(datastore), "action-id": action.displayId },
        body: { conditions: draft.conditions, item: {}, use_display_id: true },
      },
      { status: isAllowed ? 200 : 403 },
    )
    if (!isAllowed) return
    const writes = (matching.length > MAX_ITEMS ? [] : matching).map((item) =>
      update(model, user.uId, datastore, item.iId, action, { is_force_update: true }),
    )
    const processed = writes.filter((write) => write.item !== null).length
    const { matched, processed: done } = answer.body.result
    if (matched !== matching.length || done !== processed) {
      throw new Disagreement(
        `executeBulkAction: expected ${matching.length} matched and ${processed} processed items, received ${matched} matched and ${done} processed items`,
      )
    }
    for (const item of matching.slice(0, 2)) await observe(model, session, userAt(model, draft.observer), item)
  },
})

export const DeleteItemByConditions = kind<BulkDraft>({
  name: "DeleteItemByConditions",
  needs: NEEDS,
  draft: (schema) => bulkDrafts(schema, writableDatastores(schema)),
  isPossible: isSearchAllowed,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = userAt(model, draft.user)
    const action = defaultAction(datastore, "3")
    const matching = search(model, user.uId, datastore, draft.conditions, false)
    const status = action === undefined ? 400 : mayRun(model, user.uId, datastore, action) ? 200 : 403
    await session.expect(
      {
        operation: "deleteItemByConditions",
        user: user.reference,
        params: datastoreParams(datastore),
        body: { conditions: draft.conditions, use_display_id: true },
      },
      { status },
    )
    if (status !== 200) return
    for (const item of matching) remove(model, user.uId, datastore, item.iId)
    for (const item of [...matching, ...itemsOf(model, datastore)].slice(0, 3)) {
      await observe(model, session, userAt(model, draft.observer), item)
    }
  },
})
