import { TrieRouter } from "hono/router/trie-router"
import { expect, test, vi } from "vitest"
import { operationRoutes } from "../../emulator/http/operation-routes.ts"
import { desk } from "../control/desk.ts"

/** The most parts that a route has. */
const DEEPEST = Math.max(...operationRoutes().map(({ path }) => path.split("/").length - 1))

test("of a path that is longer than every route no part is looked at (control.md section 4)", async () => {
  const { api } = await desk()
  const match = vi.spyOn(TrieRouter.prototype, "match")
  for (const parts of [DEEPEST + 2, 900, 7000]) {
    const path = "/x".repeat(parts)
    expect(await api("GET", path)).toMatchObject({
      status: 404,
      body: { error: `no such path: /api/v0${path}`, error_code: "NOT_FOUND" },
    })
  }
  expect(match).not.toHaveBeenCalled()
  // One that is as long as a route can be is looked up, with every method.
  expect((await api("GET", "/x".repeat(DEEPEST))).status).toBe(404)
  expect(match.mock.calls.length).toBeGreaterThan(1)
  match.mockRestore()
})
