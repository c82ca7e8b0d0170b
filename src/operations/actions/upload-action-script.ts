import * as z from "zod"
import { requireWritableAction } from "../../access/index.ts"
import { process } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import type { Script } from "../../model/records/index.ts"
import { anyAction } from "../places.ts"

/** Stores and enables an action's script. Replaces the previous script. Refuses a script that cannot be parsed. (api.md section 15) */
export const uploadActionScript = process({
  name: "UploadActionScript",
  summary: "Stores an action's pre script or post script",
  input: () => ({
    ...anyAction(),
    scriptType: z.enum(["pre", "post"]).describe("pre or post: before the action or after it"),
    code: z.string().describe("The script, in JavaScript"),
    sync: z.boolean().describe("Whether the answer waits for the script; a pre script is always awaited"),
  }),
  place: ["datastore", "action"],
  authorize: requireWritableAction,
  async execute(call, { scriptType, code, sync }): Promise<void> {
    const { caller } = call
    const { engine } = caller
    const fault = await engine.ports.scripts.check(code)
    if (fault !== null) {
      const { message, line, column } = fault
      throw invalidParams(`the script can't be parsed: ${message} (line ${line}, column ${column})`)
    }
    await engine.commit("UploadActionScript", caller, (tx) => {
      const { datastore, action } = call.in(tx).granted
      const script: Script = { code, sync: scriptType === "pre" || sync, enabled: true }
      tx.update("datastores", datastore.dId, ({ actions }) => {
        const stored = actions.find(({ aId }) => aId === action.aId)
        if (stored === undefined) return
        if (scriptType === "pre") stored.preScript = script
        else stored.postScript = script
      })
    })
  },
})
