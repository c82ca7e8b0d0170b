import { mayWrite } from "../../../testing/kit/model/people.ts"
import { create, rename } from "../../../testing/kit/model/writes.ts"
import { kind } from "../command.ts"
import { callerAt, datastoreOf, resolvedBody, userAt } from "../../../testing/kit/commands/pick.ts"
import { datastoreParams } from "../../../testing/kit/commands/params.ts"
import { learnCreated } from "../../../testing/kit/commands/items/observe.ts"
import { observe } from "./observe.ts"
import { datastoresWith, type WriteDraft, writeDrafts } from "../../../testing/kit/commands/items/write-draft.ts"

export const createItem = kind<WriteDraft>({
  name: "CreateItem",
  draft: (schema) => writeDrafts(schema, datastoresWith(schema, "1"), "1"),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = callerAt(model, draft.user, ({ uId }) => mayWrite(model, uId, datastore, "1"))
    const body = {
      ...resolvedBody(model, datastore, draft.body),
      ...(draft.revision === "force" ? { is_force_update: true } : {}),
    }
    const write = create(model, user.uId, datastore, body)
    const answer = await session.expect(
      {
        operation: "createItem",
        user: user.reference,
        params: datastoreParams(datastore),
        body,
      },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, answer.body.item_id)
    await learnCreated(model, session, userAt(model, draft.observer), write.created)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})
