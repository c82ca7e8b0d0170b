import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkFixtures } from "../../emulator/cli/commands/documents/check.ts"
import { init } from "../../emulator/cli/commands/documents/init.ts"

let folder = ""
let out = ""
const io = {
  waiting: () => 0,
  stopWaiting: () => {},
  out: (text: string) => {
    out += text
  },
  err: (text: string) => {
    out += text
  },
  env: {},
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test("init writes a fixture of what was said that has no mistakes", async () => {
  const file = join(folder, "world.yaml")
  expect(
    await init(io, file, { workspace: 'A "quoted": name', application: "SHOP", email: "bob@acme.test", yes: true }),
  ).toBe(0)
  expect(await readFile(file, "utf8")).toContain("bob@acme.test")
  out = ""
  expect([await checkFixtures(io, [file]), out]).toEqual([0, `${file}: no mistakes\n`])
})

test("a file that is there stays, unless it is to be replaced; what makes no fixture is not written", async () => {
  const file = join(folder, "mine.yaml")
  await writeFile(file, "mine")
  await expect(init(io, file, { yes: true })).rejects.toThrow(/exists.*--force/)
  expect(await readFile(file, "utf8")).toBe("mine")
  await expect(init(io, file, { yes: true, force: true, email: "nobody" })).rejects.toThrow(/users\[0\]\.email/)
  expect(await readFile(file, "utf8")).toBe("mine")
  expect(await init(io, file, { yes: true, force: true })).toBe(0)
  expect(await readFile(file, "utf8")).toContain("version: 1")
  await expect(init(io, join(folder, "world.json"), { yes: true })).rejects.toThrow(/YAML/)
})
