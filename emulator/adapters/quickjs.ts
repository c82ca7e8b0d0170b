import { availableParallelism } from "node:os"
import { quickjsScripts, type ScriptFault, type Scripts } from "../../src/ports/index.ts"
import { findBundled } from "./bundled-file.ts"
import { Queue } from "./quickjs-queue.ts"
import { type Job, QuickjsThread } from "./quickjs-thread.ts"
import type { ThreadLimits } from "./quickjs-worker.ts"

export interface WorkerLimits extends ThreadLimits {
  /** Maximum number of concurrent scripts per nesting depth; others wait. A script waits only for scripts of greater depth. */
  readonly threads: number
}

const LIMITS: WorkerLimits = { timeMs: 30_000, memoryBytes: 64 * 1_048_576, threads: 2 * availableParallelism() }

const IDLE_THREADS = 2
const WHILE_MS = 200

/** Placeholders for properties that a run requires but the check of a script does not use. */
const NO_RUN = { data: null, nowMs: 0, seed: 1, callApi: () => Promise.resolve(null) }

/** Creates a server's script sandbox. It runs scripts in threads, or in the caller's thread if the sources run unbuilt. */
export function serverScripts(limits: Partial<WorkerLimits> = {}): Scripts {
  const worker = findBundled("quickjs-worker.js")
  return worker === undefined ? quickjsScripts(limits) : workerScripts(worker, limits)
}

/**
 * Runs each script in a QuickJS sandbox in its own thread, so that scripts block neither the server nor each other.
 * Threads are reused. If the sandbox can't stop a script, the script's thread is terminated.
 */
export function workerScripts(worker: URL, limits: Partial<WorkerLimits> = {}): Scripts {
  const { threads, ...own } = { ...LIMITS, ...limits }
  const all = new Set<QuickjsThread>()
  const idle = new Set<QuickjsThread>()
  const queues = new Map<number, Queue>()
  const grown = new WeakMap<object, Int32Array>()

  const trim = (): void => {
    if (idle.size < all.size) return
    for (const thread of [...idle].slice(IDLE_THREADS)) thread.end("the thread is not needed any more")
  }
  const makeThread = (): QuickjsThread => {
    const thread = new QuickjsThread(worker, own, {
      idle() {
        idle.add(thread)
        if (idle.size === all.size && idle.size > IDLE_THREADS) setTimeout(trim, WHILE_MS).unref()
      },
      end() {
        all.delete(thread)
        idle.delete(thread)
      },
    })
    all.add(thread)
    return thread
  }
  const start = (job: Job): void => {
    const [free] = idle
    if (free !== undefined) idle.delete(free)
    const thread = free ?? makeThread()
    thread.start(job)
  }
  const queueOf = (depth: number): Queue => {
    const queue = queues.get(depth) ?? new Queue(threads, start)
    queues.set(depth, queue)
    return queue
  }

  const grownOf = (request: object): Int32Array => {
    const shared = grown.get(request) ?? new Int32Array(new SharedArrayBuffer(4))
    grown.set(request, shared)
    return shared
  }

  return {
    run: (run) =>
      queueOf(run.depth ?? 1).run(
        run.request === undefined ? run : { ...run, grown: grownOf(run.request) },
        Math.min(run.timeMs ?? own.timeMs, own.timeMs),
      ),
    async check(code) {
      const { outcome } = await queueOf(1).run({ ...NO_RUN, code, isCheck: true }, own.timeMs)
      if (outcome.status === "resolved") return outcome.value as ScriptFault | null
      const message = outcome.status === "stopped" ? outcome.message : String(outcome.reason)
      return { message, line: 1, column: 1 }
    },
    close() {
      for (const queue of queues.values()) queue.close()
      for (const thread of [...all]) thread.end("the sandbox was closed")
    },
  }
}
