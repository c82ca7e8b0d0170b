import type { QuickJSWASMModule } from "quickjs-emscripten-core"
import type { Scripts } from "../ports/scripts.ts"
import { QuickjsSession } from "./quickjs-session.ts"

export interface QuickjsLimits {
  /** The longest a run may take in real time, waiting for its API calls included (model.md section 9). */
  readonly timeMs: number
  /** The longest a script may hold the thread without letting go. */
  readonly sliceMs: number
  /** What one run may allocate. */
  readonly memoryBytes: number
}

const LIMITS: QuickjsLimits = { timeMs: 30_000, sliceMs: 1000, memoryBytes: 64 * 1_048_576 }

async function load(): Promise<QuickJSWASMModule> {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    import("quickjs-emscripten-core"),
    import("@jitl/quickjs-singlefile-mjs-release-sync"),
  ])
  return newQuickJSWASMModuleFromVariant(variant)
}

/**
 * Scripts in a QuickJS sandbox, compiled to WebAssembly, on the caller's thread; loaded with the first script. The engine
 * can't be paused in the middle of a computation, so a script that computes for longer than `sliceMs` at a stretch is
 * stopped; between stretches and while it waits for API calls other work goes on.
 */
export function quickjsScripts(limits: Partial<QuickjsLimits> = {}): Scripts {
  let engine: Promise<QuickJSWASMModule> | undefined
  return {
    async run(run) {
      engine ??= load()
      try {
        const session = new QuickjsSession(await engine, run, { ...LIMITS, ...limits })
        const ended = await session.ended
        // The module may be in any state: the next script gets a new one.
        if (session.isBroken) engine = undefined
        return ended
      } catch (error) {
        engine = undefined
        return { outcome: { status: "stopped", message: `the sandbox can't be used: ${String(error)}` }, logs: [] }
      }
    },
    close() {
      engine = undefined
    },
  }
}
