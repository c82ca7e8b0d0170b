import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { test } from "./world.ts"

describe("apps:init", () => {
  test("refuses settings without a template before it asks the server", async ({ world, terminal }) => {
    const hash = await world.hash()
    expect((await terminal.hx(["init"])).told).toContain("hx-settings.json file not found")
    writeFileSync(join(terminal.folder, "hx-settings.json"), JSON.stringify({ name: { en: "Tastings", ja: "試飲会" } }))
    const { code, told } = await terminal.hx(["apps:init"])
    expect(code).toBe(1)
    expect(told).toContain("is required")
    expect(await world.hash()).toBe(hash)
  })
})
