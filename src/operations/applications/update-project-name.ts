import { requireFreeApplicationId, requireWritableApplication } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { changeNames } from "../../model/index.ts"
import { nameInput, optionalString } from "../../model/input/index.ts"
import { applicationPlace } from "../places.ts"
import { requireTheme, themeInput } from "./theme-input.ts"

/** Changes the name, display ID or theme of an application. Absent parts stay. (api.md section 23) */
export const updateProjectName = command({
  name: "UpdateProjectName",
  summary: "Changes the name, the display ID or the theme of an application",
  input: () => ({
    ...applicationPlace(),
    name: nameInput().describe("The new name; a string is in the world's language").optional(),
    displayId: optionalString("The new display ID"),
    theme: themeInput().optional(),
  }),
  place: ["application"],
  authorize: requireWritableApplication,
  execute(tx, { granted: application }, { name, displayId, theme }): void {
    tx.patch("applications", application.pId, {
      displayId: displayId === undefined ? application.displayId : requireFreeApplicationId(tx, application, displayId),
      name: name === undefined ? application.name : changeNames(application.name, name, tx.settings.lang),
      ...(theme !== undefined && { theme: requireTheme(theme) }),
    })
  },
})
