import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { accept, choose, fill, type Terminal, type } from "./hx.ts"
import { type DemoWorld, test } from "./world.ts"

/** Saves the order desk as a template and returns the template's ID. */
async function saveOrderDesk(terminal: Terminal, more: readonly string[] = []): Promise<string> {
  const { code, shown } = await terminal.hx(
    ["projects:save", ...more],
    [
      ["Select a project", choose("Order desk")],
      ["Please provide details for your project template", fill("Desk", "Trade", "Orders and goods")],
      ["Include histories", accept],
    ],
  )
  expect(code).toBe(0)
  return /Template with tp_id (\S+) successfully created/.exec(shown)?.[1] ?? ""
}

/** The project's datastores with their numbers of items. */
async function contents(world: DemoWorld, project: string) {
  const datastores: { datastore_id: string; display_id: string }[] = await world.api(
    "GET",
    `/applications/${project}/datastores`,
  )
  const counts = await Promise.all(
    datastores.map(async ({ datastore_id, display_id }) => {
      const path = `/applications/${project}/datastores/${datastore_id}/items/search`
      return [display_id, (await world.api("POST", path, { conditions: [], page: 1, per_page: 1 })).totalItems]
    }),
  )
  return Object.fromEntries(counts) as Record<string, number>
}

const projectCalled = async (world: DemoWorld, name: string): Promise<string> => {
  const { workspace_id } = await world.api("GET", "/workspacecurrent")
  const projects = await world.api("GET", `/workspaces/${workspace_id}/applications`)
  return projects.find((project: { name: string }) => project.name === name).application_id
}

describe("templates", () => {
  test("are saved, downloaded and restored to a project that is as the first", async ({ world, terminal }) => {
    const tpId = await saveOrderDesk(terminal, ["--download=desk.zip"])
    const { categories } = await world.api("GET", "/templates")
    expect(categories).toContainEqual({
      category: "Trade",
      templates: [{ tp_id: tpId, name: "Desk", description: "Orders and goods" }],
    })
    const backup = await terminal.hx(
      ["projects:backup"],
      [
        ["Select a template", choose("Desk")],
        ["Specify the output of the template file", accept],
      ],
    )
    expect(backup.code).toBe(0)
    const saved = readFileSync(join(terminal.folder, "desk.zip"))
    expect(readFileSync(join(terminal.folder, `${tpId}.zip`)).equals(saved)).toBe(true)
    const again = await terminal.hx(["pj:backup", tpId, "--output=again.zip"])
    expect(again).toMatchObject({ code: 0, shown: "" })
    expect(existsSync(join(terminal.folder, "again.zip"))).toBe(true)

    const restored = await terminal.hx(
      ["projects:restore", "desk.zip", "--name=Second desk"],
      [["Do you want to proceed?", type("y")]],
    )
    expect(restored.shown).toContain("workspace: Hikari Coffee")
    expect(restored.shown).toContain("Template file successfully uploaded, project successfully restored")
    const second = await projectCalled(world, "Second desk")
    expect(await contents(world, second)).toEqual(await contents(world, "ORDERS"))
  })

  test("make projects", async ({ world, terminal }) => {
    const tpId = await saveOrderDesk(terminal)
    const created = await terminal.hx(
      ["projects:create"],
      [
        ["Select a template", choose("Desk")],
        ["Please provide the name for your project", fill("From a list", "一覧から")],
      ],
    )
    expect(created.code).toBe(0)
    const settings = { name: { en: "From a file", ja: "ファイルから" }, tp_id: tpId }
    writeFileSync(join(terminal.folder, "hx-settings.json"), JSON.stringify(settings))
    const initialised = await terminal.hx(["apps:init"])
    expect(initialised).toMatchObject({ code: 0, told: "" })
    expect(initialised.shown).toContain("Task successfully queued:\nproject_id: ")
    for (const name of ["From a list", "From a file"]) {
      const project = await projectCalled(world, name)
      expect(Object.keys(await contents(world, project))).toEqual(Object.keys(await contents(world, "ORDERS")))
    }
    writeFileSync(join(terminal.folder, "nameless.json"), JSON.stringify({ tp_id: tpId }))
    const asked = await terminal.hx(
      ["init", "--file=nameless.json"],
      [["Please provide the name for your project", fill("Asked for", "聞かれた")]],
    )
    expect(asked.code).toBe(0)
    expect(await projectCalled(world, "Asked for")).toMatch(/^[0-9a-f]{24}$/)
  })

  test("are refused and change nothing if they are broken", async ({ world, terminal }) => {
    writeFileSync(join(terminal.folder, "broken.zip"), "no archive at all")
    const before = await world.hash()
    const { code, told } = await terminal.hx(["pj:restore", "broken.zip", "--name=Broken", "--yes"])
    expect(code).toBe(1)
    expect(told).toContain("Request failed with status code 400")
    expect(await world.hash()).toBe(before)
    const aborted = await terminal.hx(
      ["projects:restore", "broken.zip"],
      [
        ["Please provide the name for your project", type("Broken")],
        ["Do you want to proceed?", type("n")],
      ],
    )
    expect(aborted.shown).toContain("Restoring aborted")
    expect(await world.hash()).toBe(before)
  })
})
