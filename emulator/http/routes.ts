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
    const segments = path.split("/")
    const match = search(root, method, segments, 1, [])
    if (match !== undefined) return match
    const allowed = new Set<string>()
    collectMethods(root, segments, 1, allowed)
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

/** Follows the segments from `at` on; `values` are those passed that are parameters. */
function search(
  branch: Branch,
  method: string,
  segments: readonly string[],
  at: number,
  values: string[],
): RouteMatch | undefined {
  const segment = segments[at]
  if (segment === undefined) {
    const end = branch.ends.get(method)
    return end && { kind: "operation", name: end.name, params: paramsOf(end.params, values) }
  }
  const fixed = branch.fixed.get(segment)
  const found = fixed && search(fixed, method, segments, at + 1, values)
  if (found !== undefined || branch.any === null || segment === "") return found
  values.push(segment)
  const behind = search(branch.any, method, segments, at + 1, values)
  if (behind === undefined) values.pop()
  return behind
}

/** The methods of all operations that the path leads to. */
function collectMethods(branch: Branch, segments: readonly string[], at: number, methods: Set<string>): void {
  const segment = segments[at]
  if (segment === undefined) {
    for (const method of branch.ends.keys()) methods.add(method)
    return
  }
  const fixed = branch.fixed.get(segment)
  if (fixed !== undefined) collectMethods(fixed, segments, at + 1, methods)
  if (branch.any !== null && segment !== "") collectMethods(branch.any, segments, at + 1, methods)
}

function paramsOf(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (let at = 0; at < names.length; at += 1) params[names[at] as string] = decode(values[at] as string)
  return params
}

let shared: ReturnType<typeof makeRoutes> | undefined

/** The router, compiled once: it depends on nothing but the table. */
export function routes(): ReturnType<typeof makeRoutes> {
  shared ??= makeRoutes()
  return shared
}

function decode(segment: string): string {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
