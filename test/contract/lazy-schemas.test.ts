import { expect, test, vi } from "vitest"

/** The schemas created so far, by zod's name of their type. */
const madeSchemas = vi.hoisted((): string[] => [])

vi.mock("zod", async (load) => {
  const zod = await load<Record<string, unknown>>()
  const told = (name: string, make: unknown) =>
    typeof make === "function" && /^[a-z]/.test(name)
      ? (...args: unknown[]) => {
          madeSchemas.push(name)
          return make(...args)
        }
      : make
  return Object.fromEntries(Object.entries(zod).map(([name, member]) => [name, told(name, member)]))
})

test("schemas are made when they are first needed: a start needs none", async () => {
  const [{ table }, { fixtureSchema }] = await Promise.all([
    import("../../emulator/api/contract/table.ts"),
    import("../../src/fixtures/index.ts"),
    import("../../emulator/control/control.ts"),
  ])
  expect(madeSchemas).toEqual([])
  table.createField.body()
  fixtureSchema()
  expect(madeSchemas.length).toBeGreaterThan(50)
})
