import fc from "fast-check"
import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { resultsOf } from "../../../../test/testing/kit/hexarium/model/actions.ts"
import { actionOf } from "../../../testing/kit/model/write-body.ts"
import { update } from "../../../testing/kit/model/writes.ts"
import { Disagreement } from "../../../testing/kit/session.ts"
import type { WireBody } from "../../targets.ts"
import { kind } from "../command.ts"
import { datastoreOf, itemAt, readerAt, resolvedBody } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"
import { afterUpdate } from "./after-update.ts"
import { datastoresWith, revisionOf, type WriteDraft, writeDrafts } from "../../../testing/kit/commands/items/write-draft.ts"

interface ActionDraft extends WriteDraft {
  /** Which of the datastore's update actions. */
  readonly action: number
}

export const executeAction = kind<ActionDraft>({
  name: "ExecuteAction",
  draft(schema) {
    const writes = writeDrafts(schema, datastoresWith(schema, "2"))
    if (typeof writes === "string") return writes
    return fc.tuple(writes, fc.nat(40)).map(([write, action]) => ({ ...write, action }))
  },
  needs: "an item in the datastore",
  isPossible: (model, draft) => itemAt(model, draft.item, draft.datastore) !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const item = itemAt(model, draft.item, draft.datastore) as ModelItem
    const user = readerAt(model, draft.user, item)
    const actions = datastore.actions.filter((action) => action.crudType === "2")
    const offered = actions.filter((action) => action.status === null || action.status === item.status)
    const pool = draft.action % 4 === 0 || offered.length === 0 ? actions : offered
    const action = actionOf(datastore, pool[Math.floor(draft.action / 4) % pool.length]?.displayId ?? "")
    const body = { ...resolvedBody(model, datastore, draft.body), ...revisionOf(draft, item), use_display_id: true }
    const write = update(model, user.uId, datastore, item.iId, action, body)
    const answer = await session.expect(
      {
        operation: "executeAction",
        user: user.reference,
        params: { ...itemParams(item), "action-id": action?.displayId ?? "" },
        body,
      },
      write.prediction,
    )
    if (write.item !== null && action !== undefined) expectResults(resultsOf(model, action), answer.body)
    await afterUpdate(model, session, draft, item, write, answer.body)
  },
})

/** What the action's scripts ended with stands in the answer, and nothing where it has none. */
function expectResults({ pre, post }: ReturnType<typeof resultsOf>, body: WireBody): void {
  const [left, right] = [
    [body.pre_result?.result, body.as_result?.result],
    [pre, post],
  ].map((one) => JSON.stringify(one))
  if (left !== right) throw new Disagreement(`the scripts ended with ${left}, expected ${right}`)
}
