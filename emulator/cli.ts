import type { Io } from "./cli/io.ts"
import { type Actions, run } from "./cli/program.ts"

/** Each command is loaded when asked for, so that starting fast is not paid for by what is not used. */
const actions: Actions = {
  start: async (...given) => (await import("./cli/start.ts")).start(...given),
  exec: async (...given) => (await import("./cli/exec.ts")).exec(...given),
  check: async (...given) => (await import("./cli/check.ts")).checkFixtures(...given),
  export: async (...given) => (await import("./cli/transfer.ts")).exportWorld(...given),
  import: async (...given) => (await import("./cli/transfer.ts")).importWorld(...given),
  openapi: async (...given) => (await import("./cli/openapi.ts")).openapi(...given),
  completion: async (...given) => (await import("./cli/completion.ts")).completion(...given),
}

const io: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  env: process.env,
}

async function main(argv: readonly string[]): Promise<void> {
  const code = await run(argv, io, actions)
  // Pending work, such as a webhook that gets no answer, must not keep the process alive.
  process.stdout.write("", () => process.exit(code))
}

void main(process.argv.slice(2))
