import { editDistance } from "../../../src/model/index.ts"
import { type OperationRoute, operationRoutes } from "./operation-routes.ts"

/** Maximum length of a path to compare with routes. Longer paths are not typing errors. */
const LONGEST = 200
/** Maximum edit distance in one segment and in all segments together. */
const WRONG_IN_SEGMENT = 2
const WRONG_IN_ALL = 3

let routes: readonly { readonly route: OperationRoute; readonly segments: readonly string[] }[] | undefined

/** Returns the most similar route, such as `POST /users/password/forgot`; undefined if no route is similar enough. */
export function nearRoute(method: string, path: string): string | undefined {
  if (path.length > LONGEST) return undefined
  routes ??= operationRoutes().map((route) => ({ route, segments: route.path.split("/") }))
  const asked = path.split("/")
  let best: { readonly route: OperationRoute; readonly cost: number } | undefined
  for (const { route, segments } of routes) {
    const cost = costOf(asked, segments) + (route.method === method ? 0 : 0.5)
    if (cost < WRONG_IN_ALL + 1 && (best === undefined || cost < best.cost)) best = { route, cost }
  }
  return best && `${best.route.method} ${best.route.path}`
}

/** Returns the edit distance between a path and a route; infinity if the distance exceeds a limit. */
function costOf(asked: readonly string[], segments: readonly string[]): number {
  if (asked.length !== segments.length) return Number.POSITIVE_INFINITY
  let cost = 0
  let named = 0
  for (const [at, segment] of segments.entries()) {
    if (segment.startsWith(":")) continue
    const given = asked[at] ?? ""
    const wrong = given === segment ? 0 : editDistance(given.toLowerCase().slice(0, 50), segment.toLowerCase())
    if (wrong > WRONG_IN_SEGMENT || wrong * 2 > segment.length) return Number.POSITIVE_INFINITY
    cost += wrong
    named += segment.length
  }
  return cost <= WRONG_IN_ALL && cost * 4 <= named ? cost : Number.POSITIVE_INFINITY
}
