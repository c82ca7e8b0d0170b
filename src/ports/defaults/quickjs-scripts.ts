import type { QuickJSWASMModule } from "quickjs-emscripten-core"
import type { Scripts } from "../scripts.ts"
import { findFault } from "./quickjs-check.ts"
import { OUT_OF_MEMORY, QuickjsSession } from "./quickjs-session.ts"

export interface QuickjsLimits {
  /** Longest wall-clock time of a run in milliseconds, including its API calls (model.md section 9). */
  readonly timeMs: number
  /** Limit in milliseconds on a script's computation without yielding the thread. */
  readonly sliceMs: number
  readonly memoryBytes: number
}

const LIMITS: QuickjsLimits = { timeMs: 30_000, sliceMs: 1000, memoryBytes: 64 * 1_048_576 }

/** Initial memory in bytes of the QuickJS module: its code, data and stack. */
const MODULE_BYTES = 16 * 1_048_576
const PAGE_BYTES = 65_536
/** Size in bytes beyond which a module is replaced after a run, because WebAssembly memory never shrinks. */
const GROWN_BYTES = 2 * MODULE_BYTES
/** A sandbox that uses more than this share of its memory limit counts as out of memory: its next growth step would exceed the limit. */
const FULL_SHARE = 0.75

type RunResult = Awaited<ReturnType<Scripts["run"]>>

interface WasmMemory {
  readonly buffer: { readonly byteLength: number }
}

interface Host {
  readonly WebAssembly: { readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory }
}

interface Sandbox {
  readonly module: QuickJSWASMModule
  readonly memory: WasmMemory
}

/** Loads a sandbox. QuickJS limits only single allocations, so the maximum size of the WebAssembly memory limits the total. */
async function load(memoryBytes: number): Promise<Sandbox> {
  const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: variant }] = await Promise.all([
    import("quickjs-emscripten-core"),
    import("@jitl/quickjs-singlefile-mjs-release-sync"),
  ])
  const { WebAssembly } = globalThis as unknown as Partial<Host>
  if (WebAssembly === undefined) throw new Error("this runtime has no WebAssembly")
  const maximum = Math.ceil((MODULE_BYTES + memoryBytes) / PAGE_BYTES)
  const memory = new WebAssembly.Memory({ initial: MODULE_BYTES / PAGE_BYTES, maximum })
  // Discards messages that the module prints about its own failures.
  const emscriptenModule = { wasmMemory: memory, print() {}, printErr() {} }
  return { module: await newQuickJSWASMModuleFromVariant(newVariant(variant, { emscriptenModule })), memory }
}

/** Reports a script as out of memory if it appears to throw `null`, because without free memory QuickJS can't create an error. */
const withoutMemory = (ended: RunResult): RunResult =>
  ended.outcome.status === "rejected" && ended.outcome.reason === null ? { ...ended, outcome: OUT_OF_MEMORY } : ended

/**
 * Runs scripts in a QuickJS sandbox (WebAssembly, loaded with the first script) on the caller's thread. A computation can't be paused, so a
 * script that computes for longer than `sliceMs` without yielding is stopped. Other work continues between slices and during API calls.
 * Concurrent scripts share the memory. `onGrown` is called when a sandbox has grown too much and is discarded. `mayGrow` is called with the
 * number of bytes by which the sandbox has grown since the run started; false stops the script.
 */
export function quickjsScripts(
  given: Partial<QuickjsLimits> = {},
  onGrown: () => void = () => {},
  mayGrow: (bytes: number) => boolean = () => true,
): Scripts {
  const limits = { ...LIMITS, ...given }
  let sandbox: Promise<Sandbox> | undefined
  return {
    async run(run) {
      sandbox ??= load(limits.memoryBytes)
      const pending = sandbox
      const giveUp = () => {
        if (sandbox === pending) sandbox = undefined
      }
      let own: Sandbox
      try {
        own = await pending
      } catch (error) {
        giveUp()
        const message = `scripts can't be run here: ${error instanceof Error ? error.message : String(error)}`
        return { outcome: { status: "stopped", message, isUnavailable: true }, logs: [] }
      }
      try {
        const { module, memory } = own
        const before = memory.buffer.byteLength
        const hasRoom = () => mayGrow(memory.buffer.byteLength - before)
        const timeMs = Math.min(run.timeMs ?? limits.timeMs, limits.timeMs)
        const session = new QuickjsSession(module, run, { ...limits, timeMs }, hasRoom)
        const ended = await session.ended
        const hasGrown = memory.buffer.byteLength > GROWN_BYTES
        // A broken module is in an undefined state, so the next script gets a new module.
        if (session.isBroken || hasGrown) giveUp()
        if (hasGrown) onGrown()
        const isFull = memory.buffer.byteLength > FULL_SHARE * (MODULE_BYTES + limits.memoryBytes)
        return isFull ? withoutMemory(ended) : ended
      } catch (error) {
        giveUp()
        return { outcome: { status: "stopped", message: `the sandbox can't be used: ${String(error)}` }, logs: [] }
      }
    },
    async check(code) {
      sandbox ??= load(limits.memoryBytes)
      const own = sandbox
      try {
        const { module, memory } = await own
        const fault = findFault(module, code)
        if (memory.buffer.byteLength > GROWN_BYTES && sandbox === own) sandbox = undefined
        return fault
      } catch (error) {
        // Code that is nested too deeply leaves the module in an undefined state, so the next script gets a new module.
        if (sandbox === own) sandbox = undefined
        return { message: `the sandbox failed while it checked the script: ${String(error)}`, line: 1, column: 1 }
      }
    },
    close() {
      sandbox = undefined
    },
  }
}
