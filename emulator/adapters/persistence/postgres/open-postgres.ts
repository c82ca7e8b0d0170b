import { setTimeout as pause } from "node:timers/promises"
import { BadPlace } from "../bad-place.ts"
import { type Asking, SqlConnection } from "./connection.ts"
import { isDatabaseError } from "./driver.ts"
import { type PostgresPlace, quoteName, readPostgresUrl } from "./place.ts"
import { PostgresStore } from "./postgres-store.ts"
import { addSum, META, makeOwed, makeTables, namesIn } from "./tables.ts"
import { whyUnusable } from "./why-unusable.ts"

/** Number of the store's data format. A store with a higher number was written by a later release and is rejected. */
const FORMAT = 1
const TRIES = 20
const AGAIN_MS = 50

/** SQLSTATEs that occur if another process creates the same schema at the same time. */
const MADE_MEANWHILE = /^(?:23505|42P06|42P07|42710|40001|XX000)$/

/**
 * Opens the store of a database. Creates its tables unless `use` is `alone`. On failure, changes nothing and rejects
 * with a `BadPlace` that names the location and the remedy.
 */
export async function openPostgres(url: string, madeBy: string, use: "own" | "alone" = "own"): Promise<PostgresStore> {
  const place = readPostgresUrl(url)
  const connection = new SqlConnection(place)
  try {
    await connection.connect()
    await prepare(connection, place, use === "own" ? madeBy : undefined)
  } catch (error) {
    throw error instanceof BadPlace
      ? error
      : new BadPlace(whyUnusable(error, place) ?? describeUnexpected(error, place))
  } finally {
    await connection.close()
  }
  return new PostgresStore(place)
}

const describeUnexpected = (error: unknown, { shown }: PostgresPlace): string => `${shown}: ${(error as Error).message}`

/** Checks the store's tables. Creates missing ones, unless `madeBy` is undefined. */
async function prepare(connection: SqlConnection, place: PostgresPlace, madeBy: string | undefined): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await connection.transaction((asking) => prepareIn(asking, place, madeBy))
      return
    } catch (error) {
      const isRace = isDatabaseError(error) && MADE_MEANWHILE.test(error.code ?? "")
      if (!isRace || tries === TRIES) throw error
    }
    await pause(AGAIN_MS)
  }
}

const FIND_SCHEMA = {
  name: "findSchema",
  text: "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1",
}
const FIND_TABLES = {
  name: "findTables",
  // pg_catalog lists all tables; information_schema would omit those that this database user has no rights to.
  text: `SELECT c.relname AS table_name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'f') ORDER BY c.relname`,
}

const FIND_SUM = {
  name: "findSum",
  text: `SELECT 1 FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relname = 'changes' AND a.attname = 'sum'`,
}

async function prepareIn(asking: Asking, place: PostgresPlace, madeBy: string | undefined): Promise<void> {
  const { schema, shown } = place
  const names = namesIn(schema)
  const { rows: schemas } = await asking.query(FIND_SCHEMA, [schema])
  if (schemas.length === 0 && madeBy !== undefined) await asking.run(`CREATE SCHEMA ${quoteName(schema)}`)
  const { rows } = await asking.query(FIND_TABLES, [schema])
  const tables = rows.map(({ table_name }) => String(table_name))
  if (tables.length === 0) {
    if (madeBy === undefined) throw new BadPlace(`${shown}: no store found; start a server to create the store`)
    await asking.run(makeTables(names))
    await asking.run(makeOwed(names))
    const meta = {
      [META.format]: String(FORMAT),
      [META.madeBy]: madeBy,
      [META.madeAt]: new Date().toISOString(),
      [META.catalog]: "1",
      [META.drop]: "",
    }
    await asking.query(
      { name: "putMeta", text: `INSERT INTO ${names.meta} SELECT * FROM unnest($1::text[], $2::text[])` },
      [Object.keys(meta), Object.values(meta)],
    )
    return
  }
  if (!["meta", "worlds", "changes", "pages"].every((table) => tables.includes(table))) {
    throw new BadPlace(
      `${shown}: the schema ${quoteName(schema)} belongs to another program (it has the tables ${tables.slice(0, 5).join(", ")}); choose another with ?schema=`,
    )
  }
  const { rows: formats } = await asking.query(
    { name: "format", text: `SELECT value FROM ${names.meta} WHERE key = $1` },
    [META.format],
  )
  const format = Number(formats[0]?.value)
  if (format === FORMAT && !tables.includes("owed") && madeBy !== undefined) await asking.run(makeOwed(names))
  const { rows: sums } = await asking.query(FIND_SUM, [schema])
  if (format === FORMAT && sums.length === 0) await asking.run(addSum(names))
  if (format !== FORMAT) {
    throw new BadPlace(
      `${shown}: the store has the format ${formats[0]?.value}, and this Hexarium supports ${FORMAT}; use a newer Hexarium`,
    )
  }
}
