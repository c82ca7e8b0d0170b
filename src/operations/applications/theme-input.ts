import * as z from "zod"
import { invalidParams } from "../../model/index.ts"
import { THEMES, type Theme } from "../../model/records/index.ts"

export const themeInput = () => z.string().describe(`Colour theme: ${THEMES.join(", ")}`)

export function requireTheme(text: string): Theme {
  const theme = THEMES.find((known) => known === text)
  if (theme === undefined) throw invalidParams(`theme: expected one of ${THEMES.join(", ")}, received ${text}`)
  return theme
}
