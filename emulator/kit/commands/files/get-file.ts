import type { ModelFile } from "../../model/files.ts"
import { kind } from "../command.ts"
import { userAt } from "../pick.ts"
import { type FileDraft, fileAt, fileDrafts } from "./file-draft.ts"
import { lookAtFile } from "./look-at-file.ts"

export const getFile = kind<FileDraft>({
  name: "GetFile",
  draft: fileDrafts,
  needs: "a file that was uploaded",
  isPossible: (model) => model.files.size > 0,
  run: (model, session, draft) =>
    lookAtFile(model, session, userAt(model, draft.user), fileAt(model, draft.file) as ModelFile),
})
