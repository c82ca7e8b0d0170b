import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { address } from "../state/address.ts"
import { onUndoKey } from "../state/undo.ts"
import { shellTexts } from "../texts/shell.ts"
import { isPaletteOpen, PaletteHost } from "./palette-host.tsx"
import { PastBar } from "./past-bar.tsx"
import { Side } from "./side.tsx"
import { Toasts } from "./toasts.tsx"
import { Top } from "./top.tsx"
import { ViewHost } from "./view-host.tsx"

export function Shell() {
  const isMenuOpen = useSignal(false)
  const t = shellTexts()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      isPaletteOpen.value = !isPaletteOpen.peek()
    }
    addEventListener("keydown", onKey)
    addEventListener("keydown", onUndoKey)
    return () => {
      removeEventListener("keydown", onKey)
      removeEventListener("keydown", onUndoKey)
    }
  }, [])
  useEffect(
    () =>
      address.subscribe(() => {
        isMenuOpen.value = false
      }),
    [isMenuOpen],
  )
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        {t.skip}
      </button>
      <div class={isMenuOpen.value ? "shell menu-open" : "shell"}>
        <header class="top">
          <button
            type="button"
            class="button plain menu-button"
            aria-label={t.menu}
            aria-expanded={isMenuOpen.value}
            aria-controls="side"
            onClick={() => {
              isMenuOpen.value = !isMenuOpen.value
            }}
          >
            <Icon name={isMenuOpen.value ? "close" : "menu"} />
          </button>
          <Top />
        </header>
        <Side />
        <main id="main" tabIndex={-1}>
          <PastBar />
          <ViewHost />
        </main>
      </div>
      <Toasts />
      <PaletteHost />
    </>
  )
}
