import * as z from "zod"
import { answer, integer, lazy, millis, named } from "../../contract/shapes.ts"

/** A digest of a whole state, as 64 hex characters. */
const digest = () => z.string().regex(/^[0-9a-f]{64}$/, "expected a digest")

const stateHash = () => digest().describe("Digest of the whole state: equal states have equal hashes")

/** World of control.md section 3. */
export const worldShape = lazy(() =>
  named(
    "World",
    answer({
      name: z.string().describe("Name, by which paths lead to it"),
      url: z.string().describe("Its base_url; the API is at /api/v0 below it"),
      parent: z.string().nullable().describe("Name of the world it was forked from; null for main"),
      created_at: millis().describe("When it was made, by the clock it then had"),
      version: integer().describe("How many changes were committed"),
      hash: stateHash(),
      now: millis().describe("What its clock shows"),
      items: integer().describe("How many items it holds"),
    }),
  ),
)

export const snapshotShape = lazy(() =>
  named(
    "Snapshot",
    answer({
      name: z.string().describe("Name of the snapshot, unique in its world"),
      at: millis().describe("What the world's clock showed when it was taken"),
      version: integer().describe("The world's version then"),
      hash: stateHash(),
    }),
  ),
)
