import { filesOf, seesFile } from "../../../testing/kit/model/files.ts"
import type { ModelFile } from "../../../../test/testing/kit/hexarium/model/extras.ts"
import { kind } from "../command.ts"
import { observe } from "../items/observe.ts"
import { userAt } from "../../../testing/kit/commands/pick.ts"
import { checkFile } from "./check-file.ts"
import { type FileDraft, fileAt, fileDrafts, fileReaderAt } from "./file-draft.ts"

export const deleteFile = kind<FileDraft>({
  name: "DeleteFile",
  draft: fileDrafts,
  needs: "a file that was uploaded for a field",
  isPossible: (model, draft) => fileAt(model, draft.file, isPlaced) !== undefined,
  async run(model, session, draft) {
    const file = fileAt(model, draft.file, isPlaced)
    if (file === undefined || file.place === null) return
    const user = fileReaderAt(model, draft.user, file)
    const isShown = seesFile(model, user.uId, file)
    await session.expect(
      {
        operation: "deleteFile",
        user: user.reference,
        params: { "item-id": file.place.iId, "field-id": file.place.fId, "file-id": file.id },
      },
      { status: isShown ? 200 : 404 },
    )
    if (!isShown) return
    file.isDeleted = true
    await checkFile(model, session, user, file)
    const item = model.items.get(file.place.iId)
    const field = item?.datastore.fields.find(({ fId }) => fId === file.place?.fId)
    if (!file.isAttached || item === undefined || field === undefined) return
    const left = filesOf(item, field).filter((id) => id !== file.id)
    const { [field.displayId]: _, ...others } = item.values
    item.values = left.length === 0 ? others : { ...others, [field.displayId]: left }
    item.rev += 1
    await observe(model, session, userAt(model, draft.observer), item)
  },
})

const isPlaced = ({ place }: ModelFile): boolean => place !== null
