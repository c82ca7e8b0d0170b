import { RegExpRouter } from "hono/router/reg-exp-router"
import { SmartRouter } from "hono/router/smart-router"
import { TrieRouter } from "hono/router/trie-router"
import { routesOf } from "../contract/row.ts"
import { type OperationName, rows } from "../contract/table.ts"

const ANY = "ANY"

export type RouteMatch =
  | { readonly kind: "operation"; readonly name: OperationName; readonly params: Record<string, string> }
  | { readonly kind: "wrong-method"; readonly allowed: readonly string[] }
  | { readonly kind: "unknown" }

interface Target {
  readonly name: OperationName
  readonly method: string
}

/** Static segments before parameters, so that the more exact path is asked first. */
const exactness = (path: string): string => path.replaceAll(/:[^/]+/g, "\uffff")

/** The router of /api/v0, compiled from the table. */
export function makeRoutes(): (method: string, path: string) => RouteMatch {
  const router = new SmartRouter<Target>({ routers: [new RegExpRouter(), new TrieRouter()] })
  const routes = rows
    .flatMap(([name, row]) => routesOf(row).map(({ method, path }) => ({ name, path, method: method.toUpperCase() })))
    .sort((left, right) => (exactness(left.path) < exactness(right.path) ? -1 : 1))
  for (const { name, path, method } of routes) router.add(ANY, path, { name, method })
  return (method, path) => {
    const [found, stash] = router.match(ANY, path)
    const targets = found as readonly (readonly [Target, Record<string, string | number>])[]
    const match = targets.find(([target]) => target.method === method)
    if (match !== undefined) {
      const params: Record<string, string> = {}
      for (const [name, value] of Object.entries(match[1])) {
        params[name] = decode(stash === undefined || typeof value === "string" ? String(value) : (stash[value] ?? ""))
      }
      return { kind: "operation", name: match[0].name, params }
    }
    if (targets.length === 0) return { kind: "unknown" }
    return { kind: "wrong-method", allowed: [...new Set(targets.map(([target]) => target.method))] }
  }
}

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
