import { paintText, plain, showsColours } from "./colours.ts"
import type { Io } from "./io.ts"

const PATIENCE_MS = 150
const POLL_MS = 10
/** Maximum bytes of standard error to buffer for a slow reader; further output is dropped. */
const WAITING_BYTES = 1_048_576

export interface ProcessIo extends Io {
  /** Ends the process after its output has been read. */
  exit(code: number): Promise<never>
}

/** Creates the process's I/O. Drops output to a closed stream. Waits for slow readers unless the process is ending. */
export function processIo(started = () => {}): ProcessIo {
  const { stdout, stderr } = process
  let isEnding = false
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
      out: showsColours(process.env, stdout) ? paintText : plain,
      err: showsColours(process.env, stderr) ? paintText : plain,
    },
    isTerminal: stderr.isTTY,
    started,
    stopWaiting() {
      isEnding = true
    },
    async exit(code) {
      let left = waiting()
      let since = Date.now()
      while (left > 0 && !(isEnding && Date.now() - since > PATIENCE_MS)) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        const now = waiting()
        if (now < left) since = Date.now()
        left = now
      }
      // Pending work, such as a webhook without a response, must not keep the process alive.
      process.exit(code)
    },
  }
}
