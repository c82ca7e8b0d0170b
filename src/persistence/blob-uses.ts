import type { Blobs } from "../ports/blobs.ts"
import type { BlobRow } from "../ports/store.ts"
import type { FileRecord } from "../records/file.ts"
import type { Template } from "../records/templates/template.ts"
import type { User } from "../records/user.ts"
import type { Patch } from "../state/change.ts"
import type { State } from "../state/state.ts"

/** A blob that a record names. */
export interface BlobUse {
  readonly key: string
  readonly contentType: string
}

const ARCHIVE = "application/zip"

function useOf(table: string, record: object): BlobUse | undefined {
  if (table === "files") {
    const { blob, contentType, deleted } = record as FileRecord
    return deleted ? undefined : { key: blob, contentType }
  }
  if (table === "templates") return { key: (record as Template).blob, contentType: ARCHIVE }
  if (table !== "users") return undefined
  const { picture } = record as User
  return picture === null ? undefined : { key: picture.blob, contentType: picture.contentType }
}

/** What patches name. */
export const blobsOfPatches = (patches: readonly Patch[]): BlobUse[] =>
  patches.flatMap(({ table, after }) => (after === undefined ? [] : (useOf(table, after) ?? [])))

/** What a state names. */
export const blobsOfState = (state: State): BlobUse[] =>
  (["files", "users", "templates"] as const).flatMap((table) =>
    (state.tables.get(table).toArray() as object[]).flatMap((record) => useOf(table, record) ?? []),
  )

/** The bytes of blobs; those that are nowhere are left out, since nothing can name them to any effect. */
export const blobRows = (uses: readonly BlobUse[], blobs: Blobs): BlobRow[] =>
  uses.flatMap(({ key, contentType }) => {
    const bytes = blobs.get(key)
    return bytes === undefined ? [] : [{ sha256: key, contentType, bytes }]
  })
