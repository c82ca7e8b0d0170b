import { filesOf, settleFiles } from "../../../testing/kit/model/files.ts"
import { defaultAction, type Model } from "../../../testing/kit/model/model.ts"
import { update } from "../../../testing/kit/model/writes.ts"
import { Disagreement } from "../../../testing/kit/session.ts"
import { kind } from "../command.ts"
import { observe } from "../items/observe.ts"
import { itemAt, userAt } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"
import { type FileDraft, fileAt, fileDrafts, fileFieldOf, fileReaderAt } from "./file-draft.ts"

/** Files that no item has named, deleted and expired ones too; one of another item would be copied. */
const freeFileAt = (model: Model, nth: number) => fileAt(model, nth, (file) => !file.isAttached)

function itemFor(model: Model, draft: FileDraft) {
  const { place } = freeFileAt(model, draft.file) ?? {}
  return (
    (draft.item % 4 === 0 ? undefined : model.items.get(place?.iId ?? "")) ?? itemAt(model, draft.item, draft.datastore)
  )
}

export const attachFile = kind<FileDraft>({
  name: "AttachFile",
  draft: fileDrafts,
  needs: "a file that no item names, and an item of a datastore with a file field",
  isPossible: (model, draft) =>
    freeFileAt(model, draft.file) !== undefined && itemFor(model, draft)?.datastore.path === draft.datastore,
  async run(model, session, draft) {
    const { datastore, field } = fileFieldOf(model, draft)
    const file = freeFileAt(model, draft.file)
    const item = itemFor(model, draft)
    if (file === undefined || item === undefined) return
    const user = fileReaderAt(model, draft.user, file)
    const before = filesOf(item, field)
    const body = { rev_no: item.rev, item: { [field.displayId]: [file.id] } }
    const write = update(model, user.uId, datastore, item.iId, defaultAction(datastore, "2"), body)
    const answer = await session.expect(
      {
        operation: "updateItem",
        user: user.reference,
        params: itemParams(item),
        body: { ...body, use_display_id: true },
      },
      write.prediction,
    )
    if (write.item === null) return
    settleFiles(model, write.item, field, before)
    if (answer.body.rev_no?.rev_no !== write.item.rev)
      throw new Disagreement(`the answer names rev_no ${answer.body.rev_no?.rev_no}, expected ${write.item.rev}`)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})
