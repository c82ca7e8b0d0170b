import type { FId } from "../model/ids.ts"
import type { Action, ActionFieldSetting } from "../records/datastore.ts"

const UNSET: ActionFieldSetting = Object.freeze({ show: true, update: true, mandatory: false })

/** How an action treats a field, whether or not it has a setting for it (api.md section 15.1). */
export const fieldSettingOf = ({ fieldSettings }: Action, fId: FId): ActionFieldSetting => fieldSettings[fId] ?? UNSET
