import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { createWorldFromFiles } from "../../emulator/node/index.ts"

const page = readFileSync(new URL("../../docs/fixtures.md", import.meta.url), "utf8")
const example = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ""
const lines = /```\n(\{[\s\S]*?)```/.exec(page)?.[1] ?? ""

const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
afterAll(() => rmSync(folder, { recursive: true }))

async function titles(fixture: string): Promise<string[]> {
  const file = join(folder, "my.yaml")
  writeFileSync(file, fixture)
  const world = await createWorldFromFiles([file])
  expect(world.now).toBe("2026-01-05T09:00:00.000Z")
  const { items } = await world.raw.as("bob@acme.test").itemList({ application: "CRM", datastore: "Deals" })
  return items.map((item) => item.title).sort()
}

test("the fixture of the page loads as it is written", async () => {
  expect(await titles(example)).toEqual(["First"])
})

test("the lines of the page's items file are valid", async () => {
  writeFileSync(join(folder, "deals.ndjson"), lines)
  const file = example.replace("- datastore_id: Deals\n", "$&            items_file: deals.ndjson\n")
  expect(await titles(file)).toEqual(["First", "First", "Second"])
})
