import * as fc from "fast-check"
import { expect, test } from "vitest"
import { operationOf, routesOf, rows } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { bareWorld } from "../bare-world.ts"

const routes = rows.flatMap(([name, row]) =>
  routesOf(row).flatMap(({ method, path }, _, all) => {
    // api.md section 0, "Last path segment": without an optional last segment, the slash before it may stay.
    const isOmitted = all.some((other) => other.method === method && /^\/:[^/]+$/.test(afterStart(other.path, path)))
    return [path, ...(isOmitted ? [`${path}/`] : [])].map((way) => ({
      operation: operationOf(name),
      method: method.toUpperCase(),
      segments: way.slice(1).split("/"),
    }))
  }),
)

function afterStart(path: string, start: string): string {
  return path.startsWith(start) ? path.slice(start.length) : ""
}

/** The route that api.md section 0 requires: of several matching routes, the one with the earlier fixed segment. */
function expectedRoute(method: string, segments: readonly string[]) {
  const fitting = routes.filter(
    (route) =>
      route.segments.length === segments.length &&
      route.segments.every((segment, at) => (segment.startsWith(":") ? segments[at] !== "" : segment === segments[at])),
  )
  const rank = (route: (typeof routes)[number]) => route.segments.map((segment) => segment.startsWith(":")).join()
  const [found] = fitting
    .filter((route) => route.method === method)
    .sort((left, right) => (rank(left) < rank(right) ? -1 : 1))
  const allowed = [...new Set(fitting.map((route) => route.method))].sort()
  return { operation: found?.operation ?? null, allowed: found === undefined ? allowed : [] }
}

const app = createApp({ world: bareWorld() })

async function requestRoute(method: string, segments: readonly string[], prefix = "") {
  const answer = await app.fetch(new Request(`http://hexarium${prefix}/api/v0/${segments.join("/")}`, { method }))
  const entry = app.worlds.main.log.entries().at(-1)
  const allow = answer.headers.get("allow")
  return {
    operation: entry?.input.operation,
    allowed: allow === null ? [] : allow.split(", ").sort(),
    status: entry?.input.operation === null ? answer.status : 0,
  }
}

test("every route of the table leads to its operation, below each base URL of a world", async () => {
  for (const { operation, method, segments } of routes) {
    const filled = segments.map((segment) => (segment.startsWith(":") ? "x1" : segment))
    for (const prefix of ["", "/w/main"]) {
      expect([method, filled, await requestRoute(method, filled, prefix)]).toEqual([
        method,
        filled,
        { operation, allowed: [], status: 0 },
      ])
    }
  }
})

test("property: of several routes the one with the earlier fixed segment, without one 405 with the methods there are, else 404", async () => {
  const words = [...new Set(routes.flatMap(({ segments }) => segments.filter((segment) => !segment.startsWith(":"))))]
  const segment = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, fc.constantFrom("x1", "", "%20", "a:b"))
  const path = fc.oneof(
    fc.array(segment, { minLength: 1, maxLength: 6 }),
    fc
      .tuple(fc.constantFrom(...routes), fc.array(segment, { minLength: 9, maxLength: 9 }))
      .map(([{ segments }, others]) =>
        segments.map((own, at) => (own.startsWith(":") || others[at] === "x1" ? (others[at] as string) : own)),
      ),
  )
  const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")
  await fc.assert(
    fc.asyncProperty(method, path, async (sent, segments) => {
      const { operation, allowed } = expectedRoute(sent === "HEAD" ? "GET" : sent, segments)
      const status = operation !== null ? 0 : allowed.length > 0 ? 405 : 404
      expect(await requestRoute(sent, segments)).toEqual({ operation, allowed, status })
    }),
    { numRuns: 2000, seed: 5 },
  )
})
