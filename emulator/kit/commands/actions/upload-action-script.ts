import { SCRIPTS, setScript, statusOfWrite } from "../../model/settings/actions.ts"
import { kind } from "../command.ts"
import { type ActionDraft, actionDrafts, adminAt, isMade, madeActionAt } from "./action-draft.ts"
import { checkScript } from "./check-script.ts"

export const uploadActionScript = kind<ActionDraft>({
  name: "UploadActionScript",
  draft: actionDrafts,
  needs: "an action that CreateAction made",
  isPossible: isMade,
  async run(model, session, draft) {
    const made = madeActionAt(model, draft.made)
    const script = SCRIPTS[draft.choice % SCRIPTS.length]
    if (made === undefined || script === undefined) return
    const { datastore, action } = made
    const user = adminAt(model, draft.user, datastore)
    const status = statusOfWrite(model, user.uId, datastore)
    await session.expect(
      {
        operation: "uploadActionScript",
        user: user.reference,
        params: { "action-id": action.aId },
        form: { script_type: draft.phase },
        file: { name: "kit.js", text: script.code },
      },
      { status },
    )
    if (status !== 200) return
    setScript(model, action, draft.phase, script)
    await checkScript(model, session, user, { ...made, phase: draft.phase })
  },
})
