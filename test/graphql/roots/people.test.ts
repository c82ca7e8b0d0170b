import { describe, expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"
import { graphqlClient } from "../graphql-client.ts"

describe("login", () => {
  test("returns a token that other roots take (graphql.md section 3.1)", async () => {
    const { world } = await people()
    const { token } = await graphqlClient(world).root("login", {
      loginInput: { email: "ada@acme.test", password: "ada-pass" },
    })
    expect(token).toMatch(/^eyJ/)
    const info = await graphqlClient(world, token).root("userInfo")
    expect(info).toMatchObject({ email: "ada@acme.test", username: "Ada", is_ws_admin: "true" })
  })
})
