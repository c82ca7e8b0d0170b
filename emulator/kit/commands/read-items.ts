import fc from "fast-check"
import { type ConditionBody, searchConditions } from "../arbitraries/conditions.ts"
import { answeredLookups, expectedLookups } from "../model/lookups.ts"
import { findDatastore, type Model, type ModelItem } from "../model/model.ts"
import { seesDatastore, seesField, seesItem } from "../model/people.ts"
import { compareLinkedItems } from "../model/reads.ts"
import { search } from "../model/search.ts"
import type { KitDatastore } from "../schema.ts"
import { Disagreement } from "../session.ts"
import { itemAt, itemParams, kind, observe, userAt } from "./command.ts"

interface LookDraft {
  readonly user: number
  readonly item: number
}

export const getItemDetails = kind<LookDraft>({
  name: "GetItemDetails",
  draft: (schema) =>
    schema.datastores.length === 0
      ? "the workspace has no datastores"
      : fc.record({ user: fc.nat(20), item: fc.nat(40) }),
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  run: (model, session, draft) =>
    observe(model, session, userAt(model, draft.user), itemAt(model, draft.item) as ModelItem),
})

/** GetItemDetails with include_lookups: which items are shown inside which, down to the limit. */
export const getItemLookups = kind<LookDraft>({
  name: "GetItemDetails with lookups",
  draft: (schema) =>
    schema.datastores.some((datastore) => datastore.fields.some((field) => field.lookup !== null))
      ? fc.record({ user: fc.nat(20), item: fc.nat(40) })
      : "no datastore has a dslookup field",
  isPossible(model, draft) {
    const item = itemAt(model, draft.item)
    const { uId } = userAt(model, draft.user)
    return item !== undefined && seesDatastore(model, uId, item.datastore) && seesItem(model, uId, item)
  },
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = userAt(model, draft.user)
    const answer = await session.expect(
      {
        operation: "getItemDetails",
        user: user.reference,
        params: itemParams(item),
        query: { format: "map", include_lookups: "true" },
      },
      { status: 200 },
    )
    const expected = JSON.stringify(expectedLookups(model, user.uId, item))
    const answered = JSON.stringify(answeredLookups(item, answer.body))
    if (expected !== answered) {
      throw new Disagreement(
        `getItemDetails of ${item.iId} as ${user.reference} looks up ${answered}, expected ${expected}`,
      )
    }
  },
})

export const getLinkedItems = kind<LookDraft>({
  name: "GetLinkedItems",
  draft: (schema) =>
    schema.datastores.some((datastore) => datastore.hasAutoLinks)
      ? "datastores with auto links link items that the model does not know of"
      : fc.record({ user: fc.nat(20), item: fc.nat(40) }),
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = userAt(model, draft.user)
    const isVisible = seesDatastore(model, user.uId, item.datastore) && seesItem(model, user.uId, item)
    const answer = await session.expect(
      { operation: "getLinkedItems", user: user.reference, params: itemParams(item) },
      { status: isVisible ? 200 : 404 },
    )
    if (!isVisible) return
    const differences = compareLinkedItems(model, user.uId, item, answer.body.result)
    if (differences.length > 0) throw new Disagreement(`getLinkedItems of ${item.iId}: ${differences.join("; ")}`)
  },
})

interface SearchDraft {
  readonly user: number
  readonly datastore: string
  readonly conditions: readonly ConditionBody[]
  readonly isOr: boolean
}

const idsIn = (conditions: readonly ConditionBody[]): string[] =>
  conditions.flatMap((one) => (one.conditions === undefined ? [one.id ?? ""] : idsIn(one.conditions)))

export const itemList = kind<SearchDraft>({
  name: "ItemList",
  draft: (schema) =>
    schema.datastores.length === 0
      ? "the workspace has no datastores"
      : fc.constantFrom(...schema.datastores).chain((datastore) =>
          fc.record({
            user: fc.nat(20),
            datastore: fc.constant(datastore.path),
            conditions: searchConditions(schema, datastore),
            isOr: fc.boolean(),
          }),
        ),
  isPossible(model: Model, draft) {
    const datastore = findDatastore(model, draft.datastore) as KitDatastore
    const { uId } = userAt(model, draft.user)
    // conditions over fields that the caller does not see are another story
    return datastore.fields.every(
      (field) => seesField(model, uId, datastore, field) || !idsIn(draft.conditions).includes(field.displayId),
    )
  },
  async run(model, session, draft) {
    const datastore = findDatastore(model, draft.datastore) as KitDatastore
    const user = userAt(model, draft.user)
    const isShown = seesDatastore(model, user.uId, datastore)
    const answer = await session.expect(
      {
        operation: "itemList",
        user: user.reference,
        params: { "app-id": datastore.application, "datastore-id": datastore.displayId },
        body: { conditions: draft.conditions, use_or_condition: draft.isOr, return_number_value: true },
      },
      isShown ? { status: 200 } : { status: 404 },
    )
    if (!isShown) return
    const expected = search(model, user.uId, datastore, draft.conditions, draft.isOr)
    const ids = answer.body.items.map((item: { i_id: string }) => item.i_id)
    if (
      answer.body.totalItems !== expected.length ||
      [...ids].sort().join() !==
        expected
          .map((item) => item.iId)
          .sort()
          .join()
    ) {
      throw new Disagreement(
        `itemList of ${datastore.path} as ${user.reference} found [${ids}] (${answer.body.totalItems}), expected [${expected.map((item) => item.iId)}]`,
      )
    }
    for (const shown of answer.body.items) {
      const item = model.items.get(shown.i_id)
      if (shown.rev_no !== item?.rev)
        throw new Disagreement(`itemList shows rev_no ${shown.rev_no} of ${shown.i_id}, expected ${item?.rev}`)
    }
  },
})
