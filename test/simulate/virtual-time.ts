import type { Timer, WallClock } from "../../src/ports/index.ts"

interface Alarm {
  readonly at: number
  readonly order: number
  readonly ring: () => void
}

/** Virtual time. It advances at once to the next alarm when no work is left. */
export class VirtualTime implements WallClock, Timer {
  /** A heap: the earliest alarm first, and of equal ones, the first that was set. */
  readonly #alarms: Alarm[] = []
  #now = 0
  #order = 0

  now(): number {
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    let isOff = false
    this.#push({ at: this.#now + ms, order: this.#order, ring: () => isOff || callback() })
    this.#order += 1
    return () => {
      isOff = true
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  /** Advances the time until the work has ended. */
  async run(work: Promise<unknown>): Promise<void> {
    let isDone = false
    const settled = work.finally(() => {
      isDone = true
    })
    settled.catch(() => {})
    for (;;) {
      // All consequences of an alarm happen before the next alarm.
      await new Promise((resolve) => setImmediate(resolve))
      if (isDone) return void (await settled)
      const next = this.#pop()
      if (next === undefined) throw new Error("everybody waits, and for nothing")
      this.#now = next.at
      next.ring()
    }
  }

  #push(alarm: Alarm): void {
    const heap = this.#alarms
    let at = heap.push(alarm) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isEarlier(alarm, heap[parent] as Alarm)) break
      heap[at] = heap[parent] as Alarm
      at = parent
    }
    heap[at] = alarm
  }

  #pop(): Alarm | undefined {
    const heap = this.#alarms
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const right = heap[child + 1]
      if (right !== undefined && isEarlier(right, heap[child] as Alarm)) child += 1
      const smaller = heap[child]
      if (smaller === undefined || !isEarlier(smaller, last)) break
      heap[at] = smaller
      at = child
    }
    heap[at] = last
    return first
  }
}

const isEarlier = (left: Alarm, right: Alarm): boolean =>
  left.at < right.at || (left.at === right.at && left.order < right.order)
