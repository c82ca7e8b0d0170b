import type { Heap } from "./idle-heap.ts"

/** V8's heap of this thread. What it needs of Node is loaded when it is needed. */
export function v8Heap(): Heap {
  const { performance } = globalThis
  const statistics = () => process.getBuiltinModule("node:v8").getHeapStatistics()
  let before = performance.eventLoopUtilization()
  return {
    taken() {
      const { total_physical_size, external_memory } = statistics()
      return total_physical_size + external_memory
    },
    used: () => statistics().used_heap_size,
    busy() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    collect,
    giveBack,
  }
}

/**
 * By `gc`, as a context has it that is made while V8 has the flag for it. The flag is put back in the same breath: code that V8 has compiled
 * is kept for the next start, which has other flags.
 */
function collect(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8")
  setFlagsFromString("--expose-gc")
  try {
    process.getBuiltinModule("node:vm").runInNewContext("gc()")
  } finally {
    setFlagsFromString("--no-expose-gc")
  }
}

/** By the inspector, within the process: no port is opened and nothing printed, and who debugs the process is not disturbed. */
function giveBack(): void {
  const { Session } = process.getBuiltinModule("node:inspector")
  const session = new Session()
  session.connect()
  // Node 20 waits forever when a session ends within its own answer.
  session.post("HeapProfiler.collectGarbage", () => void setImmediate(() => session.disconnect()))
}
