import * as z from "zod"
import { integer, millis, namedAnswer } from "../../api/index.ts"

/** Returns the schema of a state's digest: 64 hex characters. */
const digest = () => z.string().regex(/^[0-9a-f]{64}$/, "expected a digest of 64 hexadecimal characters")

const stateHash = () => digest().describe("Digest of the whole state: equal states have equal hashes")

/** A world (control.md section 3). */
export const worldShape = namedAnswer("World", () => ({
  name: z.string().describe("Name of the world, as in paths"),
  url: z.string().describe("base_url of the world; the API is at base_url/api/v0"),
  parent: z.string().nullable().describe("Name of the world from which the world was forked; null for main"),
  created_at: millis().describe("Time of creation on the world's own clock"),
  version: integer().describe("Number of committed changes"),
  hash: stateHash(),
  now: millis().describe("Time of the world's clock"),
  items: integer().describe("Number of items in the world"),
}))

export const snapshotShape = namedAnswer("Snapshot", () => ({
  name: z.string().describe("Name of the snapshot, unique in the world"),
  at: millis().describe("Time of the snapshot on the world's clock"),
  version: integer().describe("Version of the world in the snapshot"),
  hash: stateHash(),
}))
