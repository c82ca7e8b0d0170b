import { expect, test } from "vitest"
import { ROOT_NAMES } from "../../emulator/graphql/index.ts"
import { roots } from "../../emulator/graphql/roots/table.ts"

test("every root of the schema has a declaration, and every declaration a root", () => {
  const names: readonly string[] = ROOT_NAMES
  expect(names.filter((name) => !(name in roots))).toEqual([])
  expect(Object.keys(roots).filter((name) => !names.includes(name))).toEqual([])
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
