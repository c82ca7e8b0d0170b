import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import type { LookDraft } from "../../../../../emulator/testing/kit/commands/items/observe.ts"
import { itemParams } from "../../../../../emulator/testing/kit/commands/params.ts"
import { itemAt, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import type { ModelItem } from "../../../../../emulator/testing/kit/model/model.ts"
import { reads } from "../../../../../emulator/testing/kit/model/people.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"
import { answeredLookups, expectedLookups } from "../model/lookups.ts"

/** GetItemDetails with include_lookups: checks which items are nested in which, down to the limit. */
export const getItemLookups = kind<LookDraft>({
  name: "GetItemLookups",
  draft: (schema) =>
    schema.datastores.some((datastore) => datastore.fields.some((field) => field.lookup !== null))
      ? fc.record({ user: fc.nat(20), item: fc.nat(40) })
      : "no datastore has a dslookup field",
  needs: "an item that the caller sees",
  isPossible(model, draft) {
    const item = itemAt(model, draft.item)
    const { uId } = userAt(model, draft.user)
    return item !== undefined && reads(model, uId, item)
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
