#!/usr/bin/env node
import { commandFiles, compileCommand } from "./compiled-command.ts"

const { existsSync, readFileSync } = process.getBuiltinModule("node:fs")
const module: { createRequire(from: string): NodeJS.Require; enableCompileCache?(): unknown } =
  process.getBuiltinModule("node:module")

const { code, compiled } = commandFiles(new URL("./", import.meta.url))
if (existsSync(compiled)) {
  compileCommand(code, readFileSync(compiled)).run()
} else {
  // Another Node than the one it was built with: from 22.1 on it keeps by itself what it made of the code.
  module.enableCompileCache?.()
  module.createRequire(code)(code)
}
