import { mayWrite } from "../../model/people.ts"
import { create, rename } from "../../model/writes.ts"
import { kind } from "../command.ts"
import { callerAt, datastoreOf, resolvedBody, userAt } from "../pick.ts"
import { datastoreParams } from "../places.ts"
import { learnCreated } from "./learn-created.ts"
import { observe } from "./observe.ts"
import { datastoresWith, type WriteDraft, writeDrafts } from "./write-draft.ts"

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
