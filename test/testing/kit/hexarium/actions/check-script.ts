import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { seesDatastore } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitUser } from "../../../../../emulator/testing/kit/schema.ts"
import { Disagreement, type Session } from "../../../../../emulator/testing/kit/session.ts"
import { scriptOf } from "../model/actions.ts"
import type { MadeAction } from "./action-draft.ts"

/** Checks that a downloaded script equals the uploaded one. */
export async function checkScript(
  model: Model,
  session: Session,
  user: KitUser,
  { datastore, action, phase }: MadeAction & { readonly phase: "pre" | "post" },
): Promise<void> {
  if (!session.mayLook()) return
  const script = scriptOf(model, action, phase)
  const isThere = script !== undefined && seesDatastore(model, user.uId, datastore)
  const { body } = await session.expect(
    {
      operation: "downloadActionScript",
      user: user.reference,
      params: { "action-id": action.aId },
      query: { script_type: phase },
    },
    { status: isThere ? 200 : 404 },
  )
  if (isThere && body !== script.code) {
    throw new Disagreement(
      `the ${phase} script of ${action.displayId} is ${JSON.stringify(body)}, expected ${JSON.stringify(script.code)}`,
    )
  }
}
