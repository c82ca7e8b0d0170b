import { type ActionSettingsPlace, requireReadableAction } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"

export interface DownloadActionScript extends ActionSettingsPlace {
  readonly scriptType: "pre" | "post"
}

/** DownloadActionScript (api.md section 15): the script's text; refuses with NOT_FOUND where the action has none. */
export const downloadActionScript = query({
  enter: requireReadableAction,
  run(_view, { found: { action } }, { scriptType }: DownloadActionScript): string {
    const script = scriptType === "pre" ? action.preScript : action.postScript
    if (script === null) throw targetNotFound(`action ${action.displayId} has no ${scriptType} script`)
    return script.code
  },
})
