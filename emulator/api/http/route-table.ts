import { tryDecodeURIComponent } from "hono/utils/url"

interface RouteKey {
  readonly method: string
  /** Path in which `:name` is a parameter, a whole segment. */
  readonly path: string
}

/** The route that matches a method and path; if no route matches, the methods that the path allows. */
export type RouteMatch<R> =
  | { readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly route?: never; readonly allowed: readonly string[] }

/** A route whose path is split into segments. */
interface Pattern<R> {
  readonly route: R
  /** Fixed segments, the last segment first, because most routes differ in their last segments. */
  readonly fixed: readonly { readonly at: number; readonly text: string }[]
  readonly params: readonly { readonly at: number; readonly name: string }[]
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** Finds routes by method and path. All apps share a table, because registering its routes with each app would take longer than a request. */
export class RouteTable<R extends RouteKey> {
  /** Patterns by method and number of segments, such as `GET 3`. */
  readonly #bySize = new Map<string, Pattern<R>[]>()
  readonly #mostSegments: number

  /** If several routes match a path, the first one is used. */
  constructor(routes: readonly R[]) {
    let mostSegments = 0
    for (const route of routes) {
      const segments = route.path.split("/").map((text, at) => ({ at, text }))
      const params = segments.filter(({ text }) => text.startsWith(":"))
      const pattern = {
        route,
        fixed: segments.filter(({ text }) => !text.startsWith(":")).reverse(),
        params: params.map(({ at, text }) => ({ at, name: text.slice(1) })),
      }
      const key = `${route.method} ${segments.length}`
      this.#bySize.set(key, [...(this.#bySize.get(key) ?? []), pattern])
      mostSegments = Math.max(mostSegments, segments.length)
    }
    this.#mostSegments = mostSegments
  }

  /** Finds the route of a path as it was sent. Parameters are percent-decoded. */
  match(method: string, path: string): RouteMatch<R> {
    // Limits the number of segments, because a path may have thousands.
    const segments = path.split("/", this.#mostSegments + 1)
    const found = this.#find(method, segments)
    if (found === undefined) return { allowed: METHODS.filter((other) => this.#find(other, segments) !== undefined) }
    const params: Record<string, string> = {}
    for (const { at, name } of found.params) params[name] = tryDecodeURIComponent(segments[at] as string)
    return { route: found.route, params }
  }

  #find(method: string, segments: readonly string[]): Pattern<R> | undefined {
    return this.#bySize
      .get(`${method} ${segments.length}`)
      ?.find(
        ({ fixed, params }) =>
          fixed.every(({ at, text }) => segments[at] === text) && params.every(({ at }) => segments[at] !== ""),
      )
  }
}
