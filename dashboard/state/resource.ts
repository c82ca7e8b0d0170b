import { type Signal, signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { missedEvents, onEvents } from "./live.ts"

/** Minimum time in milliseconds between an event and the read that it causes, so that many events cause one read. */
const PAUSE_MS = 400

export interface Resource<T> {
  /** Last value. Keeps its old value during a new read. */
  readonly value: Signal<T | undefined>
  /** Error of the last read. Undefined if it succeeded. */
  readonly error: Signal<unknown>
  reload(): void
}

/** Resource that is read once, and again when `touch` or `reload` is called. */
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

  /** Schedules a read. Reads are limited in rate and never overlap. */
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

/** Calls `then` whenever events may have been missed. */
function whenMissed(then: () => void): () => void {
  const before = missedEvents.peek()
  return missedEvents.subscribe((times) => {
    if (times !== before) then()
  })
}

/** Reads data for a view when `key` changes, and again after events of `kinds`. */
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
