import { SharedDatabase, sharedStore } from "./shared-store.ts"
import { SMALL, sharedFilesContract, storedFilesContract } from "./stored-files.ts"

async function newDatabase() {
  const database = new SharedDatabase()
  return { open: async () => sharedStore(database), dispose: async () => {} }
}

storedFilesContract("memory", SMALL, newDatabase)
sharedFilesContract("memory", SMALL, newDatabase)
