import { parentPort, workerData } from "node:worker_threads"
import { StoreTrouble } from "../../../../src/inside.ts"
import { BadPlace } from "../../../persistence/bad-place.ts"
import { HeldDatabase } from "../../../persistence/sqlite/held-database.ts"
import { type FromSqlite, OPENED, type ToSqlite } from "../../../persistence/sqlite/messages.ts"
import type { SqliteOptions } from "./open-database.ts"
import { sqliteTrouble } from "./trouble.ts"

const failure = (id: number, error: unknown): FromSqlite => {
  if (error instanceof BadPlace) return { id, badPlace: error.message }
  const { kind, message, isUncertain } = error instanceof StoreTrouble ? error : sqliteTrouble(error)
  return { id, trouble: { kind, message, isUncertain } }
}

function serve(port: NonNullable<typeof parentPort>): void {
  const answer = (message: FromSqlite) => port.postMessage(message)
  let database: HeldDatabase
  try {
    database = new HeldDatabase(workerData as SqliteOptions)
  } catch (error) {
    answer(failure(OPENED, error))
    return
  }
  port.on("message", (asked: ToSqlite) => {
    try {
      if ("method" in asked) return answer({ id: asked.id, value: database.ask(asked.method, asked.args as never) })
      if ("url" in asked) database.servedAt(asked.url)
      else database.close()
      answer({ id: asked.id, value: null })
    } catch (error) {
      answer(failure(asked.id, error))
    }
  })
  answer({ id: OPENED, value: null })
}

if (parentPort !== null) serve(parentPort)
