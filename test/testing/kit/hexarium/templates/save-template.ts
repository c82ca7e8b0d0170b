import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { callerAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { isApplicationAdmin, isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"
import type { WireBody } from "../../../../../emulator/testing/kit/targets.ts"
import { extrasOf } from "../model/extras.ts"
import { saveModel } from "../model/templates.ts"
import { type TemplateDraft, templateDrafts } from "./template-draft.ts"

export const saveTemplate = kind<TemplateDraft>({
  name: "SaveTemplate",
  draft: templateDrafts,
  async run(model, session, draft) {
    const { application } = draft
    const user = callerAt(model, draft.user, ({ uId }) => isApplicationAdmin(model, uId, application))
    const isAllowed = isApplicationAdmin(model, user.uId, application)
    const project = model.schema.datastores.find((one) => one.application === application)?.appId ?? application
    const { body } = await session.expect(
      { operation: "saveTemplate", user: user.reference, body: { project_id: project, name: draft.name } },
      isAllowed ? { status: 200 } : { status: isHere(model, user.uId) ? 403 : 400 },
    )
    if (!isAllowed) return
    const fixture = await session.target.export()
    const id = String(body.tp_id)
    const { uId } = user
    extrasOf(model).templates.set(id, {
      id,
      name: draft.name,
      uId,
      application,
      ...saveModel(model, { uId, fixture, application }),
    })
    const listed = await session.expect({ operation: "getTemplates", user: user.reference }, { status: 200 })
    const names = listed.body.categories
      .flatMap((one: WireBody) => one.templates)
      .filter((one: WireBody) => one.tp_id === id)
    if (names[0]?.name !== draft.name)
      throw new Disagreement(`getTemplates lists ${JSON.stringify(names)}, expected ${draft.name}`)
  },
})
