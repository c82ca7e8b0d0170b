#!/usr/bin/env node
import { compiledFile, readCompiled, writeCompiled } from "./compiled-cache.ts"
import { compileCommand, readCommand } from "./compiled-command.ts"
import { getBuiltinModule } from "./require-node.ts"

/** Digest of the command's code, set by the build. It selects the cache file, as V8 checks only the code's length. */
declare const COMMAND_DIGEST: string

/** Delay before the cache is written again. By then, V8 has also compiled code that serves requests. */
const WARM_MS = 3000

const { fileURLToPath } = getBuiltinModule("node:url")

const file = compiledFile(COMMAND_DIGEST)
const place = fileURLToPath(new URL("cli/command.cjs", import.meta.url))
const code = readCommand(place)
const compiledCode = file === undefined ? undefined : readCompiled(file)
const { script, run } = compileCommand(code, place, compiledCode)

run({
  importModule: (path) => import(path),
  keepCompiled() {
    if (file === undefined || (compiledCode !== undefined && !script.cachedDataRejected)) return
    const keep = () => writeCompiled(file, script.createCachedData())
    keep()
    setTimeout(keep, WARM_MS).unref()
  },
})
