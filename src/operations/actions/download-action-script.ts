import * as z from "zod"
import { requireReadableAction } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { anyAction } from "../places.ts"

/** Returns the code of an action's script. Throws NOT_FOUND if the action has no such script. (api.md section 15) */
export const downloadActionScript = query({
  name: "DownloadActionScript",
  summary: "Returns an action's pre script or post script",
  input: () => ({
    ...anyAction(),
    scriptType: z.enum(["pre", "post"]).describe("pre or post: before the action or after it"),
  }),
  place: ["datastore", "action"],
  authorize: requireReadableAction,
  execute(_view, { granted: { action } }, { scriptType }): string {
    const script = scriptType === "pre" ? action.preScript : action.postScript
    if (script === null) throw targetNotFound(`the action ${action.displayId} has no ${scriptType} script`)
    return script.code
  },
  answer: (code) => ({ code }),
})
