import { shownFileField } from "../../../testing/kit/model/files.ts"
import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { seesItem } from "../../../testing/kit/model/people.ts"
import { kind } from "../command.ts"
import { itemAt, readerAt } from "../../../testing/kit/commands/pick.ts"
import { checkFile } from "./check-file.ts"
import { FILE_NAME, type FileDraft, fileDrafts, fileFieldOf } from "./file-draft.ts"

export const uploadFile = kind<FileDraft>({
  name: "UploadFile",
  draft: fileDrafts,
  needs: "an item in a datastore with a file field",
  isPossible: (model, draft) => itemAt(model, draft.item, draft.datastore) !== undefined,
  async run(model, session, draft) {
    const { datastore, field } = fileFieldOf(model, draft)
    const item = itemAt(model, draft.item, draft.datastore) as ModelItem
    const user = readerAt(model, draft.user, item)
    const isShown = shownFileField(model, user.uId, datastore, field.fId) !== undefined
    const isDone = isShown && seesItem(model, user.uId, item)
    const answer = await session.expect(
      {
        operation: "uploadFile",
        user: user.reference,
        params: { "item-id": item.iId, "field-id": field.displayId },
        form: { application_id: datastore.appId, datastore_id: datastore.displayId, filename: FILE_NAME },
        file: { name: FILE_NAME, text: draft.text },
      },
      { status: isDone ? 200 : 404 },
    )
    if (!isDone) return
    const file = {
      id: String(answer.body.file_id),
      text: draft.text,
      uploader: user.uId,
      madeMs: model.nowMs,
      place: { dId: datastore.dId, fId: field.fId, iId: item.iId },
      isAttached: false,
      isDeleted: false,
    }
    model.files.set(file.id, file)
    await checkFile(model, session, user, file)
  },
})
