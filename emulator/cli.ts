import { processIo } from "./cli/process-io.ts"
import { type Actions, run } from "./cli/program.ts"

/** Handed over by `launch.ts`, which the built command is run by. */
declare const keepCompiled: (() => void) | undefined

/** Each command is loaded when asked for, so that starting fast is not paid for by what is not used. */
const actions: Actions = {
  start: async (...given) => (await import("./cli/start.ts")).start(...given),
  exec: async (...given) => (await import("./cli/exec.ts")).exec(...given),
  check: async (...given) => (await import("./cli/check.ts")).checkFixtures(...given),
  export: async (...given) => (await import("./cli/transfer.ts")).exportWorld(...given),
  import: async (...given) => (await import("./cli/transfer.ts")).importWorld(...given),
  data: async (...given) => (await import("./cli/data/data.ts")).dataCommand(...given),
  openapi: async (...given) => (await import("./cli/openapi.ts")).openapi(...given),
  completion: async (...given) => (await import("./cli/completion.ts")).completion(...given),
}

async function main(argv: readonly string[]): Promise<void> {
  const io = processIo(typeof keepCompiled === "undefined" ? undefined : keepCompiled)
  await io.exit(await run(argv, io, actions))
}

void main(process.argv.slice(2))
