import * as z from "zod"
import { integer, internalId, millis, namedAnswer, objectOf } from "../../api/index.ts"
import { wholeNumber } from "./query.ts"

/** A name of a version in a body: its number or a text such as `-1`, an instant, `before:ID` or `after:ID`. */
export const versionName = () => z.union([z.int(), z.string()])

const record = () => z.record(z.string(), z.unknown()).nullable().optional()

/** A version of a world (insight.md section 1). */
export const versionShape = namedAnswer("Version", () => ({
  version: integer().describe("Number of the version"),
  at: millis().describe("Time of the world's clock directly after the change"),
  operation: z.string().describe("Name of the operation, or Restore, Rewind, Reset or Import"),
  user: z.string().nullable().describe("User who caused the change; null if no user did"),
  request: z.string().optional().describe("ID of the request that caused the change; absent if none did"),
  effects: z.array(z.string()).describe("Effects of the change, one per line"),
  before: record().describe("The record before the change; null if it did not exist. Only with the query `record`"),
  after: record().describe("The record after the change; null if it was removed. Only with the query `record`"),
}))

export const versionsQuery = objectOf(() => ({
  since: wholeNumber().describe("Only versions later than this number"),
  limit: wholeNumber().describe("Maximum number of versions; default: 100"),
  operation: z.string().optional().describe("Only changes by this operation"),
  user: z.string().optional().describe("Only changes by this user: e-mail, e-mail#user_code or u_id"),
  record: internalId().optional().describe("Only changes of the record with this ID"),
}))

export type WireVersion = z.input<ReturnType<typeof versionShape>>
