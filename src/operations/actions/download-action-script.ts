import * as z from "zod"
import { requireReadableAction } from "../../access/settings.ts"
import { query } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { anyAction } from "../places.ts"

/** A script of an action. */
export interface ActionScriptAnswer {
  /** JavaScript. */
  readonly code: string
}

/** Returns the code of a script. Refuses with NOT_FOUND where the action has none. (api.md section 15) */
export const downloadActionScript = query({
  name: "DownloadActionScript",
  summary: "An action's pre or post script",
  input: () =>
    object({
      ...anyAction(),
      scriptType: z.enum(["pre", "post"]).describe("pre or post: before the action or after it"),
    }),
  place: ["datastore", "action"],
  authorize: requireReadableAction,
  execute(_view, { granted: { action } }, { scriptType }): string {
    const script = scriptType === "pre" ? action.preScript : action.postScript
    if (script === null) throw targetNotFound(`action ${action.displayId} has no ${scriptType} script`)
    return script.code
  },
  answer: (code): ActionScriptAnswer => ({ code }),
})
