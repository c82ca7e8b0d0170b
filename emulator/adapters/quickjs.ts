import { existsSync } from "node:fs"
import { quickjsScripts, type Scripts } from "../../src/inside.ts"
import { type Job, QuickjsThread, stopped } from "./quickjs-thread.ts"
import type { ThreadLimits } from "./quickjs-worker.ts"

export interface WorkerLimits extends ThreadLimits {
  /** Threads at once; a script waits for one as long as it may run. */
  readonly threads: number
}

const LIMITS: WorkerLimits = { timeMs: 30_000, memoryBytes: 64 * 1_048_576, threads: 64 }

/** Idle threads that are kept for the next script. */
const KEPT = 2

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
  const waiting = new Set<Job>()

  const takeWaiting = (): Job | undefined => {
    const [job] = waiting
    if (job !== undefined) waiting.delete(job)
    return job
  }
  const makeThread = (): QuickjsThread => {
    const thread = new QuickjsThread(worker, own, {
      idle() {
        const job = takeWaiting()
        if (job !== undefined) thread.start(job)
        else if (idle.size < KEPT) idle.add(thread)
        else thread.end("the thread is not needed any more")
      },
      end() {
        all.delete(thread)
        idle.delete(thread)
        const job = takeWaiting()
        if (job !== undefined) give(job)
      },
    })
    all.add(thread)
    return thread
  }
  const give = (job: Job): void => {
    const [free] = idle
    if (free === undefined && all.size >= threads) return void waiting.add(job)
    if (free !== undefined) idle.delete(free)
    const thread = free ?? makeThread()
    thread.start(job)
  }

  return {
    run: (run) =>
      new Promise((resolve) => {
        const patience = setTimeout(() => {
          if (waiting.delete(job)) resolve(stopped(`no thread was free for the script within ${own.timeMs} ms`))
        }, own.timeMs)
        const job: Job = {
          run,
          end(ended) {
            clearTimeout(patience)
            resolve(ended)
          },
        }
        give(job)
      }),
    close() {
      const left = [...waiting]
      waiting.clear()
      for (const job of left) job.end(stopped("the sandbox was closed"))
      for (const thread of [...all]) thread.end("the sandbox was closed")
    },
  }
}
