import { afterAll, beforeAll, describe } from "vitest"
import { openPostgres } from "../../../emulator/adapters/persistence/postgres/open-postgres.ts"
import {
  LARGE_FILES,
  SMALL_FILES,
  sharedFilesContract,
  storedFilesContract,
} from "../../worlds/replicas/stored-files.ts"
import { anyPostgres, lacksPostgres, type PostgresServer } from "./server.ts"

const isSkipped = lacksPostgres("any")
let server: Pick<PostgresServer, "url" | "dispose">
let schemas = 0

beforeAll(async () => {
  if (!isSkipped) server = await anyPostgres()
})
afterAll(() => server?.dispose())

async function newSchema() {
  schemas += 1
  const place = new URL(server.url)
  place.searchParams.set("schema", `files${schemas}`)
  return { open: () => openPostgres(place.href, "tests"), dispose: async () => {} }
}

describe.skipIf(isSkipped)("a server", () => {
  for (const files of [LARGE_FILES, SMALL_FILES]) storedFilesContract("PostgreSQL", files, newSchema)
  sharedFilesContract("PostgreSQL", LARGE_FILES, newSchema)
})
