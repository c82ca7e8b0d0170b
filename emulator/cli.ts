import { COMMANDS, processIo, run } from "./cli/index.ts"

/** Function that `launch.ts` passes to the built command. Undefined if Hexarium runs from its sources. */
declare const keepCompiled: (() => void) | undefined

async function main(argv: readonly string[]): Promise<void> {
  const io = processIo(typeof keepCompiled === "undefined" ? undefined : keepCompiled)
  await io.exit(await run(argv, io, COMMANDS))
}

void main(process.argv.slice(2))
