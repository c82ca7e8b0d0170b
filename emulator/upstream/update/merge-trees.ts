import { isDeepStrictEqual } from "node:util"
import { mergeOrder } from "./merge-order.ts"

/** A difference between the file and the upstream server since the last pull. */
export interface UpstreamChange {
  /** Place in the fixture, such as `users[ada@shop.test].username`. */
  readonly path: string
  /** A conflict is a change in both, for which the file's value stays. */
  readonly kind: "added" | "removed" | "changed" | "moved" | "conflict"
  /** The file's value; undefined if the file has none. */
  readonly here: unknown
  /** The upstream value; undefined if it has none. */
  readonly there: unknown
}

export type ReportChange = (change: UpstreamChange) => void
export type Entries = ReadonlyMap<string, unknown>

/** Members that identify an element of a list, in the order in which they are tried. */
const IDS = ["file_id", "i_id", "u_id", "w_id", "p_id", "r_id", "d_id", "q_id", "g_id"]
const NAMES = ["email", "application_id", "role_id", "datastore_id", "group_id", "name"]
/** Lists of references without order or repetition, whose elements are merged one by one. */
const SETS = new Set(["admins", "members", "users", "roles"])

/**
 * Merges JSON values that have a common base, and reports upstream changes. Maps, lists of elements with IDs and lists of
 * references are merged by key; other lists are values. Without a base, each difference is a conflict, and entries that
 * only one side has stay.
 */
export function mergeTrees(
  path: string,
  base: unknown,
  local: unknown,
  upstream: unknown,
  report: ReportChange,
): unknown {
  const [here, there] = [entriesOf(path, local), entriesOf(path, upstream)]
  if (here === undefined || there === undefined || Array.isArray(local) !== Array.isArray(upstream)) {
    if (isDeepStrictEqual(local, upstream) || isDeepStrictEqual(base, upstream)) return local
    const isLocal = isDeepStrictEqual(base, local)
    report({ path, kind: isLocal ? "changed" : "conflict", here: local, there: upstream })
    return isLocal ? upstream : local
  }
  const isList = Array.isArray(local)
  const before = Array.isArray(base) === isList ? entriesOf(path, base) : undefined
  const merged = mergeEntries(path, isList ? "list" : "map", before, here, there, report)
  return isList ? [...merged.values()] : Object.fromEntries(merged)
}

/** Merges entries by key, in the merged order. */
export function mergeEntries(
  path: string,
  kind: "list" | "map",
  base: Entries | undefined,
  local: Entries,
  upstream: Entries,
  report: ReportChange,
): Map<string, unknown> {
  const labelIn = (key: string, value: unknown) => (kind === "list" ? labelOf(key, value) : key)
  const placeOf = (label: string) =>
    kind === "list" ? `${path}[${label}]` : `${path === "" ? "" : `${path}.`}${label}`
  const labelsOf = (entries: Entries) => [...entries].map(([key, value]) => labelIn(key, value))
  const merged = new Map<string, unknown>()
  for (const key of new Set([...local.keys(), ...upstream.keys()])) {
    const [before, here, there] = [base?.get(key), local.get(key), upstream.get(key)]
    const value = mergeEntry(placeOf(labelIn(key, here ?? there)), before, here, there, base !== undefined, report)
    if (value !== undefined) merged.set(key, value)
  }
  const keys = [base, local, upstream].map((entries) => entries && [...entries.keys()])
  const { order, isMoved, isConflict } = mergeOrder(keys[0], keys[1] ?? [], keys[2] ?? [], new Set(merged.keys()))
  if (isMoved && hasOrder(local)) {
    report({ path, kind: isConflict ? "conflict" : "moved", here: labelsOf(local), there: labelsOf(upstream) })
  }
  return new Map(order.map((key) => [key, merged.get(key)]))
}

/** Merges an entry of a map or a list. Returns undefined if the result lacks it. */
function mergeEntry(
  path: string,
  base: unknown,
  local: unknown,
  upstream: unknown,
  hasBase: boolean,
  report: ReportChange,
): unknown {
  if (local !== undefined && upstream !== undefined) return mergeTrees(path, base, local, upstream, report)
  if (base === undefined) {
    if (upstream !== undefined) report({ path, kind: "added", here: local, there: upstream })
    else if (!hasBase) report({ path, kind: "conflict", here: local, there: upstream })
    return local ?? upstream
  }
  if (local === undefined) {
    if (!isDeepStrictEqual(base, upstream)) report({ path, kind: "conflict", here: local, there: upstream })
    return undefined
  }
  const isUnchanged = isDeepStrictEqual(base, local)
  report({ path, kind: isUnchanged ? "removed" : "conflict", here: local, there: upstream })
  return isUnchanged ? undefined : local
}

/** Returns the entries of a map or list by key; undefined for values that are not merged by key. */
export function entriesOf(path: string, value: unknown): Entries | undefined {
  if (typeof value !== "object" || value === null) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  const keys = value.map((element) => keyOf(path, element))
  const isKeyed = keys.every((key) => key !== undefined) && new Set(keys).size === keys.length
  return isKeyed ? new Map(keys.map((key, at) => [key ?? "", value[at]])) : undefined
}

function keyOf(path: string, element: unknown): string | undefined {
  if (typeof element === "string") return SETS.has(/[^.[\]]*$/.exec(path)?.[0] ?? "") ? element : undefined
  const found = [...IDS, ...NAMES].find((name) => typeof memberOf(element, name) === "string")
  return found === undefined ? undefined : String(memberOf(element, found))
}

const memberOf = (element: unknown, name: string): unknown =>
  (element as Readonly<Record<string, unknown>> | null)?.[name]

/** Returns the name of a list's element that people know, or its key. */
function labelOf(key: string, element: unknown): string {
  const name = NAMES.map((one) => memberOf(element, one)).find((one) => typeof one === "string")
  return typeof element === "object" && typeof name === "string" ? name : key
}

/** Returns whether the order of entries has a meaning, as that of fields. */
const hasOrder = (entries: Entries): boolean => [...entries.values()].every((value) => typeof value === "object")
