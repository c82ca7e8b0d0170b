import { effect } from "@preact/signals"
import { storedSignal } from "../kept.ts"

export const THEMES = ["system", "light", "dark"] as const

export const theme = storedSignal("theme", "system")

export function keepTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value
  })
}
