import type { Script } from "node:vm"
import { getBuiltinModule } from "./require-node.ts"

// Does not use import statements, because they would load these modules completely.
const { createRequire } = getBuiltinModule("node:module")
const { readFileSync } = getBuiltinModule("node:fs")
const vm = getBuiltinModule("node:vm")

export interface Launcher {
  /** Imports a module by its path relative to the launcher, because code from V8's cache can't import. */
  importModule(path: string): Promise<unknown>
  /** Writes V8's compiled code to the cache. Call it after startup, so that the cache includes the startup code. */
  keepCompiled(): void
}

/** Reads the command's code as Latin-1. Ends the process if the build is missing. */
export function readCommand(file: string): string {
  try {
    return readFileSync(file, "latin1")
  } catch {
    process.stderr.write(`hexarium: can't read ${file}; install hexarium again, or in a clone run npm run build\n`)
    process.exit(1)
  }
}

/** Compiles the command's code. `file` is the path that stack traces show. */
export function compileCommand(
  code: string,
  file: string,
  compiled?: Buffer,
): { readonly script: Script; run(launcher: Launcher): void } {
  const script = new vm.Script(`(function (require, __filename, importModule, keepCompiled) {${code}\n})`, {
    filename: file,
    cachedData: compiled,
  })
  return {
    script,
    run: ({ importModule, keepCompiled }) =>
      script.runInThisContext()(createRequire(file), file, importModule, keepCompiled),
  }
}
