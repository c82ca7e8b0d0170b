import type { Script } from "node:vm"
import { getBuiltinModule } from "./require-node.ts"

// Imported, each of them would cost a list of all it has.
const { createRequire } = getBuiltinModule("node:module")
const { readFileSync } = getBuiltinModule("node:fs")
const vm = getBuiltinModule("node:vm")

/** What the command's code has of its launcher. */
export interface Launcher {
  /** `import`, from beside the launcher: code that was compiled earlier can't import by itself. */
  importModule(path: string): Promise<unknown>
  /** Called once the command has run what a start needs. */
  keepCompiled(): void
}

/** The command line, ready to run. What V8 made of other code, or in another version, is refused by it and not used. */
export function compileCommand(
  code: string,
  compiled?: Buffer,
): { readonly script: Script; run(launcher: Launcher): void } {
  // The code is ASCII, which keeps it at a byte a character.
  const script = new vm.Script(
    `(function (require, __filename, importModule, keepCompiled) {${readFileSync(code, "latin1")}\n})`,
    { filename: code, cachedData: compiled },
  )
  return {
    script,
    run: ({ importModule, keepCompiled }) =>
      script.runInThisContext()(createRequire(code), code, importModule, keepCompiled),
  }
}
