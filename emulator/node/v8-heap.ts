import type { Heap } from "./idle-heap.ts"

/** Returns functions that measure and shrink this thread's V8 heap. Loads the required modules of Node on first use. */
export function v8Heap(): Heap {
  const statistics = () => process.getBuiltinModule("node:v8").getHeapStatistics()
  let before = processorTime()
  return {
    taken: () => statistics().total_physical_size,
    used: () => statistics().used_heap_size,
    busy() {
      const now = processorTime()
      const share = (now.processor - before.processor) / (now.clock - before.clock)
      before = now
      return share
    },
    collect,
    giveBack,
  }
}

/** Returns the CPU time that the process has used and the current time, both in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage()
  return { processor: (user + system) / 1000, clock: performance.now() }
}

/** Calls V8's `gc`. New contexts contain it only while a V8 flag is set. Resets the flag, because V8's code cache depends on it. */
function collect(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8")
  setFlagsFromString("--expose-gc")
  try {
    process.getBuiltinModule("node:vm").runInNewContext("gc()")
  } finally {
    setFlagsFromString("--no-expose-gc")
  }
}

/** Collects garbage through Node's inspector. Used inside the process, the inspector opens no port and prints nothing. */
function giveBack(): void {
  const { Session } = process.getBuiltinModule("node:inspector")
  const session = new Session()
  session.connect()
  // Disconnects later, because Node 20 hangs when a session disconnects inside its own callback.
  session.post("HeapProfiler.collectGarbage", () => void setImmediate(() => session.disconnect()))
}
