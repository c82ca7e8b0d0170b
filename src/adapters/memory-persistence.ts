import { KeptWorlds } from "../engine/log/stored-worlds.ts"
import type { Persistence } from "../ports/persistence.ts"
import { memoryStore } from "../ports/defaults/memory-store.ts"

/** Keeps a world in memory, in the form in which stores have it: for tests. Worlds opened one after the other share it. */
export const memoryPersistence = (): Persistence => new KeptWorlds(memoryStore()).world("main")
