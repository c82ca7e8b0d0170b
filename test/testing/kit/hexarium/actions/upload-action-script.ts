import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { itemParams } from "../../../../../emulator/testing/kit/commands/params.ts"
import { itemsOf, type Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { mayRun, reads } from "../../../../../emulator/testing/kit/model/people.ts"
import { update } from "../../../../../emulator/testing/kit/model/writes.ts"
import { Disagreement, type Session } from "../../../../../emulator/testing/kit/session.ts"
import type { WireBody } from "../../../../../emulator/testing/kit/targets.ts"
import { resultsOf, SCRIPTS, scriptOf, setScript, statusOfWrite } from "../model/actions.ts"
import { type ActionDraft, actionDrafts, adminAt, isMade, type MadeAction, madeActionAt } from "./action-draft.ts"
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
    setScript(model, datastore, action, draft.phase, script)
    await checkScript(model, session, user, { ...made, phase: draft.phase })
    await tryAction(model, session, made)
  },
})

/** Runs the action once as a user who may run it, so that its scripts are executed. */
async function tryAction(model: Model, session: Session, { datastore, action }: MadeAction): Promise<void> {
  const [item] = itemsOf(model, datastore)
  const user = [...model.users.values()].find(
    ({ uId }) => item !== undefined && reads(model, uId, item) && mayRun(model, uId, datastore, action),
  )
  if (item === undefined || user === undefined) return
  const body = { item: {}, is_force_update: true }
  const params = { ...itemParams(item), "action-id": action.aId }
  const request = { operation: "executeAction", user: user.reference, params, body } as const
  const pre = scriptOf(model, action, "pre")?.outcome
  if (pre !== undefined && "error" in pre) {
    // A pre script runs before values are validated.
    await session.expect(request, { status: 400, codes: ["PROCESS_STOPPED"] })
    return
  }
  const write = update(model, user.uId, datastore, item.iId, action, body)
  const answer = await session.expect(request, write.prediction)
  if (write.item !== null) expectResults(resultsOf(model, action), answer.body)
}

/** The response contains the results of the action's scripts, and nothing for a missing script. */
function expectResults({ pre, post }: ReturnType<typeof resultsOf>, body: WireBody): void {
  const [left, right] = [
    [body.pre_result?.result, body.as_result?.result],
    [pre, post],
  ].map((one) => JSON.stringify(one))
  if (left !== right) throw new Disagreement(`the scripts ended with ${left}, expected ${right}`)
}
