import type { ModelFile } from "../../../../test/testing/kit/hexarium/model/extras.ts"
import { kind } from "../command.ts"
import { userAt } from "../../../testing/kit/commands/pick.ts"
import { checkFile } from "./check-file.ts"
import { type FileDraft, fileAt, fileDrafts } from "./file-draft.ts"

export const getFile = kind<FileDraft>({
  name: "GetFile",
  draft: fileDrafts,
  needs: "a file that was uploaded",
  isPossible: (model) => model.files.size > 0,
  run: (model, session, draft) =>
    checkFile(model, session, userAt(model, draft.user), fileAt(model, draft.file) as ModelFile),
})
