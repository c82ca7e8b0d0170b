import { create, rename } from "../../model/writes.ts"
import { kind } from "../command.ts"
import { datastoreOf, resolvedBody, userAt } from "../pick.ts"
import { findCreated } from "./find-created.ts"
import { observe } from "./observe.ts"
import { type WriteDraft, writeDrafts } from "./write-draft.ts"

export const createItem = kind<WriteDraft>({
  name: "CreateItem",
  draft: writeDrafts,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = userAt(model, draft.user)
    const body = {
      ...resolvedBody(model, datastore, draft.body),
      ...(draft.revision === "force" ? { is_force_update: true } : {}),
    }
    const write = create(model, user.uId, datastore, body)
    const answer = await session.expect(
      {
        operation: "createItem",
        user: user.reference,
        params: { "app-id": datastore.application, "datastore-id": datastore.displayId },
        body,
      },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, answer.body.item_id)
    await findCreated(model, session, user, write.item, write.created)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})
