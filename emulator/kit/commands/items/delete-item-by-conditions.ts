import { defaultAction, itemsOf } from "../../../testing/kit/model/model.ts"
import { mayRun } from "../../../testing/kit/model/people.ts"
import { search } from "../../../testing/kit/model/search.ts"
import { remove } from "../../../testing/kit/model/writes.ts"
import { kind } from "../command.ts"
import { datastoreOf, userAt } from "../../../testing/kit/commands/pick.ts"
import { datastoreParams } from "../../../testing/kit/commands/params.ts"
import { observe } from "./observe.ts"
import { bulkDrafts, seesAll, type ValuesDraft } from "./values-draft.ts"
import { writableDatastores } from "../../../testing/kit/commands/items/write-draft.ts"

export const deleteItemByConditions = kind<ValuesDraft>({
  name: "DeleteItemByConditions",
  needs: "a caller who sees the fields that are searched",
  draft: (schema) => bulkDrafts(schema, writableDatastores(schema)),
  isPossible: (model, draft) => seesAll(model, draft),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = userAt(model, draft.user)
    const action = defaultAction(datastore, "3")
    const matching = search(model, user.uId, datastore, draft.conditions, false)
    const isAllowed = action !== undefined && mayRun(model, user.uId, datastore, action)
    // Every condition that is drawn restricts something.
    const isRestricted = draft.conditions.length > 0
    await session.expect(
      {
        operation: "deleteItemByConditions",
        user: user.reference,
        params: datastoreParams(datastore),
        body: { conditions: draft.conditions, use_display_id: true },
      },
      { status: isAllowed ? (isRestricted ? 200 : 400) : action === undefined ? 400 : 403 },
    )
    if (!isAllowed || !isRestricted) return
    for (const item of matching) remove(model, user.uId, datastore, item.iId)
    for (const item of [...matching, ...itemsOf(model, datastore)].slice(0, 3)) {
      await observe(model, session, userAt(model, draft.observer), item)
    }
  },
})
