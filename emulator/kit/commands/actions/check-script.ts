import type { Model } from "../../model/model.ts"
import { seesDatastore } from "../../model/people.ts"
import { scriptOf } from "../../model/settings/actions.ts"
import type { KitUser } from "../../schema.ts"
import { Disagreement, type Session } from "../../session.ts"
import type { MadeAction } from "./action-draft.ts"

/** A script comes back as it was uploaded, to the letter. */
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
