import { COMMANDS } from "./cli/commands/index.ts"
import { processIo } from "./cli/process-io.ts"
import { run } from "./cli/program.ts"

/** Handed over by `launch.ts`, which the built command is run by. */
declare const keepCompiled: (() => void) | undefined

async function main(argv: readonly string[]): Promise<void> {
  const io = processIo(typeof keepCompiled === "undefined" ? undefined : keepCompiled)
  await io.exit(await run(argv, io, COMMANDS))
}

void main(process.argv.slice(2))
