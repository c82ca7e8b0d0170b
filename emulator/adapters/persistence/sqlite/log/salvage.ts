import { chmodSync, constants, copyFileSync } from "node:fs"
import { BadPlace } from "../../bad-place.ts"
import { missingIn, readAnswered } from "../answered.ts"
import { loadSqlite } from "../api.ts"
import { requireOneName } from "../file-identity.ts"
import { findHolder, inUse, OWNER_ONLY } from "../lock.ts"
import { removeDatabase } from "../open-database.ts"
import { type Salvaged, salvageLog } from "./salvage-log.ts"

/**
 * Copies a database that may be damaged, with the readable part of its log. Returns the number of acknowledged writes that
 * are missing. Does not write to the original. Throws a `BadPlace` if a process has the database open.
 */
export function salvage(file: string, to: string, which: Salvaged): number {
  const open = loadSqlite()
  requireOneName(file)
  const holder = findHolder(file, open)
  if (holder !== undefined) throw new BadPlace(inUse(file, holder))
  removeDatabase(to)
  copyFileSync(file, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  chmodSync(to, OWNER_ONLY)
  salvageLog(file, to, which)
  const connection = open(to, { readOnly: true })
  try {
    return missingIn(connection, readAnswered(file))
  } catch {
    // Ignores a table that can't be counted; the error is reported when the table is read.
    return 0
  } finally {
    connection.close()
  }
}
