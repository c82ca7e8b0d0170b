import { COMMANDS, processIo, reportFailure, run } from "./cli/index.ts"

/** Function that `launch.ts` passes to the built command. Undefined if Hexarium runs from its sources. */
declare const keepCompiled: (() => void) | undefined

async function main(argv: readonly string[]): Promise<void> {
  const io = processIo(typeof keepCompiled === "undefined" ? undefined : keepCompiled)
  // Without these listeners, Node prints a stack and code of the bundle.
  const end = (error: unknown) => {
    const code = reportFailure(io, error)
    io.stopWaiting()
    void io.exit(code)
  }
  process.on("uncaughtException", end).on("unhandledRejection", end)
  await io.exit(await run(argv, io, COMMANDS))
}

void main(process.argv.slice(2))
