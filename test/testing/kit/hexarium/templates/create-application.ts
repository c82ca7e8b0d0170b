import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { creatorAt, mayCopy, type TemplateDraft, takeCopy, templateAt, templateDrafts } from "./template-draft.ts"

export const createApplication = kind<TemplateDraft>({
  name: "CreateApplication",
  draft: templateDrafts,
  needs: "a template that SaveTemplate saved, of which no application was made yet",
  isPossible: mayCopy,
  async run(model, session, draft) {
    const saved = templateAt(model, draft.template)
    const user = saved && creatorAt(model, draft.user, saved)
    if (saved === undefined || user === undefined) return
    const { body } = await session.expect(
      {
        operation: "createApplication",
        user: user.reference,
        body: { name: { en: draft.name, ja: draft.name }, tp_id: saved.id },
      },
      { status: 200 },
    )
    await takeCopy(model, session, saved, String(body.project_id))
  },
})
