import { requireFreeDatastoreId, requireWritableDatastore } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { displayOf, storedDisplay } from "../../fields/index.ts"
import { changeNames } from "../../model/index.ts"
import { nameInput, object, optionalString } from "../../model/input/index.ts"
import { changeSettings, DISPLAY, inputShape } from "../../model/settings/index.ts"
import { anyDatastore } from "../places.ts"

/** Changes the name, display ID or display settings of a datastore. Absent parts stay. (api.md section 23) */
export const updateDatastoreSetting = command({
  name: "UpdateDatastoreSetting",
  summary: "Changes the name, the display ID or the display settings of a datastore",
  input: () => ({
    ...anyDatastore(),
    displayId: optionalString("The new display ID"),
    name: nameInput().describe("The new name; a string is in the world's language").optional(),
    display: object(inputShape(DISPLAY)).describe("Settings for clients that display the datastore").optional(),
  }),
  place: ["application", "datastore"],
  authorize: requireWritableDatastore,
  execute(tx, { granted: datastore }, { displayId, name, display }): void {
    const newId = displayId === undefined ? undefined : requireFreeDatastoreId(tx, datastore, displayId)
    const settings = storedDisplay(changeSettings(DISPLAY, displayOf(datastore), display))
    tx.update("datastores", datastore.dId, (draft) => {
      if (newId !== undefined) draft.displayId = newId
      if (name !== undefined) draft.name = changeNames(datastore.name, name, tx.settings.lang)
      if (settings === undefined) delete draft.display
      else draft.display = settings
    })
  },
})
