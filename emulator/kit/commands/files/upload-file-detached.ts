import { kind } from "../command.ts"
import { checkFile } from "./check-file.ts"
import { FILE_NAME, type FileDraft, fileDrafts, uploaderAt } from "./file-draft.ts"

export const uploadFileDetached = kind<FileDraft>({
  name: "UploadFileDetached",
  draft: fileDrafts,
  needs: "a user who works in the workspace",
  isPossible: (model, draft) => uploaderAt(model, draft.user) !== undefined,
  async run(model, session, draft) {
    const user = uploaderAt(model, draft.user)
    if (user === undefined) return
    const answer = await session.expect(
      {
        operation: "uploadFileDetached",
        user: user.reference,
        form: { filename: FILE_NAME },
        file: { name: FILE_NAME, text: draft.text },
      },
      { status: 200 },
    )
    const file = {
      id: String(answer.body.file_id),
      text: draft.text,
      uploader: user.uId,
      madeMs: model.nowMs,
      place: null,
      isAttached: false,
      isDeleted: false,
    }
    model.files.set(file.id, file)
    await checkFile(model, session, user, file)
  },
})
