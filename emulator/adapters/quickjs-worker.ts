import { parentPort, workerData } from "node:worker_threads"
import { quickjsScripts, type ScriptRun, type Scripts } from "../../src/inside.ts"

/** The thread's `workerData`. */
export interface ThreadLimits {
  readonly timeMs: number
  readonly memoryBytes: number
}

/** A script that is run, or only checked: then what is wrong with it is the value of its outcome. */
export interface Work extends ScriptRun {
  readonly isCheck?: boolean
}

/** What the thread is told: to run a script, or what became of an API call of the running one. */
export type ToThread =
  | { readonly kind: "run"; readonly job: number; readonly run: Omit<Work, "callApi"> }
  | { readonly kind: "answer"; readonly call: number; readonly body: unknown }
  | { readonly kind: "failure"; readonly call: number; readonly message: string }

/** What the thread tells: once that it is ready, then always about a job. */
export type FromThread =
  | { readonly kind: "ready" }
  | {
      readonly kind: "call"
      readonly job: number
      readonly call: number
      readonly method: string
      readonly uri: string
      readonly payload: unknown
    }
  | {
      readonly kind: "ended"
      readonly job: number
      readonly ended: Awaited<ReturnType<Scripts["run"]>>
      /** The script made the sandbox grow: its thread should not run another one. */
      readonly hasGrown: boolean
    }

interface OpenCall {
  readonly resolve: (body: unknown) => void
  readonly reject: (error: Error) => void
}

const limits = workerData as ThreadLimits
let hasGrown = false
const scripts = quickjsScripts({ ...limits, sliceMs: limits.timeMs }, () => {
  hasGrown = true
})
const open = new Map<number, OpenCall>()
let calls = 0

const tell = (message: FromThread) => parentPort?.postMessage(message)

const resolved = (value: unknown): Awaited<ReturnType<Scripts["run"]>> => ({
  outcome: { status: "resolved", value },
  logs: [],
})

async function run({ job, run }: Extract<ToThread, { kind: "run" }>): Promise<void> {
  const callApi: ScriptRun["callApi"] = (method, uri, payload) =>
    new Promise((resolve, reject) => {
      calls += 1
      open.set(calls, { resolve, reject })
      tell({ kind: "call", job, call: calls, method, uri, payload })
    })
  const ended = run.isCheck ? resolved(await scripts.check(run.code)) : await scripts.run({ ...run, callApi })
  open.clear()
  tell({ kind: "ended", job, ended, hasGrown })
}

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "run") return void run(message)
  const call = open.get(message.call)
  open.delete(message.call)
  if (message.kind === "answer") call?.resolve(message.body)
  else call?.reject(new Error(message.message))
})

// Loads the sandbox, so that no script's time is spent on it.
const nothing: ScriptRun = { code: "function main() {}", data: null, nowMs: 0, seed: 1, callApi: async () => null }
void scripts.run(nothing).then(() => tell({ kind: "ready" }))
