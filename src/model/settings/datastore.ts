import { countSetting, flagSetting } from "./setting.ts"

const on = () => flagSetting({ initial: true, text: "Default true" })
const off = () => flagSetting({ initial: false, text: "Default false" })

/** Settings of a datastore for clients that display it. Stored for them, without other effect. */
export const DISPLAY = {
  showInMenu: on(),
  showDisplayIdToList: off(),
  showInfoToList: off(),
  showOnlyDevMode: off(),
  useBoardView: off(),
  useCsvUpdate: off(),
  useExternalSync: off(),
  useGridView: off(),
  useGridViewByDefault: off(),
  useQrDownload: off(),
  useReplaceUpload: off(),
  useStatusUpdate: off(),
  ignoreSaveTemplate: off(),
  isExtendLimitTextarea: off(),
  extendLimitTextareaLength: countSetting({ initial: 0, text: "Default 0" }),
}
