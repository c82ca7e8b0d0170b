import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { person } from "../../state/people.ts"
import { fieldTexts } from "../../texts/fields.ts"
import type { ControlProps } from "./control-props.ts"

const MAX_CHOICES = 20
const PAUSE_MS = 200

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

interface Found {
  readonly i_id: string
  readonly title: string
}

export function Lookup({ id, field, draft, names, error, onChange }: ControlProps) {
  const t = fieldTexts()
  const text = useSignal("")
  const found = useSignal<readonly Found[]>([])
  const chosenName = useSignal<string | undefined>(undefined)
  const chosen = typeof draft === "string" ? draft : ""
  const target = field.dslookup_info
  const words = text.value
  useEffect(() => {
    const gone = new AbortController()
    const timer = setTimeout(() => {
      if (target === undefined) return
      void person
        .peek()
        ?.look.itemList({
          params: { "app-id": target.dslookup_project_id, "datastore-id": target.dslookup_datastore_id },
          body: {
            per_page: MAX_CHOICES,
            page: 1,
            conditions: words.trim() === "" ? [] : [{ id: "title", search_value: [escapePattern(words.trim())] }],
            use_display_id: false,
          },
          signal: gone.signal,
        })
        .then(
          ({ items }) => {
            found.value = items.map(({ i_id, title }) => ({ i_id, title: String(title || i_id) }))
          },
          () => {},
        )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [words, target, found])
  return (
    <span class="form">
      {chosen === "" ? null : (
        <span class="tools">
          <span class="badge accent">{chosenName.value ?? names?.get(chosen) ?? chosen}</span>
          <button type="button" class="button small" onClick={() => onChange("")}>
            {t.clear}
          </button>
        </span>
      )}
      <input
        id={id}
        type="search"
        placeholder={t.chooseItem}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        value={words}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
        }}
      />
      <select
        aria-label={`${field.name}: ${t.found(found.value.length)}`}
        size={Math.min(5, Math.max(2, found.value.length))}
        value={chosen}
        onChange={({ currentTarget }) => {
          chosenName.value = found.peek().find(({ i_id }) => i_id === currentTarget.value)?.title
          onChange(currentTarget.value)
        }}
      >
        {found.value.map(({ i_id, title }) => (
          <option key={i_id} value={i_id}>
            {title}
          </option>
        ))}
      </select>
    </span>
  )
}
