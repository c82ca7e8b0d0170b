#!/usr/bin/env node
import { compiledFile, readCompiled, writeCompiled } from "./compiled-cache.ts"
import { compileCommand, readCommand } from "./compiled-command.ts"
import { getBuiltinModule } from "./require-node.ts"

/** Of the command's code, told by the build: V8 itself compares no more than lengths. */
declare const COMMAND_DIGEST: string

/** By then a server has answered some requests, and V8 has not yet let go of what only the start needed. */
const WARM_MS = 3000

const { fileURLToPath } = getBuiltinModule("node:url")

const file = compiledFile(COMMAND_DIGEST)
const place = fileURLToPath(new URL("cli/command.cjs", import.meta.url))
const reading = readCommand(`${place}.br`)
const compiled = file === undefined ? undefined : readCompiled(file)
const { script, run } = compileCommand(await reading, place, compiled)

run({
  importModule: (path) => import(path),
  keepCompiled() {
    if (file === undefined || (compiled !== undefined && !script.cachedDataRejected)) return
    const keep = () => writeCompiled(file, script.createCachedData())
    keep()
    setTimeout(keep, WARM_MS).unref()
  },
})
