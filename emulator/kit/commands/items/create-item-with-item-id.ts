import { defaultAction } from "../../model/model.ts"
import { mayWrite } from "../../model/people.ts"
import { create, rename } from "../../model/writes.ts"
import type { KitAction } from "../../schema.ts"
import { kind } from "../command.ts"
import { callerAt, datastoreOf, resolved, userAt } from "../pick.ts"
import { observe } from "./observe.ts"
import { type ValuesDraft, valuesDrafts } from "./values-draft.ts"
import { datastoresWith } from "./write-draft.ts"

/** An ID in the form of one, that follows from a number. */
const idFrom = (nth: number): string => `abcdef${String(nth).padStart(18, "0")}`

export const createItemWithItemId = kind<ValuesDraft>({
  name: "CreateItemWithItemID",
  draft: (schema) => valuesDrafts(schema, datastoresWith(schema, "1"), "1"),
  needs: "a create action by default and an ID that was not used",
  isPossible: (model, draft) =>
    defaultAction(datastoreOf(model, draft.datastore), "1") !== undefined && !model.usedIds.has(idFrom(draft.nth)),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const action = defaultAction(datastore, "1") as KitAction
    const user = callerAt(model, draft.user, ({ uId }) => mayWrite(model, uId, datastore, "1"))
    const iId = idFrom(draft.nth)
    const item = resolved(model, draft.item)
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
    model.usedIds.add(iId)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})
