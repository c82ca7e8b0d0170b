import { expect, test, vi } from "vitest"
import { operationRoutes } from "../../emulator/api/http/operation-routes.ts"
import { desk } from "../control/desk.ts"

/** The highest number of segments of a route, including the empty one before the first slash. */
const MAX_SEGMENTS = Math.max(...operationRoutes().map(({ path }) => path.split("/").length))

test("a path that is longer than every route is split no further than the longest route (control.md section 4)", async () => {
  const { api } = await desk()
  await api("GET", "/x")
  const split = vi.spyOn(String.prototype, "split")
  for (const parts of [MAX_SEGMENTS - 1, MAX_SEGMENTS + 1, 900, 7000]) {
    const path = "/x".repeat(parts)
    split.mockClear()
    expect(await api("GET", path)).toMatchObject({
      status: 404,
      body: { error: `the path /api/v0${path} does not exist`, error_code: "NOT_FOUND" },
    })
    const most = Math.max(...split.mock.results.map(({ value }) => value.length))
    expect(most).toBeGreaterThanOrEqual(MAX_SEGMENTS)
    // The search for a similar route splits a path of at most 200 characters with the two segments of its prefix.
    expect(most).toBeLessThanOrEqual(MAX_SEGMENTS + 4)
  }
  split.mockRestore()
})
