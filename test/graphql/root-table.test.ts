import { expect, test } from "vitest"
import { ROOT_NAMES } from "../../emulator/graphql/index.ts"
import { roots } from "../../emulator/graphql/roots/table.ts"
import { people } from "../sample-worlds/people.ts"
import { graphqlClient } from "./graphql-client.ts"

/** Roots whose use cases are not implemented. */
const MISSING: readonly string[] = ["updateWorkspaceSettings"]

test("every root of the schema has a declaration, and every declaration a root", () => {
  const names: readonly string[] = ROOT_NAMES
  expect(names.filter((name) => !(name in roots)).sort()).toEqual([...MISSING].sort())
  expect(Object.keys(roots).filter((name) => !names.includes(name))).toEqual([])
})

test("a root that is not implemented is refused with 501, after the token", async () => {
  const { world } = await people()
  const args = { payload: { name: "A" } }
  const { message, extensions } = await graphqlClient(world, "ada-token").refused("updateWorkspaceSettings", args)
  expect(message).toBe("updateWorkspaceSettings is not implemented")
  expect(extensions).toMatchObject({ code: "NOT_IMPLEMENTED", status: 501 })
  expect((await graphqlClient(world).refused("updateWorkspaceSettings", args)).message).toBe("TOKEN_INVALID")
})

test("every root but the public ones needs a token (graphql.md section 1.4)", () => {
  const open = Object.entries(roots).filter(([, { operation }]) => operation.isPublic)
  expect(open.map(([name]) => name).sort()).toEqual([
    "login",
    "userConfirmations",
    "userRegister",
    "userRegisterConfirm",
  ])
})
