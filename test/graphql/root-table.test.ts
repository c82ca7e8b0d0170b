import { expect, test } from "vitest"
import { ROOT_NAMES } from "../../emulator/graphql/index.ts"
import { roots } from "../../emulator/graphql/roots/table.ts"

/** Roots whose declarations are still to be written. Remove a name when its declaration is in the table. */
const MISSING: readonly string[] = ["updateWorkspaceSettings"]

test("every root of the schema has a declaration, and every declaration a root", () => {
  const names: readonly string[] = ROOT_NAMES
  expect(names.filter((name) => !(name in roots)).sort()).toEqual([...MISSING].sort())
  expect(Object.keys(roots).filter((name) => !names.includes(name))).toEqual([])
})
