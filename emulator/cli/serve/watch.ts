import { statSync } from "node:fs"
import { FixtureError } from "../../../src/fixtures/index.ts"
import { fixtureProblem } from "../fixture-mistakes.ts"
import type { ServerLog } from "./log.ts"
import type { Serving } from "./serve.ts"

/** Polling interval. Polling also detects editors that replace a file instead of writing to it. */
const POLL_MS = 200

/** Reloads the fixtures when one of their files changes. Returns a function that stops watching. */
export function watchFixtures(serving: Serving, log: ServerLog): () => void {
  let seen = signaturesOf(serving.files)
  let isReloading = false

  const look = async () => {
    const now = signaturesOf(seen.keys())
    if (isReloading || [...now].every(([file, signature]) => seen.get(file) === signature)) return
    seen = now
    isReloading = true
    try {
      // Uses signatures from before the load, so that the next poll detects a change made during the load.
      const { files, ...became } = await serving.reload()
      seen = new Map([...signaturesOf(files), ...now])
      log.reloaded(serving.server.app.worlds.main, became)
    } catch (error) {
      log.notReloaded(error instanceof FixtureError ? await fixtureProblem(error) : String(error))
    }
    isReloading = false
  }

  const timer = setInterval(() => void look(), POLL_MS)
  return () => clearInterval(timer)
}

function signaturesOf(files: Iterable<string>): Map<string, string> {
  return new Map([...files].map((file) => [file, signatureOf(file)]))
}

function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
