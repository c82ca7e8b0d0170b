import { lazy } from "../../../src/model/input/index.ts"
import { routesOf } from "../contract/row.ts"
import { type OperationName, operationOf, rows } from "../contract/table.ts"
import { RouteTable } from "./route-table.ts"

export interface OperationRoute {
  readonly method: string
  readonly path: string
  readonly operation: OperationName
  /** Operation name as the API spells it, such as `CreateItem`. */
  readonly name: string
}

/** Returns all routes in matching order. At the first difference, a fixed segment precedes a parameter. */
export function operationRoutes(): OperationRoute[] {
  const routes = rows.flatMap(([operation, row]) =>
    routesOf(row).map(({ method, path }) => ({
      shape: path.replaceAll(/\/(:?)[^/]*/g, (_, colon: string) => (colon === "" ? "0" : "1")),
      route: { method: method.toUpperCase(), path, operation, name: operationOf(operation) },
    })),
  )
  return routes.sort((left, right) => compare(left.shape, right.shape)).map(({ route }) => route)
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

export interface FoundOperation extends Pick<OperationRoute, "operation" | "name"> {
  readonly params: Readonly<Record<string, string>>
}

/** The operation that matches a method and path; if no operation matches, the methods that the path allows. */
export type OperationMatch = FoundOperation | { readonly operation?: never; readonly allowed: readonly string[] }

export function matchOperation(method: string, path: string): OperationMatch {
  const match = operationTable().match(method, path)
  if (match.route === undefined) return match
  const { operation, name } = match.route
  return { operation, name, params: match.params }
}

const operationTable = lazy(() => {
  const routes = operationRoutes()
  // If another route appends a parameter to a route, an empty parameter also matches: the path ends with a slash.
  const optional = routes.filter((route) =>
    routes.some(
      ({ operation, method, path }) =>
        operation === route.operation &&
        method === route.method &&
        path.startsWith(route.path) &&
        PARAMETER.test(path.slice(route.path.length)),
    ),
  )
  return new RouteTable([...routes, ...optional.map((route) => ({ ...route, path: `${route.path}/` }))])
})

const PARAMETER = /^\/:[^/]+$/
