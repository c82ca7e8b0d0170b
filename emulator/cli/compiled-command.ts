import type { Script } from "node:vm"
import { getBuiltinModule } from "./require-node.ts"

// Imported, each of them would cost a list of all it has.
const { createRequire } = getBuiltinModule("node:module")
const { readFileSync } = getBuiltinModule("node:fs")
const vm = getBuiltinModule("node:vm")

/** More than all of it: whatever comes in pieces waits for the main thread after each. */
const AT_ONCE = 4 * 1_048_576

/** Parts of Node that the command loads first, the largest of them first. */
const NEEDED = ["node:http", "node:crypto", "node:dns", "node:child_process", "node:fs/promises"]

/** What the command's code has of its launcher. */
export interface Launcher {
  /** `import`, from beside the launcher: code that was compiled earlier can't import by itself. */
  importModule(path: string): Promise<unknown>
  /** Called once the command has run what a start needs. */
  keepCompiled(): void
}

/**
 * The command's code, unpacked beside the main thread. What a server needs of Node is loaded meanwhile, so that unpacking takes hardly any
 * time where there are two processors.
 */
export function readCommand(packed: string): Promise<string> {
  const { brotliDecompress } = getBuiltinModule("node:zlib")
  const code = new Promise<string>((resolve, reject) => {
    brotliDecompress(readFileSync(packed), { chunkSize: AT_ONCE }, (error, whole) =>
      // The code is ASCII, which keeps it at a byte a character.
      error === null ? resolve(whole.toString("latin1")) : reject(error),
    )
  })
  for (const name of NEEDED) process.getBuiltinModule(name)
  return code
}

/** The command line, ready to run; `file` is where its code would stand. */
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
