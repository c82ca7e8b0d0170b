import { type StoredWorld, storePersistence } from "../../../src/engine/index.ts"
import { openPostgresStore, openSqliteStore } from "./open-store.ts"

export { type StoredWorld, type StorePlace, storePersistence } from "../../../src/engine/index.ts"
export {
  type BlobRow,
  type ChangeRow,
  type Head,
  type Missing,
  type NamedBlob,
  type Needless,
  type News,
  type NewWorldRow,
  type OriginRow,
  type Outcome,
  type Page,
  type Replacement,
  type SnapshotPages,
  type SnapshotRow,
  type Store,
  type StoredJob,
  type StoreSizes,
  StoreTrouble,
  type TroubleKind,
  type WorldNumber,
  type WorldRow,
} from "../../../src/ports/index.ts"
export { BadPlace } from "./bad-place.ts"

/** Location of a world in a SQLite file. */
export interface SqlitePlace {
  /** Path of the file. If it is missing, the file and its folder are created. */
  readonly file: string
  /** Name of the world in the file. Default: `main`. */
  readonly world?: string
}

/** Location of a world in a PostgreSQL database. */
export interface PostgresDatabase {
  /** `postgres://user:password@host:port/database`, optionally with `?schema=NAME` (default: `hexarium`). */
  readonly url: string
  /** Name of the world in the database. Default: `main`. */
  readonly world?: string
}

/**
 * Stores a world in a SQLite file: `createWorld({ persistence: await sqlitePersistence({ file }) })`. Until the world
 * is closed, no other process can use the file. Rejects with a one-line `BadPlace` if the file can't be used.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { sqlitePersistence } from "hexarium/persistence"
 *
 * const world = await createWorld({ fixture, persistence: await sqlitePersistence({ file: "shop.sqlite" }) })
 * await world.close()
 * ```
 */
export const sqlitePersistence = async ({ file, world = "main" }: SqlitePlace): Promise<StoredWorld> =>
  storePersistence({ store: await openSqliteStore(file), world })

/**
 * Stores a world in a PostgreSQL database, which several processes may use at the same time. Rejects with a one-line
 * `BadPlace` if the database can't be used.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { postgresPersistence } from "hexarium/persistence"
 *
 * const url = "postgres://me@localhost/worlds?schema=shop"
 * const world = await createWorld({ fixture, persistence: await postgresPersistence({ url }) })
 * await world.close()
 * ```
 */
export const postgresPersistence = async ({ url, world = "main" }: PostgresDatabase): Promise<StoredWorld> =>
  storePersistence({ store: await openPostgresStore(url), world })
