import { MemoryDatabase, memoryStore } from "../../../src/ports/defaults/memory-store.ts"
import { SMALL, sharedFilesContract, storedFilesContract } from "./stored-files.ts"

async function newDatabase() {
  const database = new MemoryDatabase()
  return { open: async () => memoryStore(database), dispose: async () => {} }
}

storedFilesContract("memory", SMALL, newDatabase)
sharedFilesContract("memory", SMALL, newDatabase)
