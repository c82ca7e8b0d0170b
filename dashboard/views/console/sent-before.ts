import { signal } from "@preact/signals"

export interface SentBefore {
  readonly operation: string
  readonly status: number
  readonly params: ReadonlyMap<string, string>
  readonly body: string
}

/** Requests sent from the console, newest first. Lost when the page is closed. */
export const sentBefore = signal<readonly SentBefore[]>([])
