import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { accept, choose, type Terminal, type } from "./hx.ts"
import { test } from "./world.ts"

const readSaved = (terminal: Terminal, ...path: readonly string[]) =>
  JSON.parse(readFileSync(join(terminal.folder, "hexabase", ...path), "utf8"))

describe("settings", () => {
  test("are downloaded for an application, a datastore and its actions", async ({ world, terminal }) => {
    const { datastore_id: dId } = await world.datastore("Orders")
    const { id } = await world.api("GET", "/applications/ORDERS/setting")
    const application = await terminal.hx(["projects:settings:download", "--type=application", "--output=out", id])
    expect(application.shown).toContain("completed save file: hexabase/out/ORDERS/app-settings.json")
    expect(readSaved(terminal, "out", "ORDERS", "app-settings.json")).toEqual(
      await world.api("GET", "/applications/ORDERS/setting"),
    )
    await terminal.hx(["pj:settings:get", "-t=datastore", dId], [["Specify the output of the setting file", accept]])
    expect(readSaved(terminal, "settings", "ORDERS", "Orders", "datastore-settings.json")).toEqual(
      await world.api("GET", `/datastores/${dId}/setting`),
    )
    const download = ["projects:settings:download", "-t=action", "-o=out", dId]
    await terminal.hx(download)
    const settings = await world.api("GET", `/datastores/${dId}/action/setting`)
    expect(readSaved(terminal, "out", "ORDERS", "Orders", "action-settings.json")).toEqual(settings)
    await terminal.hx(download, [
      ["overwrite?", type("n")],
      ["Enter new name file", type("again")],
    ])
    expect(readSaved(terminal, "out", "ORDERS", "Orders", "again.json")).toEqual(settings)
  })

  test("are downloaded for everything at once", async ({ world, terminal }) => {
    const { code } = await terminal.hx(
      ["projects:settings:download_all", "--output=all"],
      [["Select your project", choose("Order desk")]],
    )
    expect(code).toBe(0)
    const datastores: { datastore_id: string; display_id: string }[] = await world.api(
      "GET",
      "/applications/ORDERS/datastores",
    )
    expect(readdirSync(join(terminal.folder, "hexabase", "all", "ORDERS")).sort()).toEqual(
      ["app-settings.json", ...datastores.map(({ display_id }) => display_id)].sort(),
    )
    for (const { datastore_id, display_id } of datastores) {
      const actions = await world.api("GET", `/datastores/${datastore_id}/action/setting`)
      expect(readSaved(terminal, "all", "ORDERS", display_id, "action-settings.json")).toEqual(actions)
    }
  })
})
