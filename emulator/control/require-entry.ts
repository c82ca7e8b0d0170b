import { targetNotFound } from "../../src/model/index.ts"
import type { RequestEntry, RequestLog } from "../worlds/index.ts"

/** Returns an entry of a request log. Throws NOT_FOUND for a number that the log does not have, or no longer has. */
export function requireEntry(log: RequestLog, id: string): RequestEntry {
  const entries = log.allEntries()
  const entry = entries.find((one) => String(one.id) === id)
  if (entry !== undefined) return entry
  const isDropped = /^[1-9]\d{0,14}$/.test(id) && Number(id) <= log.newestId
  if (!isDropped) throw targetNotFound(`the request log has no entry ${JSON.stringify(id)}`)
  const range = entries.length === 0 ? "it is empty" : `its entries begin with ${entries[0]?.id}`
  throw targetNotFound(`the request log no longer has the entry ${id}; ${range}`)
}
