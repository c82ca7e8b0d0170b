import { Icon } from "../parts/icon.tsx"
import { worldName } from "../state/address.ts"
import { dismiss, toasts } from "../state/toasts.ts"
import { shellTexts } from "../texts/shell.ts"

export function Toasts() {
  const shown = toasts.value.filter(({ world }) => world === undefined || world === worldName.value)
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, tone, world, action }) => (
        <div key={id} class={`toast ${tone}`}>
          <span>
            {text}
            {world === undefined ? null : <span class="toast-world"> {shellTexts().inWorld(world)}</span>}
          </span>
          {action === undefined ? null : (
            <button type="button" class="button small" aria-label={action.name} onClick={action.run}>
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
