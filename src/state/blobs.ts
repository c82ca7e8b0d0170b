import type { FileRecord, Template, User } from "../model/records/index.ts"
import type { Patch, State } from "./state.ts"
import type { KeyList } from "./store/vector.ts"

export interface BlobUse {
  readonly key: string
  readonly contentType: string
}

export const NAMING_TABLES = ["files", "users", "templates"] as const

const ARCHIVE = "application/zip"

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

/** Returns the blobs to which patched records refer, but to which the same records did not refer before the patch. */
export const blobsNewlyNamed = (patches: readonly Patch[]): BlobUse[] =>
  patches.flatMap(({ table, before, after }) => {
    const use = after === undefined ? undefined : useOf(table, after)
    return use === undefined || (before !== undefined && useOf(table, before)?.key === use.key) ? [] : [use]
  })

export function blobsOfPatches(patches: readonly Patch[]): readonly BlobUse[] {
  let uses = NO_USES
  for (const { table, after } of patches) {
    const use = after === undefined ? undefined : useOf(table, after)
    if (use !== undefined) uses = [...uses, use]
  }
  return uses
}

export const blobsOfState = (state: State): BlobUse[] =>
  NAMING_TABLES.flatMap((table) =>
    (state.tables.get(table).toArray() as object[]).flatMap((record) => useOf(table, record) ?? []),
  )

const keyOf = Object.fromEntries(
  NAMING_TABLES.map((name) => [name, (record: object) => useOf(name, record)?.key]),
) as Record<(typeof NAMING_TABLES)[number], (record: object) => string | undefined>

/** Returns the blob keys of files, pictures and templates, one list per table. Versions of a table share the lists of shared nodes. */
export const blobNames = (state: State): readonly KeyList[] =>
  NAMING_TABLES.map((name) => state.tables.get(name).keyList(keyOf[name]))
