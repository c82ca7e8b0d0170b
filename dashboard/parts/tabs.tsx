import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

export interface Tab {
  readonly key: string
  readonly title: string
  content(): ComponentChildren
}

/** Row of tabs. The arrow keys move between them. */
export function Tabs(props: { label: string; tabs: readonly Tab[]; open: string; onOpen: (key: string) => void }) {
  const { tabs } = props
  const id = useId()
  const open = tabs.find(({ key }) => key === props.open) ?? tabs[0]
  if (open === undefined) return null
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    const next = tabs[(tabs.indexOf(open) + step + tabs.length) % tabs.length]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    props.onOpen(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <div>
      <div class="tabs" role="tablist" aria-label={props.label}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === open.key}
            aria-controls={`${id}-panel`}
            tabIndex={key === open.key ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => props.onOpen(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tab-panel" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${open.key}`}>
        {open.content()}
      </div>
    </div>
  )
}
