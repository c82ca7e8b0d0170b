import type { Instant, UId } from "../../model/index.ts"
import type { ChangeRow } from "../../ports/index.ts"
import { type Change, keyOf, type Patch, type Scalars, type TableName } from "../../state/index.ts"

interface ChangeBody {
  /**
   * ID of the batch, stored with its first and its last change. If the store's confirmation is lost, the ID shows whether the batch was
   * stored. It also distinguishes the last change from an equal one in another history.
   */
  readonly batch?: string | undefined
  /** True or absent. */
  readonly notifiesSender?: boolean | undefined
  readonly patches?: readonly StoredPatch[]
  readonly scalars?: Partial<Scalars>
  /** ID of the new state's root page, if the change replaced the whole state. All other properties are then absent. */
  readonly root?: string
}

type StoredPatch =
  | { readonly table: TableName; readonly put: object }
  | { readonly table: TableName; readonly remove: string }

/** Encodes a change as a row. Only the first and the last change of a batch have a `batch` ID. `before` contains the previous scalars, if known. */
export function changeRow(change: Change, batch: string | undefined, before: Scalars | undefined): ChangeRow {
  const { sequence, at, actor, operation, patches, scalars } = change
  const body: ChangeBody = {
    batch,
    notifiesSender: change.notifiesSender || undefined,
    patches: patches.map(storedPatch),
    scalars: movedScalars(scalars, before),
  }
  return { sequence, at, actor, operation, body: JSON.stringify(body) }
}

const storedPatch = ({ table, id, after }: Patch): StoredPatch =>
  after === undefined ? { table, remove: id } : { table, put: after }

function movedScalars(scalars: Scalars, before: Scalars | undefined): Partial<Scalars> {
  if (before === undefined) return scalars
  const names = Object.keys(scalars) as (keyof Scalars)[]
  return Object.fromEntries(names.filter((name) => scalars[name] !== before[name]).map((name) => [name, scalars[name]]))
}

export const replacingBody = (batch: string, root: string): string =>
  JSON.stringify({ batch, root } satisfies ChangeBody)

export const batchOf = (body: string): string | undefined => (JSON.parse(body) as ChangeBody).batch

export const replacingRoot = ({ body }: ChangeRow): string | undefined =>
  body.includes('"root":') ? (JSON.parse(body) as ChangeBody).root : undefined

/** Returns a function that checks rows: they must follow `version` without gaps, and none may replace the whole state. */
export function areNextAfter(version: number): (rows: readonly ChangeRow[]) => boolean {
  let last = version
  return (rows) =>
    rows.every((row) => {
      last += 1
      return row.sequence === last && replacingRoot(row) === undefined
    })
}

export const patchesOf = ({ body }: ChangeRow): Patch[] => ((JSON.parse(body) as ChangeBody).patches ?? []).map(patchOf)

/** Decodes rows to changes. Their patches lack the records before the change. `before` contains the scalars before the first row. */
export function changesOf(rows: readonly ChangeRow[], before: Scalars): Change[] {
  let last = before
  return rows.map(({ sequence, at, actor, operation, body }) => {
    const { notifiesSender = false, patches = [], scalars } = JSON.parse(body) as ChangeBody
    if (scalars !== undefined) last = Object.freeze({ ...last, ...scalars })
    const isBy = actor as UId | null
    const done = patches.map(patchOf)
    return { sequence, at: at as Instant, actor: isBy, operation, notifiesSender, patches: done, scalars: last }
  })
}

function patchOf(patch: StoredPatch): Patch {
  const { table } = patch
  if ("remove" in patch) return { table, id: patch.remove, before: undefined, after: undefined }
  return { table, id: keyOf(table, patch.put as never), before: undefined, after: patch.put }
}
