import type { FileRecord } from "../records/file.ts"
import type { Template } from "../records/templates/template.ts"
import type { User } from "../model/records/user.ts"
import type { Patch } from "./change.ts"
import type { State } from "./state.ts"

/** A blob that a record names. */
export interface BlobUse {
  readonly key: string
  readonly contentType: string
}

/** The tables whose records name blobs. */
export const NAMING_TABLES = ["files", "users", "templates"] as const

const ARCHIVE = "application/zip"

/** What a record of a table names. */
export function useOf(table: string, record: object): BlobUse | undefined {
  if (table === "files") {
    const { blob, contentType, deleted } = record as FileRecord
    return deleted ? undefined : { key: blob, contentType }
  }
  if (table === "templates") return { key: (record as Template).blob, contentType: ARCHIVE }
  if (table !== "users") return undefined
  const { picture } = record as User
  return picture === null ? undefined : { key: picture.blob, contentType: picture.contentType }
}

const NO_USES: readonly BlobUse[] = []

/** What patches name that the records before did not. */
export const blobsNewlyNamed = (patches: readonly Patch[]): BlobUse[] =>
  patches.flatMap(({ table, before, after }) => {
    const use = after === undefined ? undefined : useOf(table, after)
    return use === undefined || (before !== undefined && useOf(table, before)?.key === use.key) ? [] : [use]
  })

/** What patches name. */
export function blobsOfPatches(patches: readonly Patch[]): readonly BlobUse[] {
  let uses = NO_USES
  for (const { table, after } of patches) {
    const use = after === undefined ? undefined : useOf(table, after)
    if (use !== undefined) uses = [...uses, use]
  }
  return uses
}

/** What a state names. */
export const blobsOfState = (state: State): BlobUse[] =>
  NAMING_TABLES.flatMap((table) =>
    (state.tables.get(table).toArray() as object[]).flatMap((record) => useOf(table, record) ?? []),
  )
