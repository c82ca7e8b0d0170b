import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { observe } from "../../../../../emulator/testing/kit/commands/items/observe.ts"
import { datastoresWith } from "../../../../../emulator/testing/kit/commands/items/write-draft.ts"
import { callerAt, datastoreOf, resolveDraft, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { defaultAction } from "../../../../../emulator/testing/kit/model/model.ts"
import { mayWrite } from "../../../../../emulator/testing/kit/model/people.ts"
import { create, rename } from "../../../../../emulator/testing/kit/model/writes.ts"
import type { KitAction } from "../../../../../emulator/testing/kit/schema.ts"
import { extrasOf } from "../model/extras.ts"
import { type ValuesDraft, valuesDrafts } from "./values-draft.ts"

/** A valid item ID for a number. */
const idFrom = (nth: number): string => `abcdef${String(nth).padStart(18, "0")}`

export const createItemWithItemId = kind<ValuesDraft>({
  name: "CreateItemWithItemID",
  draft: (schema) => valuesDrafts(schema, datastoresWith(schema, "1"), "1"),
  needs: "a create action by default and an ID that was not used",
  isPossible: (model, draft) =>
    defaultAction(datastoreOf(model, draft.datastore), "1") !== undefined &&
    !extrasOf(model).usedIds.has(idFrom(draft.nth)),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const action = defaultAction(datastore, "1") as KitAction
    const user = callerAt(model, draft.user, ({ uId }) => mayWrite(model, uId, datastore, "1"))
    const iId = idFrom(draft.nth)
    const item = resolveDraft(model, draft.item)
    const write = create(model, user.uId, datastore, { item, action_id: action.displayId })
    await session.expect(
      {
        operation: "createItemWithItemID",
        user: user.reference,
        params: { "item-id": iId, "action-id": action.displayId },
        body: { item, project_id: datastore.appId, datastore_id: datastore.displayId, use_display_id: true },
      },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, iId)
    extrasOf(model).usedIds.add(iId)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})
