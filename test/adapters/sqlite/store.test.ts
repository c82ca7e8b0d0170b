import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import {
  openSqlite,
  openSqliteHere,
  type SqliteStore,
} from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { storeContract } from "../../ports/store-contract.ts"

async function harness(open: (file: string) => Promise<SqliteStore>) {
  const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const opened: SqliteStore[] = []
  return {
    async open() {
      const store = await open(join(folder, "hexarium.sqlite"))
      opened.push(store)
      return store
    },
    async dispose() {
      for (const store of opened) await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const THREAD = pathToFileURL(join(import.meta.dirname, "../../../dist/sqlite-thread.js"))

storeContract("SQLite", "one", () => harness(async (file) => openSqliteHere({ file, madeBy: "tests" })))
storeContract("SQLite in its thread", "one", () => harness((file) => openSqlite({ file, madeBy: "tests" }, THREAD)))
