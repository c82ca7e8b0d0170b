/** What is seen of V8's heap, and done about it. */
export interface Heap {
  /** Bytes that V8 has taken of the machine, without those of buffers, which come and go by themselves. */
  taken(): number
  /** Bytes of it that are used, or that V8 has not yet found to be garbage. */
  used(): number
  /** How many processors this process had to itself since it was last asked, on an average. */
  busy(): number
  /** Collects garbage at once. V8 keeps most of what it then has no use for. */
  collect(): void
  /** Goes over what is left some more times, and gives the machine back what is free: soon, not at once. */
  giveBack(): void
}

const MIB = 1024 * 1024

const LOOK_MS = 1000
/** A server that is merely asked whether it is well every 50 ms is below it. */
const IDLE_BELOW = 0.1
const IDLE_LOOKS = 4
/** More than a server takes for some first requests in the demo (25 to 40 MiB). */
const MUCH = 48 * MIB
const MORE = 24 * MIB
/**
 * `collect` took 30 to 70 ms where 20 of 60 to 90 MiB were no garbage. After 100 seconds of attacks more than 96 MiB are used, nearly all of
 * it garbage; where none of it is, the pause is some 200 ms, once, in a server that nobody has asked for seconds.
 */
const MOST_USED = 256 * MIB
/**
 * `giveBack` took 70 to 115 ms for 20 MiB, on two cores that others computed on, too; each pass is one pause. Full request logs are more
 * than 32 MiB.
 */
const MOST_LEFT = 64 * MIB

/**
 * Lets V8 give back what a load has taken when the process has been idle for four seconds; by itself it waits for half a minute. In
 * two steps, since only the first tells what the second takes: that is left out where much is no garbage, and both are where the heap is
 * large. There V8 does it piece by piece, without a pause. Doesn't keep the process alive. The answer stops it.
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
      // Not everything that runs what is written for Node has V8, or this much of it.
      clearInterval(timer)
    }
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
