import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { observe } from "../../../../../emulator/testing/kit/commands/items/observe.ts"
import { datastoresWith } from "../../../../../emulator/testing/kit/commands/items/write-draft.ts"
import {
  datastoreOf,
  itemAt,
  readerAt,
  resolveDraft,
  userAt,
} from "../../../../../emulator/testing/kit/commands/pick.ts"
import type { Model, ModelItem } from "../../../../../emulator/testing/kit/model/model.ts"
import { update } from "../../../../../emulator/testing/kit/model/writes.ts"
import type { KitAction } from "../../../../../emulator/testing/kit/schema.ts"
import { type ValuesDraft, valuesDrafts } from "./values-draft.ts"

export const executeActionByActionId = kind<ValuesDraft>({
  name: "ExecuteActionByActionID",
  draft: (schema) => valuesDrafts(schema, datastoresWith(schema, "2"), "2"),
  needs: "an item in the datastore that an update action is offered for",
  isPossible: (model, draft) => offeredAction(model, draft) !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const item = itemAt(model, draft.nth, draft.datastore) as ModelItem
    const user = readerAt(model, draft.user, item)
    const action = offeredAction(model, draft) as KitAction
    const values = resolveDraft(model, draft.item)
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

function offeredAction(model: Model, { nth, datastore }: ValuesDraft): KitAction | undefined {
  const item = itemAt(model, nth, datastore)
  const offered = item?.datastore.actions.filter(
    (one) => one.crudType === "2" && !one.hasScript && (one.status === null || one.status === item.status),
  )
  return offered?.[nth % Math.max(offered.length, 1)]
}
