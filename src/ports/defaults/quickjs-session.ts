import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus"
import type {
  QuickJSContext,
  QuickJSDeferredPromise,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from "quickjs-emscripten-core"
import type { ScriptOutcome, ScriptRun } from "../scripts.ts"
import { PRELUDE } from "./quickjs-prelude.ts"
import type { QuickjsLimits } from "./quickjs-scripts.ts"
import { systemClock, systemTimer } from "./system-time.ts"

const STACK_BYTES = 256 * 1024
const LOG_CHARACTERS = 256 * 1024
const OPEN_CALLS = 1000
/** Limits on each value that leaves the sandbox: number of JSON characters, and nesting depth. */
const TEXT_CHARACTERS = 16 * 1_048_576
const NESTING = 200
const JOBS_AT_ONCE = 200
/** After running for this many milliseconds, a script yields the thread before its next job. */
const PAUSE_AFTER_MS = 10

interface Ended {
  readonly outcome: ScriptOutcome
  readonly logs: readonly string[]
}

const stoppedOutcome = (message: string): ScriptOutcome => ({ status: "stopped", message })

const NO_MAIN = "the script must define a function main(data)"

export const OUT_OF_MEMORY = stoppedOutcome("the script needs more memory than allowed")

/** Parses JSON. Drops `__proto__` properties, because copying them would set prototypes. Throws if a limit is exceeded. */
function parseOut(text: string): unknown {
  if (text.length > TEXT_CHARACTERS) throw new Error(`expected at most ${TEXT_CHARACTERS} characters of JSON`)
  const isSuspect = text.includes("__proto__")
  const value: unknown = JSON.parse(text)
  if (isNestedDeeper(value, NESTING)) throw new Error(`JSON is nested more than ${NESTING} levels deep`)
  return isSuspect ? JSON.parse(text, (key, member) => (key === "__proto__" ? undefined : member)) : value
}

const isNestedDeeper = (value: unknown, levels: number): boolean =>
  value !== null &&
  typeof value === "object" &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)))

function readOutcome(json: string, isResolved: boolean): ScriptOutcome {
  try {
    const value = parseOut(json)
    return isResolved ? { status: "resolved", value } : { status: "rejected", reason: value }
  } catch (error) {
    return stoppedOutcome(`the script's result is invalid: ${messageOf(error)}`)
  }
}

export class QuickjsSession {
  readonly ended: Promise<Ended>
  /** True if the WebAssembly module failed and must not be used again. */
  isBroken = false
  readonly #limits: QuickjsLimits
  readonly #run: ScriptRun
  readonly #hasRoom: () => boolean
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #calls = new Set<QuickJSDeferredPromise>()
  readonly #logs: string[] = []
  readonly #resolve: (ended: Ended) => void
  readonly #cancelTimer: () => void
  readonly #deadline: number
  #sliceEnd = 0
  #logged = 0
  #overran = false
  #outcome: ScriptOutcome | undefined
  #isClosed = false

