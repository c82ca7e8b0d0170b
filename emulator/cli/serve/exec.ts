import { spawn } from "node:child_process"
import { constants } from "node:os"
import type { ServeFlags } from "../flags/serve-flags.ts"
import { EXIT, type Io, misused } from "../io.ts"
import { serve } from "./serve.ts"

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const
/** What shells answer for a command that can't be found. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/** `hexarium exec`: serves on a free port while a command runs; its exit code, or 128 + the signal that ended it. */
export async function exec(
  io: Io,
  fixtures: readonly string[],
  [program, ...args]: readonly string[],
  flags: Partial<ServeFlags>,
): Promise<number> {
  if (program === undefined) {
    throw misused("exec needs a command after --, as in: hexarium exec world.yaml -- npm test")
  }
  const serving = await serve(
    fixtures,
    { ...flags, port: 0 },
    {
      onBug: (error, operation) => io.err(`hexarium: a bug in ${operation}: ${String(error)}\n`),
    },
  )
  try {
    return await runChild(io, program, args, serving.server.app.worlds.main.world.baseUrl)
  } finally {
    await serving.close()
  }
}

function runChild(io: Io, program: string, args: readonly string[], url: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...io.env, HEXARIUM_URL: url } })
    // A terminal sends Ctrl+C to the child by itself; a second one from here would look like the user's impatience.
    const forward = (signal: NodeJS.Signals) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of FORWARDED) process.on(signal, forward)
    const end = (code: number) => {
      for (const signal of FORWARDED) process.off(signal, forward)
      resolve(code)
    }
    child.on("error", (error: NodeJS.ErrnoException) => {
      io.err(`hexarium: ${program} can't be run: ${error.message}\n`)
      end(error.code === "ENOENT" ? NOT_FOUND : NOT_RUNNABLE)
    })
    child.on("exit", (code, signal) => end(code ?? (signal === null ? EXIT.error : 128 + constants.signals[signal])))
  })
}
