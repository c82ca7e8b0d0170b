import { COMMANDS, run } from "../../emulator/cli/index.ts"

/** Runs a command of the CLI in this process. Returns its exit code and what it printed. */
export async function runCommand(argv: readonly string[], env: Record<string, string> = {}, commands = COMMANDS) {
  let out = ""
  let err = ""
  const io = {
    waiting: () => 0,
    stopWaiting: () => {},
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
    },
    env,
  }
  const code = await run(argv, io, commands)
  return { code, out, err }
}
