import { parentPort, workerData } from "node:worker_threads"
import { quickjsScripts, type ScriptRun, type Scripts } from "../../src/ports/index.ts"

export interface ThreadLimits {
  readonly timeMs: number
  readonly memoryBytes: number
}

/** A script to run. If `isCheck` is set, the script is only checked: the outcome's value is its fault, or null if it is valid. */
export interface Work extends ScriptRun {
  readonly isCheck?: boolean
  /** Number of bytes by which the sandboxes of one request's scripts have grown, shared by the threads that run the scripts. */
  readonly grown?: Int32Array
}

/** Messages to the thread: a script to run, or the outcome of an API call that the running script made. */
export type ToThread =
  | { readonly kind: "run"; readonly job: number; readonly run: Omit<Work, "callApi" | "request"> }
  | { readonly kind: "answer"; readonly call: number; readonly body: unknown }
  | { readonly kind: "failure"; readonly call: number; readonly message: string }

/** Messages from the thread: one when the thread is ready, then one for each event of a job. */
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
      /** Whether the sandbox's memory has grown. If so, the thread is ended instead of reused, which frees the memory. */
      readonly hasGrown: boolean
    }

interface OpenCall {
  readonly resolve: (body: unknown) => void
  readonly reject: (error: Error) => void
}

const limits = workerData as ThreadLimits
let hasGrown = false
/** Memory growth in bytes: of all scripts of the request, and of the running script. */
let grownMemory: Int32Array | undefined
let own = 0

function mayGrow(bytes: number): boolean {
  if (grownMemory === undefined) return true
  const all = Atomics.add(grownMemory, 0, bytes - own) + bytes - own
  own = bytes
  return all <= limits.memoryBytes
}

const scripts = quickjsScripts(
  { ...limits, sliceMs: limits.timeMs },
  () => {
    hasGrown = true
  },
  mayGrow,
)
/** Maximum number of concurrent API calls per script: the server holds their payloads and responses in memory. */
const OPEN_CALLS = 8
const open = new Map<number, OpenCall>()
const waitingCalls: (() => void)[] = []
let calls = 0

const post = (message: FromThread) => parentPort?.postMessage(message)

const resolvedRun = (value: unknown): Awaited<ReturnType<Scripts["run"]>> => ({
  outcome: { status: "resolved", value },
  logs: [],
})

async function run({ job, run }: Extract<ToThread, { kind: "run" }>): Promise<void> {
  const callApi: ScriptRun["callApi"] = (method, uri, payload) =>
    new Promise((resolve, reject) => {
      const send = () => {
        calls += 1
        open.set(calls, { resolve, reject })
        post({ kind: "call", job, call: calls, method, uri, payload })
      }
      if (open.size < OPEN_CALLS) send()
      else waitingCalls.push(send)
    })
  grownMemory = run.grown
  const ended = run.isCheck ? resolvedRun(await scripts.check(run.code)) : await scripts.run({ ...run, callApi })
  mayGrow(0)
  open.clear()
  waitingCalls.length = 0
  post({ kind: "ended", job, ended, hasGrown })
}

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "run") return void run(message)
  const call = open.get(message.call)
  if (open.delete(message.call)) waitingCalls.shift()?.()
  if (message.kind === "answer") call?.resolve(message.body)
  else call?.reject(new Error(message.message))
})

// Loads the sandbox before the first script, so that loading does not count against the script's time.
const nothing: ScriptRun = { code: "function main() {}", data: null, nowMs: 0, seed: 1, callApi: async () => null }
void scripts.run(nothing).then(() => post({ kind: "ready" }))
