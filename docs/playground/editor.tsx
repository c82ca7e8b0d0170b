import type { RefObject } from "preact"
import { useRef } from "preact/hooks"

interface Props {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly text: string
  /** The lines that contain mistakes, counted from 1. */
  readonly wrong: ReadonlySet<number>
  onText(text: string): void
  onLoad(): void
}

/** A text field with line numbers. Enter keeps the indentation; the tab key leaves the field. */
export function Editor({ area, label, text, wrong, onText, onLoad }: Props) {
  const numbers = useRef<HTMLOListElement>(null)
  const onKey = (event: KeyboardEvent) => {
    const { currentTarget } = event
    if (event.key !== "Enter" || !(currentTarget instanceof HTMLTextAreaElement) || event.isComposing) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) {
      onLoad()
      return
    }
    const { value, selectionStart, selectionEnd } = currentTarget
    const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart)
    const indentation = /^ */.exec(line)?.[0] ?? ""
    currentTarget.setRangeText(`\n${indentation}`, selectionStart, selectionEnd, "end")
    onText(currentTarget.value)
  }
  return (
    <div class="editor card">
      <ol ref={numbers} class="code" aria-hidden="true">
        {text.split("\n").map((_, at) => (
          <li key={at} class={wrong.has(at + 1) ? "wrong" : ""}>
            {at + 1}
          </li>
        ))}
      </ol>
      <textarea
        ref={area}
        class="code"
        aria-label={label}
        aria-invalid={wrong.size > 0}
        aria-describedby="mistakes"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        wrap="off"
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKey}
        onScroll={({ currentTarget }) => {
          if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop
        }}
      />
    </div>
  )
}

/** Moves the cursor to a line and column, both counted from 1, and scrolls there. */
export function goTo(area: HTMLTextAreaElement | null, line: number, column: number): void {
  if (area === null) return
  const lines = area.value.split("\n")
  const before = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0)
  area.focus()
  area.setSelectionRange(before + column - 1, before + (lines[line - 1]?.length ?? 0))
  const height = area.scrollHeight / lines.length
  area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 2)
}
