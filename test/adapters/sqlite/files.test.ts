import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { LARGE_FILES, SMALL_FILES, storedFilesContract } from "../../worlds/replicas/stored-files.ts"

async function newFile() {
  const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  return {
    open: async () => openSqliteHere({ file: join(folder, "files.sqlite"), madeBy: "tests" }),
    dispose: async () => rmSync(folder, { recursive: true }),
  }
}

for (const files of [LARGE_FILES, SMALL_FILES]) storedFilesContract("SQLite", files, newFile)
