import { type Signal, signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { missed, onEvents } from "./live.ts"

/** The least time between two readings that events ask for. */
const PAUSE_MS = 400

export interface Resource<T> {
  /** What was read last; kept while it is read again. */
  readonly value: Signal<T | undefined>
  /** Why the last reading failed; undefined when it did not. */
  readonly error: Signal<unknown>
  reload(): void
}

/** Reads once and again whenever events of one of `kinds` come. */
class Reading<T> implements Resource<T> {
  readonly value = signal<T | undefined>(undefined)
  readonly error = signal<unknown>(undefined)
  readonly #load: (gone: AbortSignal) => Promise<T>
  #running: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStale = false

  constructor(load: (gone: AbortSignal) => Promise<T>) {
    this.#load = load
  }

  reload(): void {
    this.#running?.abort()
    clearTimeout(this.#timer)
    this.#timer = undefined
    void this.#read()
  }

  /** Reads soon, at most once in a while, and never beside a reading that runs. */
  touch(): void {
    this.#isStale = true
    if (this.#running !== undefined || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#read()
    }, PAUSE_MS)
  }

  stop(): void {
    this.#running?.abort()
    clearTimeout(this.#timer)
  }

  async #read(): Promise<void> {
    const run = new AbortController()
    this.#running = run
    this.#isStale = false
    try {
      const value = await this.#load(run.signal)
      if (run.signal.aborted) return
      this.value.value = value
      this.error.value = undefined
    } catch (error) {
      if (run.signal.aborted) return
      this.error.value = error
    }
    this.#running = undefined
    if (this.#isStale) this.touch()
  }
}

/** Calls back each time events may have been missed, from now on. */
function whenMissed(then: () => void): () => void {
  const before = missed.peek()
  return missed.subscribe((times) => {
    if (times !== before) then()
  })
}

/** What a view shows of the server: read when `key` changes, and again when events of `kinds` tell that it may be another. */
export function useResource<T>(
  key: string,
  load: (gone: AbortSignal) => Promise<T>,
  kinds: readonly string[] = [],
): Resource<T> {
  const reading = useMemo(() => new Reading(load), [key])
  useEffect(() => {
    reading.reload()
    const ends = [
      onEvents((events) => {
        if (events.some(({ kind }) => kinds.includes(kind))) reading.touch()
      }),
      whenMissed(() => reading.reload()),
    ]
    return () => {
      for (const end of ends) end()
      reading.stop()
    }
  }, [reading])
  return reading
}
