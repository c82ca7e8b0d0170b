import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import type { WireBody } from "../../../../../emulator/testing/kit/targets.ts"
import { creatorAt, mayCopy, type TemplateDraft, takeCopy, templateAt, templateDrafts } from "./template-draft.ts"

/** Uploads the unchanged archive that DownloadTemplate returns. */
export const uploadTemplate = kind<TemplateDraft>({
  name: "UploadTemplate",
  draft: templateDrafts,
  needs: "a template that SaveTemplate saved, of which no application was made yet",
  isPossible: mayCopy,
  async run(model, session, draft) {
    const saved = templateAt(model, draft.template)
    const user = saved && creatorAt(model, draft.user, saved)
    if (saved === undefined || user === undefined) return
    const archive = await session.expect(
      { operation: "downloadTemplate", user: user.reference, params: { "template-id": saved.id } },
      { status: 200 },
    )
    const { body } = await session.expect(
      {
        operation: "uploadTemplate",
        user: user.reference,
        form: { name: draft.name },
        file: { name: "kit.zip", base64: String(archive.body) },
      },
      { status: 200 },
    )
    const tasks = await session.expect(
      { operation: "getTasks", user: user.reference, query: { stream_id: String(body.stream_id) } },
      { status: 200 },
    )
    const [task] = Object.values<WireBody>(tasks.body)
    await takeCopy(model, session, saved, String(task?.metadata.p_id))
  },
})
