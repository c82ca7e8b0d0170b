import { signal } from "@preact/signals"

export interface SentBefore {
  readonly operation: string
  readonly status: number
  readonly params: ReadonlyMap<string, string>
  readonly body: string
}

/** What was sent from here, newest first, for as long as the page is open. */
export const sentBefore = signal<readonly SentBefore[]>([])
