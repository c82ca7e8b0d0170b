import * as z from "zod"
import { requireFreeDatastoreId, requireWritableDatastore } from "../../access/index.ts"
import { command, nothing } from "../../engine/index.ts"
import { displayOf, storedDisplay } from "../../fields/index.ts"
import { changeNames, defined } from "../../model/index.ts"
import { nameInput, object, optionalBoolean, optionalString } from "../../model/input/index.ts"
import { anyDatastore } from "../places.ts"

const displayInput = () =>
  object({
    showInMenu: optionalBoolean("Default true"),
    showDisplayIdToList: optionalBoolean("Default false"),
    showInfoToList: optionalBoolean("Default false"),
    showOnlyDevMode: optionalBoolean("Default false"),
    useBoardView: optionalBoolean("Default false"),
    useCsvUpdate: optionalBoolean("Default false"),
    useExternalSync: optionalBoolean("Default false"),
    useGridView: optionalBoolean("Default false"),
    useGridViewByDefault: optionalBoolean("Default false"),
    useQrDownload: optionalBoolean("Default false"),
    useReplaceUpload: optionalBoolean("Default false"),
    useStatusUpdate: optionalBoolean("Default false"),
    ignoreSaveTemplate: optionalBoolean("Default false"),
    isExtendLimitTextarea: optionalBoolean("Default false"),
    extendLimitTextareaLength: z.int().min(0).describe("Default 0").optional(),
  })

/** Changes the name, display ID or display settings of a datastore. Absent parts stay. (api.md section 23) */
export const updateDatastoreSetting = command({
  name: "UpdateDatastoreSetting",
  summary: "Changes the name, the display ID or the display settings of a datastore",
  input: () =>
    object({
      ...anyDatastore(),
      displayId: optionalString("The new display ID"),
      name: nameInput().describe("The new name; a string is in the world's language").optional(),
      display: displayInput().describe("Settings for clients that display the datastore").optional(),
    }),
  place: ["application", "datastore"],
  authorize: requireWritableDatastore,
  execute(tx, { granted: datastore }, { displayId, name, display }): void {
    const newId = displayId === undefined ? undefined : requireFreeDatastoreId(tx, datastore, displayId)
    const settings = storedDisplay({ ...displayOf(datastore), ...defined(display ?? {}) })
    tx.update("datastores", datastore.dId, (draft) => {
      if (newId !== undefined) draft.displayId = newId
      if (name !== undefined) draft.name = changeNames(datastore.name, name, tx.settings.lang)
      if (settings === undefined) delete draft.display
      else draft.display = settings
    })
  },
  answer: nothing,
})