  constructor(engine: QuickJSWASMModule, run: ScriptRun, limits: QuickjsLimits, hasRoom: () => boolean) {
    this.#run = run
    this.#hasRoom = hasRoom
    this.#limits = limits
    let resolve: (ended: Ended) => void = () => {}
    this.ended = new Promise((done) => {
      resolve = done
    })
    this.#resolve = resolve
    this.#deadline = systemClock.now() + limits.timeMs
    this.#runtime = engine.newRuntime({
      memoryLimitBytes: limits.memoryBytes,
      maxStackSizeBytes: STACK_BYTES,
      interruptHandler: () => this.#isOver(),
    })
    this.#context = this.#runtime.newContext()
    this.#cancelTimer = systemTimer.after(limits.timeMs, () => {
      this.#outcome ??= stoppedOutcome(this.#tooLong())
      this.#close()
    })
    this.#turn(() => this.#start())
  }

  /** Runs `step`, then every job (such as a promise callback) that became ready. */
  #turn(step: () => void): void {
    if (this.#isClosed) return
    try {
      const began = systemClock.now()
      this.#sliceEnd = Math.min(began + this.#limits.sliceMs, this.#deadline)
      step()
      while (this.#outcome === undefined && this.#runtime.hasPendingJob()) {
        const result = this.#runtime.executePendingJobs(JOBS_AT_ONCE)
        if (result.error !== undefined) this.#fail(result.error)
        result.dispose()
        if (this.#outcome === undefined && systemClock.now() >= began + PAUSE_AFTER_MS) {
          return void systemTimer.after(0, () => this.#turn(() => {}))
        }
      }
      if (this.#overran) this.#outcome = stoppedOutcome(this.#tooLong())
      else if (!this.#hasRoom()) this.#exhaust()
      else if (this.#calls.size === 0) this.#outcome ??= stoppedOutcome("the script's promise can never settle")
    } catch (error) {
      this.isBroken = true
      this.#outcome = stoppedOutcome(`the sandbox failed: ${String(error)}`)
    }
    if (this.#outcome !== undefined) this.#close()
  }

  #start(): void {
    const context = this.#context
    const run = this.#evaluate(PRELUDE)
    if (run === undefined) return
    const surroundings = [context.newNumber(this.#run.nowMs), this.#random(), this.#log(), this.#call(), this.#settle()]
    const start = this.#result(context.callFunction(run, context.undefined, ...surroundings))
    for (const handle of [run, ...surroundings]) handle.dispose()
    if (start === undefined) return
    const main = this.#main()
    if (main !== undefined && this.#run.isDryRun === true) {
      this.#outcome ??= { status: "resolved", value: null }
      main.dispose()
    } else if (main !== undefined) {
      const data = context.newString(JSON.stringify(this.#run.data ?? null))
      this.#result(context.callFunction(start, context.undefined, main, data))?.dispose()
      for (const handle of [main, data]) handle.dispose()
    }
    start.dispose()
  }

  /** Returns the script's `main`, or the whole script if it is a function expression; undefined if neither is a function. */
  #main(): QuickJSHandle | undefined {
    const { code } = this.#run
    const script = this.#context.evalCode(code, "script.js")
    if (script.error !== undefined && !this.#isSyntaxError(script.error)) {
      this.#fail(script.error)
      script.error.dispose()
      return undefined
    }
    const candidates = [() => this.#context.evalCode("typeof main === 'function' ? main : undefined"), () => script]
    for (const candidate of script.error === undefined ? candidates : []) {
      const result = candidate()
      if (result.error === undefined && this.#context.typeof(result.value) === "function") return result.value
      if (result !== script) result.dispose()
    }
    if (script.error === undefined && this.#run.isDryRun === true) {
      script.dispose()
      this.#outcome = stoppedOutcome(this.#overran ? this.#tooLong() : NO_MAIN)
      return undefined
    }
    const whole = this.#context.evalCode(`(${code.replace(/[\s;]+$/, "")}\n)`, "script.js")
    if (whole.error === undefined && this.#context.typeof(whole.value) === "function") {
      script.dispose()
      return whole.value
    }
    const problem =
      script.error === undefined ? NO_MAIN : `the script can't be parsed: ${this.#messageOf(script.error)}`
    this.#outcome = stoppedOutcome(this.#overran ? this.#tooLong() : problem)
    script.dispose()
    whole.dispose()
    return undefined
  }

  #random(): QuickJSHandle {
    const generator = xoroshiro128plus(this.#run.seed)
    return this.#context.newFunction("random", () => {
      const high = generator.next() >>> 5
      const low = generator.next() >>> 6
      return this.#context.newNumber((high * 67_108_864 + low) / 9_007_199_254_740_992)
    })
  }

  #log(): QuickJSHandle {
    return this.#context.newFunction("log", (line) => {
      if (this.#logged >= LOG_CHARACTERS) return
      const text = this.#context.getString(line)
      this.#logged += text.length + 1
      this.#logs.push(this.#logged < LOG_CHARACTERS ? text : "… further lines were omitted")
    })
  }

  #call(): QuickJSHandle {
    const context = this.#context
    return context.newFunction("call", (method, uri, payload) => {
      if (this.#calls.size >= OPEN_CALLS) throw new Error(`expected at most ${OPEN_CALLS} API calls at the same time`)
      const answer = context.newPromise()
      this.#calls.add(answer)
      const [methodText, uriText] = [context.getString(method), context.getString(uri)]
      const data = parseOut(context.getString(payload))
      // The API call may run another script, so it starts only after this script has yielded the thread.
      Promise.resolve()
        .then(() => this.#run.callApi(methodText, uriText, data))
        .then(
          (body) => this.#answer(answer, "resolve", () => context.newString(JSON.stringify(body ?? null))),
          (error) => this.#answer(answer, "reject", () => context.newError(messageOf(error))),
        )
      return answer.handle
    })
  }

  #answer(answer: QuickJSDeferredPromise, how: "resolve" | "reject", make: () => QuickJSHandle): void {
    this.#turn(() => {
      this.#calls.delete(answer)
      const value = make()
      answer[how](value)
      value.dispose()
      answer.dispose()
    })
  }

  #settle(): QuickJSHandle {
    const context = this.#context
    return context.newFunction("settle", (isResolved, json, isOutOfMemory) => {
      if (isOutOfMemory !== undefined && context.dump(isOutOfMemory) === true) return this.#exhaust()
      this.#outcome ??= readOutcome(context.getString(json), context.dump(isResolved) === true)
    })
  }

  #evaluate(code: string): QuickJSHandle | undefined {
    return this.#result(this.#context.evalCode(code, "prelude.js"))
  }

  #result(result: ReturnType<QuickJSContext["callFunction"]>): QuickJSHandle | undefined {
    if (result.error === undefined) return result.value
    this.#fail(result.error)
    result.error.dispose()
    return undefined
  }

  #fail(error: QuickJSHandle): void {
    const message = this.#messageOf(error)
    if (this.#overran) this.#outcome = stoppedOutcome(this.#tooLong())
    else if (message === "out of memory") this.#exhaust()
    else this.#outcome ??= { status: "rejected", reason: message }
  }

  /** Marks the module as broken, because without memory QuickJS may be unable to free everything. */
  #exhaust(): void {
    this.isBroken = true
    this.#outcome = OUT_OF_MEMORY
  }

  #messageOf(error: QuickJSHandle): string {
    const value: unknown = this.#context.dump(error)
    return typeof value === "object" && value !== null && "message" in value ? String(value.message) : String(value)
  }

  #isSyntaxError(error: QuickJSHandle): boolean {
    const value: unknown = this.#context.dump(error)
    return typeof value === "object" && value !== null && "name" in value && value.name === "SyntaxError"
  }

  #isOver(): boolean {
    this.#overran ||= systemClock.now() > this.#sliceEnd
    if (!this.#overran && !this.#hasRoom()) this.#exhaust()
    return this.#overran || this.isBroken
  }

  #tooLong(): string {
    const { timeMs, sliceMs } = this.#limits
    return systemClock.now() >= this.#deadline || sliceMs >= timeMs
      ? `the script ran for more than ${timeMs} ms`
      : `the script ran for more than ${sliceMs} ms without a pause`
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelTimer()
    if (!this.isBroken) this.#dispose()
    this.#resolve({ outcome: this.#outcome ?? stoppedOutcome("the sandbox was closed"), logs: this.#logs })
  }

  #dispose(): void {
    try {
      for (const call of this.#calls) call.dispose()
      this.#context.dispose()
      this.#runtime.dispose()
    } catch {
      this.isBroken = true
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
