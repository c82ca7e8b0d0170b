import type { Signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { sendingTexts } from "../../texts/sending.ts"

interface Props {
  readonly id: string
  readonly body: Signal<string>
  /** If true, shows the message for invalid JSON. */
  readonly isBad?: boolean
  /** If true, a visible label names the input. */
  readonly isNamed?: boolean
  readonly children?: ComponentChildren
}

const LEAST_ROWS = 4
const MAX_ROWS = 18

export function BodyText({ id, body, isBad = false, isNamed = false, children }: Props) {
  const t = sendingTexts()
  const rows = body.value.split("\n").length + 1
  return (
    <div class="field">
      <label for={id} class={isNamed ? "unseen" : undefined}>
        {t.body}
      </label>
      <textarea
        id={id}
        class="code"
        rows={Math.min(MAX_ROWS, Math.max(LEAST_ROWS, rows))}
        aria-invalid={isBad}
        aria-describedby={isBad ? `${id}-error` : undefined}
        value={body.value}
        onInput={({ currentTarget }) => {
          body.value = currentTarget.value
        }}
      />
      {isBad ? (
        <p class="field-error" id={`${id}-error`}>
          {t.notJson}
        </p>
      ) : null}
      {children}
    </div>
  )
}
