import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { BadPlace } from "../../../../emulator/adapters/index.ts"
import {
  loadSqlite,
  type OpenConnection,
  type SqliteConnection,
} from "../../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../../src/engine/index.ts"
import { StoreTrouble } from "../../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../../src/world/index.ts"
import { user } from "../../../state/records.ts"

/** Files of a store that a killed process leaves. */
export interface Remains {
  readonly file: Uint8Array
  readonly log: Uint8Array
  /** The counter file with the number of acknowledged commits. A power failure may lose it. */
  readonly note?: Uint8Array | undefined
}

export const FRAME = 24 + 4096

export const add = (world: EngineWorld, name: string) =>
  world.commit("Add", null, (tx) => tx.put("users", user(name, { username: `${name} ${"x".repeat(500)}` })))

/**
 * Commits several times. Returns the files that a process killed at that time would leave, and the digests of all versions. Calls `between`
 * after each commit.
 */
export async function killedStore(
  file: string,
  commits: number,
  between: (version: number, connection: SqliteConnection) => void = () => {},
) {
  let connection: SqliteConnection | undefined
  const sqlite = loadSqlite()
  const open: OpenConnection = (path, options) => {
    const opened = sqlite(path, options)
    if (path === file) connection = opened
    return opened
  }
  const store = openSqliteHere({ file, madeBy: "tests" }, { open })
  const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })
  const hashes = [world.hash()]
  for (let version = 1; version <= commits; version += 1) {
    await add(world, `u${version}`)
    hashes.push(world.hash())
    between(version, connection as SqliteConnection)
  }
  const note = existsSync(`${file}.answered`) ? readFileSync(`${file}.answered`) : undefined
  const remains: Remains = { file: readFileSync(file), log: readFileSync(`${file}-wal`), note }
  await store.close()
  return { remains, hashes }
}

/** Writes a killed process's files to the place where a store is opened. */
export function lay(file: string, { file: database, log, note }: Remains): void {
  rmSync(dirname(file), { recursive: true, force: true })
  mkdirSync(dirname(file))
  writeFileSync(file, database)
  writeFileSync(`${file}-wal`, log)
  if (note !== undefined) writeFileSync(`${file}.answered`, note)
}

/** Version and digest of a store, or the message of its refusal. */
export async function readStoredState(file: string): Promise<{ version: number; hash: string } | string> {
  try {
    const store = openSqliteHere({ file, madeBy: "tests", use: "alone" })
    try {
      const kept = new StoredWorlds(store)
      if ((await kept.find("main")) === undefined) return { version: -1, hash: "" }
      const world = await createEngineWorld({ ports: { persistence: kept.world("main") } })
      return { version: world.version, hash: world.hash() }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof BadPlace || error instanceof StoreTrouble)) throw error
    return error.message
  }
}

export function flipBit(bytes: Uint8Array, at: number, bit = 0): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy
}
