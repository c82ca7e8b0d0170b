import { type Signal, signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { missedEvents, onEvents } from "./live.ts"

/** Minimum time between two readings that events cause. */
const PAUSE_MS = 400

export interface Resource<T> {
  /** The last value; stays while it is read again. */
  readonly value: Signal<T | undefined>
  /** The error of the last reading; undefined when it succeeded. */
  readonly error: Signal<unknown>
  reload(): void
}

/** Reads once, and again after events of one of `kinds`. */
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

  /** Schedules a reading: limited in rate, and never two at a time. */
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

/** Calls back each time events may have been missed. */
function whenMissed(then: () => void): () => void {
  const before = missedEvents.peek()
  return missedEvents.subscribe((times) => {
    if (times !== before) then()
  })
}

/** A view's data from the server: read when `key` changes, and again after events of `kinds`. */
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
