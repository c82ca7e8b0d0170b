import { type ActionSettingsPlace, requireWritableAction } from "../../access/settings.ts"
import { process } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { Script } from "../../records/datastore.ts"

export interface UploadActionScript extends ActionSettingsPlace {
  readonly scriptType: "pre" | "post"
  /** JavaScript, as in a fixture. */
  readonly code: string
  /** Post scripts: awaited, with its result in the answer. */
  readonly sync: boolean
}

/** UploadActionScript (api.md section 15): stores a script, enabled, in place of what there was. Refuses one that can't be read. */
export const uploadActionScript = process({
  enter: requireWritableAction,
  async run(entry, { scriptType, code, sync }: UploadActionScript): Promise<void> {
    const { caller } = entry
    const { engine } = caller
    const fault = await engine.ports.scripts.check(code)
    if (fault !== null) {
      const { message, line, column } = fault
      throw invalidParams(`the script can't be read: ${message} (line ${line}, column ${column})`)
    }
    await engine.commit("UploadActionScript", caller, (tx) => {
      const { datastore, action } = entry.in(tx).found
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
