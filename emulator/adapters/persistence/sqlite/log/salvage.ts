import { chmodSync, constants, copyFileSync } from "node:fs"
import { BadPlace } from "../../../../persistence/bad-place.ts"
import { missingIn, readAnswered } from "../answered.ts"
import { loadSqlite } from "../api.ts"
import { findHolder, inUse, OWNER_ONLY } from "../lock.ts"
import { removeDatabase } from "../open-database.ts"
import { type Salvaged, salvageLog } from "./salvage-log.ts"

/**
 * Copies a database, which may be damaged, with what can be read of its log; answers how many changes that were answered are missing. The
 * database is only read. Throws a `BadPlace` while a process has it.
 */
export function salvage(file: string, to: string, which: Salvaged): number {
  const open = loadSqlite()
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
    // What can't be counted is found when it is read.
    return 0
  } finally {
    connection.close()
  }
}
