import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, test, vi } from "vitest"
import { createWorldFromFiles } from "../../../emulator/adapters/index.ts"
import { testWorlds } from "../../../emulator/testing/runners/index.ts"
import { createWorld, type Mistake } from "../../../src/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const fields = { Title: { dataType: "text" } } as const
const roles = [{ role_id: "ADMIN", name: "admin" }]
const datastores = { Deals: { fields } }
const unseen = fixtureOf({ datastores, application: { roles } })
const MESSAGE = "App: nobody holds a role of the application, so nobody sees its datastores; add users to a role"
const WARNING = { path: "workspaces[0].applications[0].roles", message: MESSAGE }

/** Returns what is printed to standard error while `run` runs. */
async function printedBy(run: () => Promise<unknown>): Promise<string> {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  await run()
  const texts = write.mock.calls.map(([text]) => String(text))
  write.mockRestore()
  return texts.join("")
}

afterEach(() => vi.restoreAllMocks())

describe("the warnings about a fixture of tests", () => {
  test("are printed once, however many tests run", async () => {
    const worlds = testWorlds({ fixture: unseen })
    const text = await printedBy(async () => {
      await Promise.all([worlds.inWorld(() => {})(), worlds.inWorld(() => {})()])
      await (await worlds.fresh()).close()
    })
    expect(text).toBe(
      `hexarium: the fixture has a warning; onWarnings: () => {} hides them\n  ${WARNING.path}: ${MESSAGE}\n`,
    )
  })

  test("name the fixture's file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hexarium-warnings-"))
    const file = join(folder, "world.json")
    await writeFile(file, JSON.stringify(unseen))
    const text = await printedBy(async () => (await testWorlds({ fixture: file }).fresh()).close())
    expect(text).toContain(`world.json: ${WARNING.path}: ${MESSAGE}\n`)
    const found: string[] = []
    const onWarnings = (warnings: readonly Mistake[]) => void found.push(...warnings.map(({ path }) => path))
    await createWorldFromFiles([file], { onWarnings })
    expect(found).toEqual([expect.stringMatching(/world\.json: workspaces\[0\]/)])
    await rm(folder, { recursive: true })
  })

  test("are passed to onWarnings instead, and not printed for a fixture without any", async () => {
    const onWarnings = vi.fn()
    expect(await printedBy(async () => (await testWorlds({ fixture: unseen, onWarnings }).fresh()).close())).toBe("")
    expect(onWarnings.mock.calls).toEqual([[[WARNING]]])
    const fine = fixtureOf({ datastores })
    expect(await printedBy(async () => (await testWorlds({ fixture: fine }).fresh()).close())).toBe("")
  })
})

describe("onWarnings of createWorld", () => {
  test("is called once with the warnings, and not without any", async () => {
    const onWarnings = vi.fn()
    const world = await createWorld({ fixture: unseen, onWarnings })
    expect(onWarnings.mock.calls).toEqual([[[WARNING]]])
    expect(world.hash()).toBe((await createWorld({ fixture: unseen })).hash())
    await createWorld({ fixture: fixtureOf({ datastores }), onWarnings })
    await createWorld({ onWarnings })
    expect(onWarnings).toHaveBeenCalledTimes(1)
  })

  test("is refused if it is no function", async () => {
    await expect(createWorld({ onWarnings: true as never })).rejects.toThrow(
      "onWarnings: expected a function, received true",
    )
  })

  test("gets at most a thousand warnings, and the number of the others", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1200 }, (_, at) => [`D${at}`, { fields, actions: { Create: { crud_type: "1" } } } as const]),
    )
    const onWarnings = vi.fn<(warnings: readonly Mistake[]) => void>()
    await createWorld({ fixture: fixtureOf({ datastores: many }), onWarnings })
    const [[warnings = []] = []] = onWarnings.mock.calls
    expect(warnings).toHaveLength(1001)
    expect(warnings.at(-1)).toEqual({ path: "", message: "and 200 more warnings" })
  })
})
