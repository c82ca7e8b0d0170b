import { effect } from "@preact/signals"
import { kept } from "../kept.ts"

export const THEMES = ["system", "light", "dark"] as const

/** `system`, `light` or `dark`. */
export const theme = kept("theme", "system")

/** Keeps the page in the theme that was chosen. */
export function keepTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value
  })
}
