import fc from "fast-check"
import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { reads } from "../../../testing/kit/model/people.ts"
import { compareLinkedItems } from "../../../testing/kit/model/reads.ts"
import { Disagreement } from "../../../testing/kit/session.ts"
import { kind } from "../command.ts"
import type { LookDraft } from "../items/look-draft.ts"
import { itemAt, userAt } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"

export const getLinkedItems = kind<LookDraft>({
  name: "GetLinkedItems",
  draft: (schema) =>
    schema.datastores.some((datastore) => datastore.hasAutoLinks)
      ? "datastores with auto links link items that the model does not know of"
      : fc.record({ user: fc.nat(20), item: fc.nat(40) }),
  needs: "an item",
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
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
