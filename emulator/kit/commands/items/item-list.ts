import fc from "fast-check"
import { type ConditionBody, fieldsIn, searchConditions } from "../../../testing/kit/arbitraries/conditions.ts"
import { findDatastore, type Model } from "../../../testing/kit/model/model.ts"
import { seesDatastore, seesField } from "../../../testing/kit/model/people.ts"
import { search } from "../../../testing/kit/model/search.ts"
import type { KitDatastore } from "../../../testing/kit/schema.ts"
import { Disagreement } from "../../../testing/kit/session.ts"
import { kind } from "../command.ts"
import { userAt } from "../../../testing/kit/commands/pick.ts"
import { datastoreParams } from "../../../testing/kit/commands/params.ts"

interface SearchDraft {
  readonly user: number
  readonly datastore: string
  readonly conditions: readonly ConditionBody[]
  readonly isOr: boolean
}

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
  needs: "a caller who sees the fields that are searched",
  isPossible(model: Model, draft) {
    const datastore = findDatastore(model, draft.datastore) as KitDatastore
    const { uId } = userAt(model, draft.user)
    // conditions over fields that the caller does not see are another story
    return datastore.fields.every(
      (field) => seesField(model, uId, datastore, field) || !fieldsIn(draft.conditions).includes(field.displayId),
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
        params: datastoreParams(datastore),
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
