import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { choose, fill } from "./hx.ts"
import { type DemoWorld, test } from "./world.ts"

/** Checks an application's names, and that Mina administers it. */
async function checkProject(world: DemoWorld, shown: string) {
  const pId = /project_id(?: set to)?: (\S+)/.exec(shown)?.[1]
  const { names, roles } = await world.api("GET", `/applications/${pId}/setting`)
  const admin = roles.find(({ type }: { type: string }) => type === "ADMIN")
  const { role_users } = await world.api("GET", `/applications/${pId}/roleusers/${admin.role_id}`)
  return { names, admins: role_users.map(({ email }: { email: string }) => email) }
}

describe("projects", () => {
  test("are made in the current workspace", async ({ world, terminal }) => {
    const { code, shown } = await terminal.hx(
      ["projects:create"],
      [
        ["Select a template", choose("none")],
        ["Please provide the name for your project", fill("Tastings", "試飲会")],
      ],
    )
    expect(code).toBe(0)
    expect(shown).toContain("Task successfully queued. project_id set to: ")
    expect(await checkProject(world, shown)).toEqual({
      names: { en: "Tastings", ja: "試飲会" },
      admins: ["mina@hikari.example"],
    })
    expect((await terminal.hx(["projects"])).shown).toContain("Tastings")
  })
})

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
