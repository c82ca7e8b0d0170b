import { accessSync, constants, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { BadPlace } from "./bad-place.ts"
import { openSqliteStore } from "./open-store.ts"
import { realFile } from "./sqlite/file-identity.ts"
import { salvage } from "./sqlite/log/salvage.ts"
import { damagedStore, requireSoundLog } from "./sqlite/open-database.ts"
import type { SqliteStore } from "./sqlite/sqlite-store.ts"

/**
 * Opens a SQLite store to read it. SQLite can't open a store with a log on read-only media, because it writes beside the log. In this
 * case, opens a copy in the folder for temporary files, which `close` removes.
 */
export function openToRead(file: string, use: "alone" | "beside"): Promise<SqliteStore> {
  const real = realFile(resolve(file))
  return mayWrite(real) && mayWrite(dirname(real)) ? openSqliteStore(file, use) : openCopy(real)
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT"
  }
}

async function openCopy(file: string): Promise<SqliteStore> {
  requireSoundLog(file)
  const folder = mkdtempSync(join(tmpdir(), "hexarium-read-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const copy = join(folder, "copy.sqlite")
  try {
    const missing = salvage(file, copy, "before")
    if (missing > 0) throw damagedStore(file, `the last ${missing} committed changes are missing`)
    const store = await openSqliteStore(copy, "beside")
    return { ...store, close: () => store.close().finally(remove) }
  } catch (error) {
    remove()
    throw explainError(error, file, copy)
  }
}

function explainError(error: unknown, file: string, copy: string): unknown {
  if (error instanceof BadPlace) return new BadPlace(error.message.replaceAll(copy, file))
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined
    ? error
    : new BadPlace(
        `${file} is on read-only media, and its copy in ${tmpdir()} can't be made (${message}); set TMPDIR to a folder with more space`,
      )
}
