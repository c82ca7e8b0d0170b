import fc from "fast-check"
import { type ConditionBody, searchConditions } from "../arbitraries/conditions.ts"
import { ITEM_LIST } from "../item-reads.ts"
import { seesDatastore } from "../model/people.ts"
import { search } from "../model/search.ts"
import { Disagreement } from "../session.ts"
import { kind } from "./command.ts"
import { draftsOf, itemKind } from "./items/item-command.ts"
import { type LookDraft, observe } from "./items/observe.ts"
import { datastoreParams } from "./params.ts"
import { datastoreOf, seesConditions, userAt } from "./pick.ts"

export const GetItemDetails = itemKind<LookDraft>({
  name: "GetItemDetails",
  draft: (schema) => draftsOf<LookDraft>(schema, { user: fc.nat(20), item: fc.nat(40) }),
  run: ({ model, session, draft, item }) => observe(model, session, userAt(model, draft.user), item),
})

interface SearchDraft {
  readonly user: number
  readonly datastore: string
  readonly conditions: readonly ConditionBody[]
  readonly isOr: boolean
}

export const ItemList = kind<SearchDraft>({
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
  needs: "a caller who sees the searched fields",
  isPossible: (model, { user, datastore, conditions }) =>
    seesConditions(model, userAt(model, user).uId, datastoreOf(model, datastore), conditions),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = userAt(model, draft.user)
    const isShown = seesDatastore(model, user.uId, datastore)
    const { body } = await session.expect(
      {
        operation: ITEM_LIST,
        user: user.reference,
        params: datastoreParams(datastore),
        body: { conditions: draft.conditions, use_or_condition: draft.isOr, return_number_value: true },
      },
      { status: isShown ? 200 : 404 },
    )
    if (!isShown) return
    const expected = search(model, user.uId, datastore, draft.conditions, draft.isOr).map(({ iId }) => iId)
    const ids: string[] = body.items.map((item: { i_id: string }) => item.i_id)
    if (body.totalItems !== expected.length || ids.toSorted().join() !== expected.toSorted().join()) {
      throw new Disagreement(
        `${ITEM_LIST} of ${datastore.path} as ${user.reference}: expected the items [${expected}], received [${ids}] with totalItems ${body.totalItems}`,
      )
    }
    for (const shown of body.items) {
      const item = model.items.get(shown.i_id)
      if (shown.rev_no !== item?.rev) {
        throw new Disagreement(`${ITEM_LIST}: expected rev_no ${item?.rev} for ${shown.i_id}, received ${shown.rev_no}`)
      }
    }
  },
})
