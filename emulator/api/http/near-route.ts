import { editDistance } from "../../../src/model/index.ts"
import { lazy } from "../../../src/model/input/index.ts"
import { operationRoutes } from "./operation-routes.ts"

/** Maximum length of a path to compare with routes. Longer paths are not typing errors. */
const MAX_CHARACTERS = 200
/** Maximum edit distance in one segment and in all segments together. */
const WRONG_IN_SEGMENT = 2
const WRONG_IN_ALL = 3
/** Costs of differences that are no typing errors. A route with the lowest cost is suggested. */
const COST = { emptyParameter: 0.25, missingParameter: 0.5, otherMethod: 0.75, missingSegment: 1.25 }

export interface NamedRoute {
  readonly method: string
  /** Segments below the prefix. A segment that begins with `:` is a parameter. */
  readonly segments: readonly string[]
}

/** Splits a route's path, such as `/groups/:group-id`. */
export const segmentsOf = (path: string): readonly string[] => path.split("/").slice(1)

/**
 * Returns the method and the whole path of the most similar route, with the parameters that the caller has sent, such as
 * `GET /api/v0/userinfo`. Returns undefined if no route is similar enough.
 */
export function nearRoute(
  method: string,
  path: string,
  { prefix, routes }: { readonly prefix: string; readonly routes: readonly NamedRoute[] },
): string | undefined {
  if (path.length > MAX_CHARACTERS) return undefined
  let best: { readonly route: NamedRoute; readonly asked: readonly string[]; readonly cost: number } | undefined
  for (const asked of readings(path)) {
    for (const route of routes) {
      const cost = costOf(asked, route.segments) + (route.method === method ? 0 : COST.otherMethod)
      if (cost < WRONG_IN_ALL + 1 && (best === undefined || cost < best.cost)) best = { route, asked, cost }
    }
  }
  if (best === undefined) return undefined
  const { route, asked } = best
  const shown = route.segments.map((segment, at) => (segment.startsWith(":") && asked[at]) || segment)
  return `${route.method} ${prefix}/${shown.join("/")}`
}

/** Returns the most similar route of the API. */
export const nearOperation = (method: string, path: string): string | undefined =>
  nearRoute(method, path, { prefix: "/api/v0", routes: apiRoutes() })

const apiRoutes = lazy(() => operationRoutes().map(({ method, path }) => ({ method, segments: segmentsOf(path) })))

/** Matches a segment of the API's prefix, also of another version. */
const IN_PREFIX = /^(?:api|v\d+)?$/i

/**
 * Returns the segments of a path, without the API's prefix and without blanks at its ends. A blank in the middle is
 * either a parameter that the caller left empty, or a slash too many.
 */
function readings(path: string): readonly (readonly string[])[] {
  const all = path.split("/")
  const begin = all.findIndex((segment) => !IN_PREFIX.test(segment))
  if (begin < 0) return []
  const segments = all.slice(begin, all.findLastIndex((segment) => segment !== "") + 1)
  return segments.includes("") ? [segments, segments.filter((segment) => segment !== "")] : [segments]
}

/** Returns the cost of a path for a route; infinity if they differ too much. */
function costOf(asked: readonly string[], segments: readonly string[]): number {
  if (asked.length === segments.length) return costOfWords(asked, segments)
  if (asked.length !== segments.length - 1 || costOfWords(asked, segments.slice(0, -1)) > 0) {
    return Number.POSITIVE_INFINITY
  }
  return segments.at(-1)?.startsWith(":") ? COST.missingParameter : COST.missingSegment
}

/** Returns the edit distance of all fixed segments, and the cost of empty parameters. */
function costOfWords(asked: readonly string[], segments: readonly string[]): number {
  let cost = 0
  let empty = 0
  let named = 0
  for (const [at, segment] of segments.entries()) {
    const given = asked[at] ?? ""
    if (segment.startsWith(":")) {
      if (given === "") empty += COST.emptyParameter
      continue
    }
    const wrong = given === segment ? 0 : editDistance(given.toLowerCase().slice(0, 50), segment.toLowerCase())
    if (wrong > WRONG_IN_SEGMENT || wrong * 2 > segment.length) return Number.POSITIVE_INFINITY
    cost += wrong
    named += segment.length
  }
  return named > 0 && cost <= WRONG_IN_ALL && cost * 4 <= named ? cost + empty : Number.POSITIVE_INFINITY
}
