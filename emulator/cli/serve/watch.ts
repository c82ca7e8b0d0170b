import { statSync } from "node:fs"
import { FixtureError } from "../../../src/inside.ts"
import { fixtureProblem } from "../documents/fixture-mistakes.ts"
import type { ServerLog } from "./log.ts"
import type { Serving } from "./serve.ts"

/** How often files are looked at; looking survives editors that replace a file instead of writing it. */
const LOOK_MS = 200

/**
 * Loads the fixtures again whenever one of the files they are made of changes. Broken ones leave the running world as it is.
 * The answer ends the watch.
 */
export function watchFixtures(serving: Serving, log: ServerLog): () => void {
  let seen = signaturesOf(serving.files)
  let isReloading = false

  const look = async () => {
    const now = signaturesOf(seen.keys())
    if (isReloading || [...now].every(([file, signature]) => seen.get(file) === signature)) return
    seen = now
    isReloading = true
    try {
      // Signatures are taken before files are read, so that what changes meanwhile is seen the next time.
      const { files, ...became } = await serving.reload()
      seen = new Map([...signaturesOf(files), ...now])
      log.reloaded(serving.server.app.worlds.main, became)
    } catch (error) {
      log.notReloaded(error instanceof FixtureError ? await fixtureProblem(error) : String(error))
    }
    isReloading = false
  }

  const timer = setInterval(() => void look(), LOOK_MS)
  return () => clearInterval(timer)
}

function signaturesOf(files: Iterable<string>): Map<string, string> {
  return new Map([...files].map((file) => [file, signatureOf(file)]))
}

/** A file that can't be looked at (no longer there, not allowed, a circle of links) is one that is different. */
function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
