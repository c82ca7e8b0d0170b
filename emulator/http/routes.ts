import { routesOf } from "../contract/row.ts"
import { type OperationName, rows } from "../contract/table.ts"

export type RouteMatch =
  | { readonly kind: "operation"; readonly name: OperationName; readonly params: Record<string, string> }
  | { readonly kind: "wrong-method"; readonly allowed: readonly string[] }
  | { readonly kind: "unknown" }

/** A place in the tree of paths: what may follow it, and what ends here. */
interface Branch {
  readonly fixed: Map<string, Branch>
  any: Branch | null
  /** Operations by method, with the names of their parameters in the order of the path. */
  readonly ends: Map<string, { readonly name: OperationName; readonly params: readonly string[] }>
}

const makeBranch = (): Branch => ({ fixed: new Map(), any: null, ends: new Map() })

/** The router of /api/v0, compiled from the table: of two paths that fit, the one with the earlier fixed segment is asked first. */
export function makeRoutes(): (method: string, path: string) => RouteMatch {
  const root = makeBranch()
  for (const [name, row] of rows)
    for (const { method, path } of routesOf(row)) grow(root, method.toUpperCase(), path, name)
  return (method, path) => {
    const allowed = new Set<string>()
    const match = search(root, method, path.split("/"), 1, [], allowed)
    if (match !== undefined) return match
    return allowed.size > 0 ? { kind: "wrong-method", allowed: [...allowed] } : { kind: "unknown" }
  }
}

function grow(root: Branch, method: string, path: string, name: OperationName): void {
  const params: string[] = []
  let branch = root
  for (const segment of path.split("/").slice(1)) {
    if (segment.startsWith(":")) {
      params.push(segment.slice(1))
      branch.any ??= makeBranch()
      branch = branch.any
    } else {
      const next = branch.fixed.get(segment) ?? makeBranch()
      branch.fixed.set(segment, next)
      branch = next
    }
  }
  branch.ends.set(method, branch.ends.get(method) ?? { name, params })
}

/** Follows the segments from `at` on; `allowed` collects the methods of paths that fit but for theirs. */
function search(
  branch: Branch,
  method: string,
  segments: readonly string[],
  at: number,
  values: readonly string[],
  allowed: Set<string>,
): RouteMatch | undefined {
  const segment = segments[at]
  if (segment === undefined) {
    const end = branch.ends.get(method)
    if (end !== undefined) return { kind: "operation", name: end.name, params: paramsOf(end.params, values) }
    for (const other of branch.ends.keys()) allowed.add(other)
    return undefined
  }
  const fixed = branch.fixed.get(segment)
  const found = fixed === undefined ? undefined : search(fixed, method, segments, at + 1, values, allowed)
  if (found !== undefined || branch.any === null || segment === "") return found
  return search(branch.any, method, segments, at + 1, [...values, segment], allowed)
}

const paramsOf = (names: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, at) => [name, decode(values[at] ?? "")]))

let shared: ReturnType<typeof makeRoutes> | undefined

/** The router, compiled once: it depends on nothing but the table. */
export function routes(): ReturnType<typeof makeRoutes> {
  shared ??= makeRoutes()
  return shared
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
