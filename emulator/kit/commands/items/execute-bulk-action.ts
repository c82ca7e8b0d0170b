import { defaultAction } from "../../../testing/kit/model/model.ts"
import { mayRun } from "../../../testing/kit/model/people.ts"
import { search } from "../../../testing/kit/model/search.ts"
import { update } from "../../../testing/kit/model/writes.ts"
import type { KitAction } from "../../../testing/kit/schema.ts"
import { Disagreement } from "../../../testing/kit/session.ts"
import { kind } from "../command.ts"
import { datastoreOf, userAt } from "../../../testing/kit/commands/pick.ts"
import { datastoreParams } from "../../../testing/kit/commands/params.ts"
import { observe } from "./observe.ts"
import { bulkDrafts, seesAll, type ValuesDraft } from "./values-draft.ts"
import { datastoresWith } from "../../../testing/kit/commands/items/write-draft.ts"

/** Without max_items; where more fit, the action is run on none of them (api.md section 18.3). */
const MAX_ITEMS = 100

export const executeBulkAction = kind<ValuesDraft>({
  name: "ExecuteBulkAction",
  needs: "a caller who sees the fields that are searched",
  draft: (schema) =>
    bulkDrafts(
      schema,
      datastoresWith(schema, "2", (action) => action.status === null),
    ),
  isPossible: (model, draft) =>
    seesAll(model, draft) && defaultAction(datastoreOf(model, draft.datastore), "2") !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const action = defaultAction(datastore, "2") as KitAction
    const user = userAt(model, draft.user)
    const matching = search(model, user.uId, datastore, draft.conditions, false)
    const isAllowed = mayRun(model, user.uId, datastore, action)
    // Every condition that is drawn restricts something.
    const isRestricted = draft.conditions.length > 0
    const answer = await session.expect(
      {
        operation: "executeBulkAction",
        user: user.reference,
        params: { ...datastoreParams(datastore), "action-id": action.displayId },
        body: { conditions: draft.conditions, item: {}, use_display_id: true },
      },
      isAllowed ? (isRestricted ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] }) : { status: 403 },
    )
    if (!isAllowed || !isRestricted) return
    const writes = (matching.length > MAX_ITEMS ? [] : matching).map((item) =>
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
