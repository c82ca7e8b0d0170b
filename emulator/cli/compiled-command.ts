import type { Script } from "node:vm"

// Imported, each of them would cost a list of all it has.
const { readFileSync } = process.getBuiltinModule("node:fs")
const { createRequire } = process.getBuiltinModule("node:module")
const { fileURLToPath } = process.getBuiltinModule("node:url")
const vm = process.getBuiltinModule("node:vm")

/** The command line's code, and what V8 made of it when it was built: of use to the very Node that wrote it, and no other. */
export const commandFiles = (dist: URL) => ({
  code: fileURLToPath(new URL("cli/command.cjs", dist)),
  compiled: fileURLToPath(new URL(`cli/command-${process.version}-${process.arch}.bin`, dist)),
})

/** The command line, ready to run. What V8 made of other code, or in another version, is refused by it and not used. */
export function compileCommand(code: string, compiled?: Buffer): { readonly script: Script; run(): void } {
  // The code is ASCII, which keeps it at a byte a character.
  const script = new vm.Script(`(function (require, __filename) {${readFileSync(code, "latin1")}\n})`, {
    filename: code,
    cachedData: compiled,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return { script, run: () => script.runInThisContext()(createRequire(code), code) }
}
