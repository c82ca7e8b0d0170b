/** Functions that measure and shrink V8's heap. */
export interface Heap {
  /** Returns the size of V8's heap in bytes, excluding buffers. */
  taken(): number
  /** Returns how many bytes of the heap are in use, including garbage that V8 has not collected yet. */
  used(): number
  /** Returns the average number of CPUs that this process has used since the last call. */
  busy(): number
  /** Collects garbage immediately. V8 keeps most of the freed memory. */
  collect(): void
  /** Collects garbage again and also returns free memory to the operating system. */
  giveBack(): void
}

const MIB = 1024 * 1024

const POLL_MS = 1000
/** Number of used CPUs below which the process counts as idle. Answering a health check every 50 ms uses less. */
const IDLE_BELOW = 0.1
const IDLE_LOOKS = 4
/** Minimum size in bytes of a heap to shrink. The first requests to the demo world use 25 to 40 MiB. */
const MIN_HEAP_BYTES = 48 * MIB
const GROWTH_BYTES = 24 * MIB
/** Maximum number of used heap bytes at which `collect` is called. It then pauses the process for at most about 200 ms. */
const MAX_USED_BYTES = 256 * MIB
/** Maximum number of used heap bytes at which `giveBack` is called. It pauses for 70 to 115 ms per 20 MiB on two busy cores. */
const MAX_LEFT_BYTES = 64 * MIB

/**
 * Shrinks V8's heap after four idle seconds; V8 itself would wait for half a minute. `collect` runs first: the memory
 * used after it shows how long `giveBack` would pause. Heaps above MAX_USED_BYTES are left to V8. The timer does not keep
 * the process alive. Returns a function that stops the timer.
 */
export function collectWhenIdle(heap: Heap): () => void {
  let much = MIN_HEAP_BYTES
  let idleLooks = 0
  let isCollected = false
  const look = () => {
    idleLooks = heap.busy() < IDLE_BELOW ? idleLooks + 1 : 0
    const isSecond = isCollected && idleLooks > 0
    isCollected = false
    if (isSecond) {
      much = Math.max(MIN_HEAP_BYTES, heap.taken() + GROWTH_BYTES)
      if (heap.used() <= MAX_LEFT_BYTES) heap.giveBack()
    } else if (idleLooks >= IDLE_LOOKS && heap.taken() >= much && heap.used() <= MAX_USED_BYTES) {
      heap.collect()
      isCollected = true
    } else if (idleLooks > 0) {
      much = Math.max(MIN_HEAP_BYTES, Math.min(much, heap.taken() + GROWTH_BYTES))
    }
  }
  const timer = setInterval(() => {
    try {
      look()
    } catch {
      // Stops the timer, because this runtime lacks V8 or parts of V8's API.
      clearInterval(timer)
    }
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
