import { SharedDatabase, sharedStore } from "./shared-store.ts"
import { SMALL_FILES, sharedFilesContract, storedFilesContract } from "./stored-files.ts"

async function newDatabase() {
  const database = new SharedDatabase()
  return { open: async () => sharedStore(database), dispose: async () => {} }
}

storedFilesContract("memory", SMALL_FILES, newDatabase)
sharedFilesContract("memory", SMALL_FILES, newDatabase)
