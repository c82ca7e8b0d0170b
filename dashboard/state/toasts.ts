import { signal } from "@preact/signals"

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: "good" | "bad" | "plain"
  /** World that the message is about. In other worlds, it is hidden. */
  readonly world?: string
  /** `name`: accessible name of the button. Default: `label`. */
  readonly action?: { readonly label: string; readonly name?: string; readonly run: () => void }
}

const SHOWN_MS = 6000

let lastId = 0

export const toasts = signal<readonly Toast[]>([])

export function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id)
}

/** Shows a message and returns its ID. Errors and messages with an action stay until they are dismissed. */
export function showToast(toast: Omit<Toast, "id">): number {
  lastId += 1
  const id = lastId
  toasts.value = [...toasts.peek(), { ...toast, id }]
  if (toast.action === undefined && toast.tone !== "bad") setTimeout(() => dismiss(id), SHOWN_MS)
  return id
}
