import type { Heap } from "./idle-heap.ts"

/** V8's heap of this thread. What it needs of Node is loaded when it is needed. */
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

/** In milliseconds. The processor's time, since a machine that is busy with something else makes all that is done here take longer. */
function spent() {
  const { user, system } = process.cpuUsage()
  return { processor: (user + system) / 1000, clock: performance.now() }
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
