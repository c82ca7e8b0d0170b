import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { quickjsScripts, type ScriptFault, type Scripts } from "../../src/inside.ts"
import { Queue } from "./quickjs-queue.ts"
import { type Job, QuickjsThread } from "./quickjs-thread.ts"
import type { ThreadLimits } from "./quickjs-worker.ts"

export interface WorkerLimits extends ThreadLimits {
  /** Scripts of a depth that run at once; a further one waits as long as it may run. Scripts wait only for deeper ones. */
  readonly threads: number
}

const LIMITS: WorkerLimits = { timeMs: 30_000, memoryBytes: 64 * 1_048_576, threads: 2 * availableParallelism() }

/** Idle threads that are kept for the next script when none has run for a while. */
const KEPT = 2
const WHILE_MS = 200

/** What a script that is only checked has of a run. */
const NO_RUN = { data: null, nowMs: 0, seed: 1, callApi: () => Promise.resolve(null) }

/** The thread's file, which stands beside the bundles. Sources that were not built have none. */
const findWorker = (): URL | undefined =>
  ["./quickjs-worker.js", "../quickjs-worker.js"]
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))

/** The script sandbox of a server: in threads of its own, or on the caller's thread when run from unbuilt sources. */
export function serverScripts(limits: Partial<WorkerLimits> = {}): Scripts {
  const worker = findWorker()
  return worker === undefined ? quickjsScripts(limits) : workerScripts(worker, limits)
}

/**
 * Scripts in QuickJS sandboxes, each run alone in a thread, so that no script holds up the server or another script.
 * Threads are reused; one whose script can't be stopped from within is ended.
 */
export function workerScripts(worker: URL, limits: Partial<WorkerLimits> = {}): Scripts {
  const { threads, ...own } = { ...LIMITS, ...limits }
  const all = new Set<QuickjsThread>()
  const idle = new Set<QuickjsThread>()
  const queues = new Map<number, Queue>()

  const trim = (): void => {
    if (idle.size < all.size) return
    for (const thread of [...idle].slice(KEPT)) thread.end("the thread is not needed any more")
  }
  const makeThread = (): QuickjsThread => {
    const thread = new QuickjsThread(worker, own, {
      idle() {
        idle.add(thread)
        if (idle.size === all.size && idle.size > KEPT) setTimeout(trim, WHILE_MS).unref()
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

  return {
    run: (run) => queueOf(run.depth ?? 1).run(run, own.timeMs),
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
