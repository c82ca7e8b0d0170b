import { spawn } from "node:child_process"
import { EXIT, type Io } from "../../io.ts"
import { waitForSignal } from "../../signals.ts"
import type { StartFlags } from "./declare.ts"

/** What the server's process sends when the server is ready. */
export interface ReadyMessage {
  readonly url: string
}

/**
 * Runs `hexarium start --detach`: starts the same command in a process of its own, and returns when its server is ready. Prints what that
 * process writes to standard error until then. If the process ends before, returns its exit code.
 */
export function startDetached(io: Io, style: StartFlags["log"]): Promise<number> {
  const [, script = "", ...words] = process.argv
  // npm's variable would let the server end together with npm.
  const { npm_lifecycle_event: _, ...env } = process.env
  const args = [...process.execArgv, script, ...words.filter((word) => word !== "--detach")]
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "ignore", "pipe", "ipc"], env })
  child.stderr?.setEncoding("utf8").on("data", io.err)
  void waitForSignal(io).then(() => child.kill("SIGTERM"))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve(code || EXIT.error))
    child.once("message", ({ url }: ReadyMessage) => {
      const { pid } = child
      io.out(
        style === "json"
          ? `${JSON.stringify({ event: "ready", url, pid, world: "main" })}\n`
          : `Hexarium is ready at ${url}, in process ${pid}. hexarium stop ends it.\n`,
      )
      resolve(EXIT.ok)
    })
  })
}
