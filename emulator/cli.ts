import { COMMANDS, processIo, run } from "./cli/index.ts"

/** A function that `launch.ts` passes to the built command. The name is not defined when the sources run. */
declare const keepCompiled: (() => void) | undefined

async function main(argv: readonly string[]): Promise<void> {
  const io = processIo(typeof keepCompiled === "undefined" ? undefined : keepCompiled)
  await io.exit(await run(argv, io, COMMANDS))
}

void main(process.argv.slice(2))
