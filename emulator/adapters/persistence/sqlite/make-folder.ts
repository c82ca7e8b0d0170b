import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

const PRIVATE_FOLDER = 0o700

/** Creates a folder and its parents. Node's `recursive` option never returns on some file systems, such as /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
}
