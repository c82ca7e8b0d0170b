import { tryDecodeURIComponent } from "hono/utils/url"
import { routesOf } from "../contract/row.ts"
import { type OperationName, operationOf, rows } from "../contract/table.ts"

export interface OperationRoute {
  readonly method: string
  readonly path: string
  readonly operation: OperationName
}

/** Returns all routes in matching order. At the first difference, a fixed segment precedes a parameter. */
export function operationRoutes(): OperationRoute[] {
  const routes = rows.flatMap(([operation, row]) =>
    routesOf(row).map(({ method, path }) => ({
      shape: path.replaceAll(/\/(:?)[^/]*/g, (_, colon: string) => (colon === "" ? "0" : "1")),
      route: { method: method.toUpperCase(), path, operation },
    })),
  )
  return routes.sort((left, right) => compare(left.shape, right.shape)).map(({ route }) => route)
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

export interface FoundOperation {
  readonly operation: OperationName
  /** Operation name as the API spells it, such as `CreateItem`. */
  readonly name: string
  readonly params: Readonly<Record<string, string>>
}

/** The operation that matches a method and path; if no operation matches, the methods that the path allows. */
export type OperationMatch = FoundOperation | { readonly operation?: never; readonly allowed: readonly string[] }

/** A route whose path is split into segments. */
interface Pattern {
  readonly operation: OperationName
  readonly name: string
  /** Fixed segments, the last segment first, because most routes differ in their last segments. */
  readonly fixed: readonly { readonly at: number; readonly text: string }[]
  readonly params: readonly { readonly at: number; readonly name: string }[]
}

interface Patterns {
  /** Patterns by method and number of segments, such as `GET 3`. */
  readonly bySize: ReadonlyMap<string, readonly Pattern[]>
  readonly mostSegments: number
}

let patterns: Patterns | undefined

export function matchOperation(method: string, path: string): OperationMatch {
  patterns ??= makePatterns()
  // Limits the number of segments, because a path may have thousands.
  const segments = path.split("/", patterns.mostSegments + 1)
  const found = findPattern(patterns, method, segments)
  if (found === undefined) {
    const { bySize } = patterns
    return { allowed: METHODS.filter((other) => findPattern({ bySize }, other, segments) !== undefined) }
  }
  const params: Record<string, string> = {}
  for (const { at, name } of found.params) params[name] = tryDecodeURIComponent(segments[at] as string)
  return { operation: found.operation, name: found.name, params }
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const findPattern = (
  { bySize }: Pick<Patterns, "bySize">,
  method: string,
  segments: readonly string[],
): Pattern | undefined =>
  bySize
    .get(`${method} ${segments.length}`)
    ?.find(
      ({ fixed, params }) =>
        fixed.every(({ at, text }) => segments[at] === text) && params.every(({ at }) => segments[at] !== ""),
    )

function makePatterns(): Patterns {
  const bySize = new Map<string, Pattern[]>()
  let mostSegments = 0
  const add = ({ method, path, operation }: OperationRoute) => {
    const segments = path.split("/").map((text, at) => ({ at, text }))
    const fixed = segments.filter(({ text }) => !text.startsWith(":")).reverse()
    const params = segments.filter(({ text }) => text.startsWith(":"))
    const pattern = {
      operation,
      name: operationOf(operation),
      fixed,
      params: params.map(({ at, text }) => ({ at, name: text.slice(1) })),
    }
    const key = `${method} ${segments.length}`
    bySize.set(key, [...(bySize.get(key) ?? []), pattern])
    mostSegments = Math.max(mostSegments, segments.length)
  }
  const routes = operationRoutes()
  for (const route of routes) add(route)
  for (const route of routes) {
    // If another route appends a parameter to this route, an empty parameter also matches: the path ends with a slash.
    const isOptional = routes.some(
      ({ operation, method, path }) =>
        operation === route.operation &&
        method === route.method &&
        path.startsWith(route.path) &&
        PARAMETER.test(path.slice(route.path.length)),
    )
    if (isOptional) add({ ...route, path: `${route.path}/` })
  }
  return { bySize, mostSegments }
}

const PARAMETER = /^\/:[^/]+$/
