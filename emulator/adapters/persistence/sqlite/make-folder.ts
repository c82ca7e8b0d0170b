import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

const PRIVATE_FOLDER = 0o700

/**
 * Makes a folder and those that it is to be in. Node's own `recursive` never comes back from a file system that has a folder's parent and
 * says that it has not when the folder is to be made, as /proc does.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER })
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
}
