import { changeRow, changesOf } from "../../engine/index.ts"
import type { Instant, UId } from "../../model/index.ts"
import { decodeBase64, encodeBase64 } from "../../model/index.ts"
import type { Blobs } from "../../ports/index.ts"
import {
  blobsOfPatches,
  blobsOfState,
  type Change,
  keyOf,
  type Records,
  type State,
  stateOf,
  type TableName,
} from "../../state/index.ts"
import { badCapsule } from "./bad-capsule.ts"
import type { Capsule, CapsuleChange } from "./capsule-form.ts"
import type { ConcealedRecords } from "./conceal-records.ts"

/** Number of records after which the writing of a capsule pauses for other work. */
export const RECORDS_PER_STEP = 1000

/** Writes a state, and the files that it and the later changes name. Secrets are replaced. Yields after each part. */
export function* packState(
  state: State,
  changes: readonly Change[],
  blobs: Blobs,
  concealed: ConcealedRecords,
): Generator<void, Capsule["state"]> {
  const keys = new Set([
    ...blobsOfState(state).map(({ key }) => key),
    ...changes.flatMap(({ patches }) => blobsOfPatches(patches).map(({ key }) => key)),
  ])
  // This happens before the first pause, because later changes may delete files.
  const files = [...keys].flatMap((key) => blobs.get(key) ?? [])
  const tables: Capsule["state"]["tables"] = []
  let sinceYield = 0
  for (const [name, table] of state.tables) {
    const records: Capsule["state"]["tables"][number]["records"] = []
    tables.push({ name, records })
    const all = table.toArray()
    for (let from = 0; from < all.length; from += RECORDS_PER_STEP) {
      const part = all.slice(from, from + RECORDS_PER_STEP).map((record) => concealed.record(name, record))
      records.push(...(JSON.parse(concealed.secrets.text(JSON.stringify(part))) as typeof records))
      sinceYield += part.length
      if (sinceYield < RECORDS_PER_STEP) continue
      sinceYield = 0
      yield
    }
  }
  const scalars = JSON.parse(JSON.stringify(state.scalars)) as Capsule["state"]["scalars"]
  return { scalars, tables, blobs: files.map((bytes) => encodeBase64(bytes)) }
}

/** Returns the state of a capsule. Stores the capsule's files in `blobs`. Throws INVALID_PARAMS for records without valid IDs. */
export function unpackState({ scalars, tables, blobs: files }: Capsule["state"], blobs: Blobs): State {
  for (const [at, file] of files.entries()) {
    const bytes = decodeBase64(file)
    if (bytes === undefined) throw badCapsule(`state.blobs[${at}] is not valid base64`)
    blobs.put(bytes)
  }
  const names = new Set<string>()
  for (const { name, records } of tables) {
    if (names.has(name)) throw badCapsule(`state.tables contains ${JSON.stringify(name)} twice`)
    names.add(name)
    requireKeys(name, records)
  }
  return unlessBroken("the state", () =>
    stateOf(
      tables.map(({ name, records }) => [name, records.map(deepFreeze)]) as unknown as Records,
      deepFreeze(scalars) as State["scalars"],
    ),
  )
}

function requireKeys(name: string, records: readonly object[]): void {
  const keys = new Set<string>()
  for (const [at, record] of records.entries()) {
    const key = unlessBroken(`the table ${JSON.stringify(name)}`, () => keyOf(name as TableName, record as never))
    if (typeof key !== "string" || keys.has(key)) {
      throw badCapsule(`record ${at} of the table ${JSON.stringify(name)} has no ID of its own`)
    }
    keys.add(key)
  }
}

/** Calls `make`. Converts errors of code that expects records of the right form to INVALID_PARAMS. */
export function unlessBroken<T>(what: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw badCapsule(`${what} has records of another form`)
    throw error
  }
}

function deepFreeze<T extends object>(json: T): T {
  for (const member of Object.values(json)) if (typeof member === "object" && member !== null) deepFreeze(member)
  return Object.freeze(json)
}

/** Writes a change. Secrets are replaced. */
export function packChange(change: Change, after: string | null, concealed: ConcealedRecords): CapsuleChange {
  const { sequence, at, actor, operation, body } = changeRow(
    { ...change, patches: change.patches.map((patch) => concealed.patch(patch)) },
    undefined,
    undefined,
  )
  return { after, sequence, at, actor, operation, body: concealed.secrets.text(body) }
}

/** Reads changes. Throws INVALID_PARAMS for records of another form. */
export const unpackChanges = (changes: readonly CapsuleChange[], before: State): Change[] =>
  unlessBroken("changes", () => {
    try {
      const rows = changes.map((change) => ({ ...change, at: change.at as Instant, actor: change.actor as UId | null }))
      return changesOf(rows, before.scalars)
    } catch (error) {
      if (error instanceof SyntaxError) throw badCapsule("a change is not valid JSON")
      throw error
    }
  })
