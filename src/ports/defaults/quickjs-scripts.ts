import type { QuickJSWASMModule } from "quickjs-emscripten-core"
import type { Scripts } from "../scripts.ts"
import { findFault } from "./quickjs-check.ts"
import { OUT_OF_MEMORY, QuickjsSession } from "./quickjs-session.ts"

export interface QuickjsLimits {
  /** The longest a run may take in real time, waiting for its API calls included (model.md section 9). */
  readonly timeMs: number
  /** The longest a script may hold the thread without letting go. */
  readonly sliceMs: number
  /** What one run may allocate. */
  readonly memoryBytes: number
}

const LIMITS: QuickjsLimits = { timeMs: 30_000, sliceMs: 1000, memoryBytes: 64 * 1_048_576 }

/** What the module begins with: its stack and what it is itself. */
const MODULE_BYTES = 16 * 1_048_576
const PAGE_BYTES = 65_536
/** A module of more than this has grown under a script. Its memory never shrinks, so it is not used again. */
const GROWN_BYTES = 2 * MODULE_BYTES
/** The share of its memory that a sandbox has taken when it could not have the rest. */
const FULL = 0.75

type Ended = Awaited<ReturnType<Scripts["run"]>>

interface WasmMemory {
  readonly buffer: { readonly byteLength: number }
}

/** What every runtime of WebAssembly has. */
interface Host {
  readonly WebAssembly: { readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory }
}

interface Sandbox {
  readonly module: QuickJSWASMModule
  readonly memory: WasmMemory
}

/** QuickJS counts single allocations only, so it is the memory itself that ends where a script must stop. */
async function load(memoryBytes: number): Promise<Sandbox> {
  const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: variant }] = await Promise.all([
    import("quickjs-emscripten-core"),
    import("@jitl/quickjs-singlefile-mjs-release-sync"),
  ])
  const { WebAssembly } = globalThis as unknown as Partial<Host>
  if (WebAssembly === undefined) throw new Error("they need WebAssembly, which this runtime does not have")
  const maximum = Math.ceil((MODULE_BYTES + memoryBytes) / PAGE_BYTES)
  const memory = new WebAssembly.Memory({ initial: MODULE_BYTES / PAGE_BYTES, maximum })
  // What the module has to say when it fails is for nobody to read.
  const emscriptenModule = { wasmMemory: memory, print() {}, printErr() {} }
  return { module: await newQuickJSWASMModuleFromVariant(newVariant(variant, { emscriptenModule })), memory }
}

/** Where no memory is left, not even an error can be made, and the script seems to have thrown `null`. */
const withoutMemory = (ended: Ended): Ended =>
  ended.outcome.status === "rejected" && ended.outcome.reason === null ? { ...ended, outcome: OUT_OF_MEMORY } : ended

/**
 * Scripts in a QuickJS sandbox, compiled to WebAssembly, on the caller's thread; loaded with the first script. The engine
 * can't be paused in the middle of a computation, so a script that computes for longer than `sliceMs` at a stretch is
 * stopped; between stretches and while it waits for API calls other work goes on. Scripts that run at the same time share the
 * memory. `onGrown`: told when a script made the sandbox grow, so that it was given up.
 */
export function quickjsScripts(given: Partial<QuickjsLimits> = {}, onGrown: () => void = () => {}): Scripts {
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
        const session = new QuickjsSession(module, run, limits)
        const ended = await session.ended
        const hasGrown = memory.buffer.byteLength > GROWN_BYTES
        // The module may be in any state: the next script gets a new one.
        if (session.isBroken || hasGrown) giveUp()
        if (hasGrown) onGrown()
        const isFull = memory.buffer.byteLength > FULL * (MODULE_BYTES + limits.memoryBytes)
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
        // Nested too deeply for the module, which may be in any state.
        if (sandbox === own) sandbox = undefined
        return { message: `the sandbox failed on it: ${String(error)}`, line: 1, column: 1 }
      }
    },
    close() {
      sandbox = undefined
    },
  }
}
