import type { Instant, UId } from "../../model/ids.ts"
import type { ChangeRow } from "../../ports/store.ts"
import type { Change, Patch } from "../../state/change.ts"
import type { Scalars } from "../../state/scalars.ts"
import { keyOf, type TableName } from "../../state/tables.ts"

/** What the body of a stored change says, as JSON. */
interface ChangeBody {
  /** Which append it came by, so that a batch whose acknowledgement was lost is known again; in the first change of it. */
  readonly batch?: string
  /** In the order they were made: a record after the change, or the ID of one that is gone. */
  readonly patches?: readonly StoredPatch[]
  /** Those that changed. */
  readonly scalars?: Partial<Scalars>
  /** Instead of both: the state that replaced everything. */
  readonly root?: string
}

type StoredPatch =
  | { readonly table: TableName; readonly put: object }
  | { readonly table: TableName; readonly remove: string }

/** A change as it is stored. `batch`: given for the first of an append; `before`: the scalars before it, if known. */
export function changeRow(change: Change, batch: string | undefined, before: Scalars | undefined): ChangeRow {
  const { sequence, at, actor, operation, patches, scalars } = change
  const body: ChangeBody = {
    ...(batch === undefined ? {} : { batch }),
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

/** The body of a change that replaced everything. */
export const replacingBody = (batch: string, root: string): string =>
  JSON.stringify({ batch, root } satisfies ChangeBody)

export const batchOf = (body: string): string | undefined => (JSON.parse(body) as ChangeBody).batch

/** The root of the state that replaced everything, if that is what the change did. */
export const replacingRoot = ({ body }: ChangeRow): string | undefined =>
  body.includes('"root":') ? (JSON.parse(body) as ChangeBody).root : undefined

/** Asked of rows as they are read: whether they follow a version and each other, and none of them replaces everything. */
export function areNextAfter(version: number): (rows: readonly ChangeRow[]) => boolean {
  let last = version
  return (rows) =>
    rows.every((row) => {
      last += 1
      return row.sequence === last && replacingRoot(row) === undefined
    })
}

/** The patches of a row, of which `before` is not known. */
export const patchesOf = ({ body }: ChangeRow): Patch[] => ((JSON.parse(body) as ChangeBody).patches ?? []).map(patchOf)

/** The changes of rows, of whose patches `before` is not known. `before`: the scalars before the first. */
export function changesOf(rows: readonly ChangeRow[], before: Scalars): Change[] {
  let last = before
  return rows.map(({ sequence, at, actor, operation, body }) => {
    const { patches = [], scalars } = JSON.parse(body) as ChangeBody
    if (scalars !== undefined) last = Object.freeze({ ...last, ...scalars })
    const isBy = actor as UId | null
    return { sequence, at: at as Instant, actor: isBy, operation, patches: patches.map(patchOf), scalars: last }
  })
}

function patchOf(patch: StoredPatch): Patch {
  const { table } = patch
  if ("remove" in patch) return { table, id: patch.remove, before: undefined, after: undefined }
  return { table, id: keyOf(table, patch.put as never), before: undefined, after: patch.put }
}
