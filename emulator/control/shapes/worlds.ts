import * as z from "zod"
import { answer, integer, lazy, millis, named } from "../../api/index.ts"

/** Returns the schema of a state's digest: 64 hex characters. */
const digest = () => z.string().regex(/^[0-9a-f]{64}$/, "expected a digest")

const stateHash = () => digest().describe("Digest of the whole state: equal states have equal hashes")

/** A world (control.md section 3). */
export const worldShape = lazy(() =>
  named(
    "World",
    answer({
      name: z.string().describe("Name, as in paths"),
      url: z.string().describe("The base_url; the API is at /api/v0 below it"),
      parent: z.string().nullable().describe("Name of the world that it was forked from; null for main"),
      created_at: millis().describe("Time of its creation on its own clock"),
      version: integer().describe("Number of committed changes"),
      hash: stateHash(),
      now: millis().describe("Time of its clock"),
      items: integer().describe("Number of its items"),
    }),
  ),
)

export const snapshotShape = lazy(() =>
  named(
    "Snapshot",
    answer({
      name: z.string().describe("Name of the snapshot, unique in its world"),
      at: millis().describe("Time of the snapshot on the world's clock"),
      version: integer().describe("Version of the world in the snapshot"),
      hash: stateHash(),
    }),
  ),
)
