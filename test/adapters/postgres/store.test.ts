import { PGlite } from "@electric-sql/pglite"
import { PGLiteSocketServer } from "@electric-sql/pglite-socket"
import { afterAll, beforeAll, describe } from "vitest"
import { openPostgres } from "../../../emulator/adapters/persistence/postgres/open-postgres.ts"
import type { Store } from "../../../src/ports/index.ts"
import { type StoreUse, storeContract } from "../../ports/store-contract.ts"
import { anyPostgres, freePort, lacksPostgres, type PostgresServer } from "./server.ts"

let schemas = 0

/** A harness that gives each test its own schema in a database. */
async function schemaOf(url: string) {
  schemas += 1
  const place = new URL(url)
  place.searchParams.set("schema", `kept "${schemas}"`)
  const opened: Store[] = []
  return {
    async open() {
      const store = await openPostgres(place.href, "tests")
      opened.push(store)
      return store
    },
    async dispose() {
      for (const store of opened) await store.close()
    },
  }
}

const SEVERAL_WRITERS: StoreUse = "several"
let server: Pick<PostgresServer, "url" | "dispose">
let wireCompatible: { readonly url: string; close(): Promise<void> }

const isSkipped = lacksPostgres("any")

beforeAll(async () => {
  if (!isSkipped) server = await anyPostgres()
  const db = await PGlite.create()
  const port = await freePort()
  const socket = new PGLiteSocketServer({ db, port, host: "127.0.0.1", maxConnections: 20 })
  await socket.start()
  wireCompatible = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      await socket.stop()
      await db.close()
    },
  }
})

afterAll(async () => {
  await server?.dispose()
  await wireCompatible?.close()
})

describe.skipIf(isSkipped)("a server", () => storeContract("PostgreSQL", SEVERAL_WRITERS, () => schemaOf(server.url)))
storeContract("what speaks PostgreSQL's protocol", SEVERAL_WRITERS, () => schemaOf(wireCompatible.url))
