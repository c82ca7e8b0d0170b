import { signal } from "@preact/signals"

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: "good" | "bad" | "plain"
  /** What can be done about it, e.g. to undo. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Told when it goes. */
  readonly onGone?: () => void
}

const SHOWN_MS = 6000

let told = 0

/** What just happened, newest last. */
export const toasts = signal<readonly Toast[]>([])

export function dismiss(id: number): void {
  const gone = toasts.peek().find((toast) => toast.id === id)
  toasts.value = toasts.peek().filter((toast) => toast !== gone)
  gone?.onGone?.()
}

/** Tells something. What offers an action or tells of a failure stays until it is dismissed. */
export function tell(toast: Omit<Toast, "id">): number {
  told += 1
  const id = told
  toasts.value = [...toasts.peek(), { ...toast, id }]
  if (toast.action === undefined && toast.tone !== "bad") setTimeout(() => dismiss(id), SHOWN_MS)
  return id
}
