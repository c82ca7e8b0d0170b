import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createWorldFromFiles } from "../../emulator/index.ts"

const page = readFileSync(new URL("../../docs/fixtures.md", import.meta.url), "utf8")

test("the fixture of the page loads as it is written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const file = join(folder, "my.yaml")
  writeFileSync(file, /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "")
  try {
    const world = await createWorldFromFiles([file])
    expect(world.now).toBe("2026-01-05T09:00:00.000Z")
    const { items } = await world.as("bob@acme.test").itemList({ application: "CRM", datastore: "Deals" })
    expect(items.map((item) => item.title)).toEqual(["First"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
