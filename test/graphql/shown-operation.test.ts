import { expect, test } from "vitest"
import { shownOperation } from "../../dashboard/parts/shown-operation.ts"
import { requestLines } from "../../emulator/cli/request-line.ts"

test.each([
  ["/graphql", "login", "login (GraphQL)"],
  ["/graphql?a=1", "login", "login (GraphQL)"],
  ["/api/v0/login", "Login", "Login"],
  ["/graphqlx", "Login", "Login"],
])("the operation of %s is shown as %s", (path, operation, shown) => {
  expect(shownOperation({ path, operation })).toBe(shown)
  const [line] = requestLines({ method: "POST", path, operation, user: null, status: 200, ms: 1, effects: [] })
  expect(line).toBe(`200 POST ${path}  ${shown}  1 ms`)
})

test("a request without roots has no operation", () => {
  expect(shownOperation({ path: "/graphql", operation: null })).toBe(null)
})
