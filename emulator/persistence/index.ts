import { KeptWorlds, type Persistence, type Store } from "../../src/inside.ts"
import { openPostgresStore, openSqliteStore } from "../adapters/persistence/open-store.ts"

export type { Persistence } from "../../src/inside.ts"
export { BadPlace } from "./bad-place.ts"

/** Where SQLite keeps a world. */
export interface SqlitePlace {
  /** Made, with its folder, when it is not there. */
  readonly file: string
  /** Name of the world in it; `main` when absent. */
  readonly world?: string
}

/** Where PostgreSQL keeps a world. */
export interface PostgresDatabase {
  /** `postgres://user:password@host:port/database`, with `?schema=` for a schema of its own; `hexarium` when absent. */
  readonly url: string
  /** Name of the world in it; `main` when absent. */
  readonly world?: string
}

/**
 * Keeps a world in a file of SQLite: `createWorld({ persistence: await sqlitePersistence({ file }) })`. The file is this process's alone
 * until the world is closed. Rejects with a `BadPlace`, whose message is one line, when it can't be used.
 */
export const sqlitePersistence = async ({ file, world = "main" }: SqlitePlace): Promise<Persistence> =>
  persistenceIn(await openSqliteStore(file), world)

/**
 * Keeps a world in a PostgreSQL database, which several processes may use at the same time. Rejects with a `BadPlace`, whose message is
 * one line, when it can't be used.
 */
export const postgresPersistence = async ({ url, world = "main" }: PostgresDatabase): Promise<Persistence> =>
  persistenceIn(await openPostgresStore(url), world)

function persistenceIn(store: Store, name: string): Persistence {
  return { ...new KeptWorlds(store).world(name), close: () => store.close() }
}
