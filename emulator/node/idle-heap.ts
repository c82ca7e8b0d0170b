/** Measures V8's heap and shrinks it. */
export interface Heap {
  /** Bytes that V8's heap occupies, excluding buffers. */
  taken(): number
  /** Bytes of the heap in use, including garbage that V8 has not collected yet. */
  used(): number
  /** Average number of CPUs that this process has used since the last call. */
  busy(): number
  /** Collects garbage immediately. V8 keeps most of the freed memory. */
  collect(): void
  /** Starts another garbage collection that also returns free memory to the operating system. */
  giveBack(): void
}

const MIB = 1024 * 1024

const POLL_MS = 1000
/** CPU usage below which the process counts as idle. A health check every 50 ms uses less. */
const IDLE_BELOW = 0.1
const IDLE_LOOKS = 4
/** Smallest heap that is shrunk. The first requests to the demo use 25 to 40 MiB. */
const MUCH = 48 * MIB
const MORE = 24 * MIB
/** `collect` is not called for larger heaps, so that a pause lasts at most about 200 ms. */
const MOST_USED = 256 * MIB
/** `giveBack` is not called for larger heaps. A call pauses 70 to 115 ms for 20 MiB on two busy cores. */
const MOST_LEFT = 64 * MIB

/**
 * Shrinks V8's heap after four idle seconds; V8 itself waits for half a minute. `collect` runs before `giveBack`, so that
 * the used memory predicts how long `giveBack` pauses. Large heaps are left to V8, which shrinks them without a pause.
 * The timer does not keep the process alive. Returns a function that stops the timer.
 */
export function collectWhenIdle(heap: Heap): () => void {
  let much = MUCH
  let idleLooks = 0
  let isCollected = false
  const look = () => {
    idleLooks = heap.busy() < IDLE_BELOW ? idleLooks + 1 : 0
    const isSecond = isCollected && idleLooks > 0
    isCollected = false
    if (isSecond) {
      much = Math.max(MUCH, heap.taken() + MORE)
      if (heap.used() <= MOST_LEFT) heap.giveBack()
    } else if (idleLooks >= IDLE_LOOKS && heap.taken() >= much && heap.used() <= MOST_USED) {
      heap.collect()
      isCollected = true
    } else if (idleLooks > 0) {
      much = Math.max(MUCH, Math.min(much, heap.taken() + MORE))
    }
  }
  const timer = setInterval(() => {
    try {
      look()
    } catch {
      // Stops, because some runtimes lack V8 or parts of V8's API.
      clearInterval(timer)
    }
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
