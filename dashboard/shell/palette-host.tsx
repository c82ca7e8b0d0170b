import { signal } from "@preact/signals"
import type { FunctionComponent } from "preact"
import { useEffect } from "preact/hooks"

export const isPaletteOpen = signal(false)

const palette = signal<FunctionComponent<{ onClose: () => void }> | undefined>(undefined)

export function PaletteHost() {
  const isOpen = isPaletteOpen.value
  useEffect(() => {
    if (!isOpen || palette.peek() !== undefined) return
    void import("../palette/palette.tsx").then(
      (module) => {
        palette.value = module.Palette
      },
      () => {
        isPaletteOpen.value = false
      },
    )
  }, [isOpen])
  const Palette = palette.value
  if (!isOpen || Palette === undefined) return null
  return (
    <Palette
      onClose={() => {
        isPaletteOpen.value = false
      }}
    />
  )
}
