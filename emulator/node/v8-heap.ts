import type { Heap } from "./idle-heap.ts"

/** Returns access to this thread's V8 heap. Node's modules are loaded on first use. */
export function v8Heap(): Heap {
  const statistics = () => process.getBuiltinModule("node:v8").getHeapStatistics()
  let before = spent()
  return {
    taken: () => statistics().total_physical_size,
    used: () => statistics().used_heap_size,
    busy() {
      const now = spent()
      const share = (now.processor - before.processor) / (now.clock - before.clock)
      before = now
      return share
    },
    collect,
    giveBack,
  }
}

/** Returns the process's CPU time and the elapsed time, both in milliseconds. */
function spent() {
  const { user, system } = process.cpuUsage()
  return { processor: (user + system) / 1000, clock: performance.now() }
}

/** Calls `gc`, which new contexts have while a V8 flag is set. Resets the flag, because V8's code cache depends on it. */
function collect(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8")
  setFlagsFromString("--expose-gc")
  try {
    process.getBuiltinModule("node:vm").runInNewContext("gc()")
  } finally {
    setFlagsFromString("--no-expose-gc")
  }
}

/** Collects garbage through the in-process inspector, which opens no port and prints nothing. */
function giveBack(): void {
  const { Session } = process.getBuiltinModule("node:inspector")
  const session = new Session()
  session.connect()
  // Node 20 hangs when a session disconnects inside its own callback.
  session.post("HeapProfiler.collectGarbage", () => void setImmediate(() => session.disconnect()))
}
