import { TrieRouter } from "hono/router/trie-router"
import { tryDecodeURIComponent } from "hono/utils/url"
import { routesOf } from "../api/contract/row.ts"
import { type OperationName, rows } from "../api/contract/table.ts"

/** A method and a path below /api/v0 that lead to an operation. */
export interface OperationRoute {
  readonly method: string
  readonly path: string
  readonly operation: OperationName
}

/** Every route of the table in the order to try them in: of two that fit a path, the one with the earlier fixed segment comes first. */
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

/** Where a path below /api/v0 leads: to an operation, or to those of `allowed`, other methods. */
export type OperationMatch =
  | { readonly operation: OperationName; readonly params: Record<string, string> }
  | { readonly operation?: never; readonly allowed: readonly string[] }

let routes: { readonly router: TrieRouter<OperationName>; readonly deepest: number } | undefined

/** Finds the operation that a path below /api/v0 leads to. */
export function matchOperation(method: string, path: string): OperationMatch {
  routes ??= makeRoutes()
  const { router, deepest } = routes
  // The router takes a path apart for every method, however long it is.
  if (hasMoreSlashes(path, deepest)) return { allowed: [] }
  const [[found]] = router.match(method, path)
  if (found === undefined) return { allowed: METHODS.filter((other) => router.match(other, path)[0].length !== 0) }
  const [operation, params] = found
  const decoded: Record<string, string> = {}
  for (const [name, value] of Object.entries(params as Record<string, string>))
    decoded[name] = tryDecodeURIComponent(value)
  return { operation, params: decoded }
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

function hasMoreSlashes(path: string, most: number): boolean {
  let slashes = 0
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    slashes += 1
    if (slashes > most) return true
  }
  return false
}

const slashesIn = ({ path }: OperationRoute): number => path.split("/").length - 1

function makeRoutes() {
  const made = new TrieRouter<OperationName>()
  const routes = operationRoutes()
  for (const { method, path, operation } of routes) made.add(method, path, operation)
  for (const { method, path, operation } of routes) {
    // The last segment is optional: it may be left out with or without its slash.
    const isOptional = routes.some(
      (other) =>
        other.operation === operation &&
        other.method === method &&
        PARAMETER.test(other.path.slice(path.length)) &&
        other.path.startsWith(path),
    )
    if (isOptional) made.add(method, `${path}/`, operation)
  }
  // One more, for the slash at an end.
  return { router: made, deepest: Math.max(...routes.map(slashesIn)) + 1 }
}

const PARAMETER = /^\/:[^/]+$/
