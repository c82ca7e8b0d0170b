import { parentPort, workerData } from "node:worker_threads"
import { StoreTrouble } from "../../../../src/ports/index.ts"
import { BadPlace } from "../bad-place.ts"
import { callMethod, type FromSqlite, OPENED_ID, type ToSqlite } from "./messages.ts"
import { openDatabase, type SqliteOptions } from "./open-database.ts"
import { sqliteTrouble } from "./trouble.ts"

const failure = (id: number, error: unknown): FromSqlite => {
  if (error instanceof BadPlace) return { id, badPlace: error.message }
  const { kind, message, isUncertain } = error instanceof StoreTrouble ? error : sqliteTrouble(error)
  return { id, trouble: { kind, message, isUncertain } }
}

function serve(port: NonNullable<typeof parentPort>): void {
  const answer = (message: FromSqlite) => port.postMessage(message)
  let database: ReturnType<typeof openDatabase>
  try {
    database = openDatabase(workerData as SqliteOptions)
  } catch (error) {
    answer(failure(OPENED_ID, error))
    return
  }
  port.on("message", ({ id, method, args }: ToSqlite) => {
    try {
      answer({ id, value: callMethod(database, method, args as never) })
    } catch (error) {
      answer(failure(id, error))
    }
  })
  answer({ id: OPENED_ID, value: null })
}

if (parentPort !== null) serve(parentPort)
