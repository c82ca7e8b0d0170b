import type { Change } from "../state/index.ts"

interface ChangeListener {
  readonly changed: (change: Change, cause: unknown) => void
  readonly replaced: (isPutBack: boolean, operation: string) => void
}

/** The callbacks that are called after a world's commits. */
export class ChangeListeners {
  readonly #all = new Set<ChangeListener>()

  /** Returns a function that removes the listener. */
  add(listener: ChangeListener): () => void {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  changed(change: Change, cause: unknown): void {
    for (const listener of this.#all) {
      try {
        listener.changed(change, cause)
      } catch (error) {
        // A listener's error must not undo the commit. It is therefore raised as an unhandled rejection.
        void Promise.reject(error)
      }
    }
  }

  replaced(isPutBack: boolean, operation: string): void {
    for (const listener of this.#all) listener.replaced(isPutBack, operation)
  }
}
