import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { Dialog } from "../parts/dialog.tsx"
import { paletteTexts } from "../texts/palette.ts"
import { findEntries, type PaletteEntry } from "./entries.ts"
import { findItems } from "./items.ts"

const MAX_ENTRIES = 40
/** Time in milliseconds after the last keystroke before items are searched. */
const PAUSE_MS = 200

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = paletteTexts()
  const text = useSignal("")
  const at = useSignal(0)
  const items = useSignal<readonly PaletteEntry[]>([])
  const list = useRef<HTMLDivElement>(null)
  const query = text.value
  useEffect(() => {
    items.value = []
    const gone = new AbortController()
    const timer = setTimeout(() => {
      findItems(query, gone.signal).then(
        (found) => {
          items.value = found
        },
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [query, items])
  const entries = [...findEntries(query), ...items.value].slice(0, MAX_ENTRIES)
  const chosen = Math.min(at.value, Math.max(0, entries.length - 1))
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [chosen, query])

  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      at.value = (chosen + step + entries.length) % entries.length
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault()
      run(entries[chosen])
    }
  }
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div class="palette">
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-results"
          aria-activedescendant={entries.length === 0 ? undefined : `palette-${chosen}`}
          aria-label={t.title}
          autocomplete="off"
          autofocus
          placeholder={t.prompt}
          value={text.value}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            at.value = 0
          }}
        />
        <p class="unseen" role="status">
          {t.found(entries.length)}
        </p>
        {entries.length === 0 ? <p class="soft">{t.none}</p> : null}
        <div role="listbox" id="palette-results" aria-label={t.results} ref={list}>
          {entries.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys
            <div
              key={entry.key}
              id={`palette-${index}`}
              role="option"
              aria-selected={index === chosen}
              onClick={() => run(entry)}
            >
              <span class="badge">{entry.kind}</span>
              <span class="cut grow">{entry.title}</span>
              <span class="soft cut">{entry.about ?? ""}</span>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
