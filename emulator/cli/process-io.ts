import { painted, plain, showsColours } from "./colours.ts"
import type { Io } from "./io.ts"

/** A command that was told to end does not wait longer than this for a reader who takes nothing. */
const PATIENCE_MS = 150
const LOOK_MS = 10
/** Of standard error no more than this waits for its reader; what comes then is dropped. */
const WAITING_BYTES = 1_048_576

/** The process that the command line is. */
export interface ProcessIo extends Io {
  /** Ends the process when its output was taken. */
  exit(code: number): Promise<never>
}

/**
 * What is written to a reader who is gone is lost, and ends nothing. A reader who only takes a break is waited for, unless the
 * process was told to end. `started` is called once a server answers.
 */
export function processIo(started = () => {}): ProcessIo {
  const { stdout, stderr } = process
  let isTold = false
  const gone = new Set<NodeJS.WritableStream>()
  for (const stream of [stdout, stderr]) stream.on("error", () => void gone.add(stream))
  const waiting = () => (gone.has(stdout) ? 0 : stdout.writableLength)
  return {
    out(text) {
      if (!gone.has(stdout)) stdout.write(text)
    },
    err(text) {
      if (!gone.has(stderr) && stderr.writableLength < WAITING_BYTES) stderr.write(text)
    },
    waiting,
    env: process.env,
    colours: {
      out: showsColours(process.env, stdout) ? painted : plain,
      err: showsColours(process.env, stderr) ? painted : plain,
    },
    isTerminal: stderr.isTTY,
    started,
    toldToEnd() {
      isTold = true
    },
    async exit(code) {
      let left = waiting()
      let since = Date.now()
      while (left > 0 && !(isTold && Date.now() - since > PATIENCE_MS)) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
        const now = waiting()
        if (now < left) since = Date.now()
        left = now
      }
      // Pending work, such as a webhook that gets no answer, must not keep the process alive.
      process.exit(code)
    },
  }
}
