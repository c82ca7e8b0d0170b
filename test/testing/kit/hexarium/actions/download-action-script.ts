import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { type ActionDraft, actionDrafts, isMade, madeActionAt } from "./action-draft.ts"
import { checkScript } from "./check-script.ts"

export const downloadActionScript = kind<ActionDraft>({
  name: "DownloadActionScript",
  draft: actionDrafts,
  needs: "an action that CreateAction made",
  isPossible: isMade,
  async run(model, session, draft) {
    const made = madeActionAt(model, draft.made)
    if (made !== undefined)
      await checkScript(model, session, userAt(model, draft.user), { ...made, phase: draft.phase })
  },
})
