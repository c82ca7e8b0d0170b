import { Icon } from "../parts/icon.tsx"
import { dismiss, toasts } from "../state/toasts.ts"
import { shellTexts } from "../texts/shell.ts"

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone, action }) => (
        <div key={id} class={`toast ${tone}`}>
          <span>{text}</span>
          {action === undefined ? null : (
            <button type="button" class="button small" onClick={action.run}>
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="button plain small"
            aria-label={shellTexts().dismiss}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
