import type { QuickJSContext, QuickJSWASMModule } from "quickjs-emscripten-core"
import type { ScriptFault } from "../scripts.ts"

const STACK_BYTES = 256 * 1024
const FILE = "script.js"

/** Compiles a script in a separate runtime without running it, and returns its syntax error. Throws if the module itself fails. */
export function findFault(module: QuickJSWASMModule, code: string): ScriptFault | null {
  const runtime = module.newRuntime({ maxStackSizeBytes: STACK_BYTES })
  const context = runtime.newContext()
  const asStatements = compile(context, code)
  // The script may also be a function expression. If both readings fail, the error further into the code is reported.
  const asFunction = asStatements && compile(context, `(${code.replace(/[\s;]+$/, "")}\n)`)
  context.dispose()
  runtime.dispose()
  if (asStatements === null || asFunction === null) return null
  const { line, column } = asFunction
  const inCode = line === 1 ? { ...asFunction, column: Math.max(1, column - 1) } : asFunction
  const isInCode = line <= code.trimEnd().split("\n").length
  return isInCode && isFurther(inCode, asStatements) ? inCode : asStatements
}

const isFurther = (left: ScriptFault, right: ScriptFault): boolean =>
  left.line > right.line || (left.line === right.line && left.column > right.column)

function compile(context: QuickJSContext, code: string): ScriptFault | null {
  const result = context.evalCode(code, FILE, { compileOnly: true })
  const error: unknown = result.error === undefined ? null : context.dump(result.error)
  result.dispose()
  return error === null ? null : faultOf(error)
}

function faultOf(error: unknown): ScriptFault {
  const { message = String(error), stack = "" } = (typeof error === "object" ? error : {}) as {
    readonly message?: unknown
    readonly stack?: unknown
  }
  const [, line = "1", column = "1"] = /:(\d+):(\d+)/.exec(String(stack)) ?? []
  return { message: String(message), line: Number(line), column: Number(column) }
}
