import { requireWritableApplication } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { applicationPlace } from "../places.ts"
import { requireTheme, themeInput } from "./theme-input.ts"

/** Changes the colour theme of an application. (api.md section 23) */
export const updateProjectTheme = command({
  name: "UpdateProjectTheme",
  summary: "Changes the colour theme of an application",
  input: () => ({ ...applicationPlace(), theme: themeInput() }),
  place: ["application"],
  authorize: requireWritableApplication,
  execute(tx, { granted: { pId } }, { theme }): void {
    tx.patch("applications", pId, { theme: requireTheme(theme) })
  },
})
