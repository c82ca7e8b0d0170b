import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { accept, choose, type } from "./hx.ts"
import { type DemoWorld, test } from "./world.ts"

const SCRIPTS = new URL("../../../fixtures/demo/scripts/", import.meta.url)

const demoScript = (name: string): string => readFileSync(new URL(name, SCRIPTS), "utf8")

async function actionOf(world: DemoWorld, datastore: string, action: string): Promise<string> {
  const { datastore_id } = await world.datastore(datastore)
  return (await world.api("GET", `/datastores/${datastore_id}/actions/${action}`)).action_id
}

describe("scripts", () => {
  test("are downloaded to a chosen file, or to the offered one", async ({ world, terminal }) => {
    const confirm = await actionOf(world, "Orders", "Confirm")
    const given = await terminal.hx(["actions:scripts:download", "--type=post", "--output=confirm.js", confirm])
    expect(given).toMatchObject({ code: 0, shown: "" })
    expect(readFileSync(join(terminal.folder, "confirm.js"), "utf8")).toBe(demoScript("confirm.js"))
    const create = await actionOf(world, "Orders", "CreateOrder")
    const offered = await terminal.hx(["as", "-t=pre", create], [["Specify the output", accept]])
    expect(offered.code).toBe(0)
    expect(readFileSync(join(terminal.folder, `pre-${create}.js`), "utf8")).toBe(demoScript("check-discount.js"))
    const missing = await terminal.hx(["as:get", "-t=pre", "-o=none.js", confirm])
    expect(missing.code).toBe(1)
    expect(missing.told).toContain("404")
    expect(readdirSync(terminal.folder).sort()).toEqual(["confirm.js", `pre-${create}.js`].sort())
  })

  test("are downloaded at once for a whole project", async ({ terminal }) => {
    const { code, shown } = await terminal.hx(
      ["actions:scripts:download_all", "--output=all"],
      [["Select your project", choose("Order desk")]],
    )
    expect(code).toBe(0)
    expect(shown).toContain("Download success Ship")
    const folder = join(terminal.folder, "all", "Order desk", "Orders")
    const saved = Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    )
    expect(saved).toEqual({
      "Confirm-post.js": demoScript("confirm.js"),
      "CreateOrder-pre.js": demoScript("check-discount.js"),
      "Ship-post.js": demoScript("announce.js"),
      "UpdateOrder-pre.js": demoScript("check-discount.js"),
    })
  })

  test("are uploaded, when confirmed, and run from then on", async ({ world, terminal }) => {
    const update = await actionOf(world, "Customers", "UpdateCustomer")
    const script = 'function main() { return Promise.reject("customers do not change") }\n'
    writeFileSync(join(terminal.folder, "refuse.js"), script)
    const upload = ["actions:scripts:upload", "--type=pre", update, "refuse.js"]
    const before = await world.hash()
    const refused = await terminal.hx(upload, [["Do you want to proceed?", type("n")]])
    expect(refused.shown).toContain("Uploading aborted")
    expect(await world.hash()).toBe(before)
    expect((await terminal.hx(upload, [["Do you want to proceed?", type("y")]])).code).toBe(0)
    await terminal.hx(["scripts:download", "-t=pre", "-o=back.js", update])
    expect(readFileSync(join(terminal.folder, "back.js"), "utf8")).toBe(script)

    const items = "/applications/ORDERS/datastores/Customers/items"
    const found = await world.api("POST", `${items}/search`, { conditions: [], page: 1, per_page: 1 })
    const edit = world.api("POST", `${items}/edit/${found.items[0].i_id}`, {
      rev_no: Number(found.items[0].rev_no),
      item: { Address: "1 Harbour Street" },
    })
    await expect(edit).rejects.toThrow("customers do not change")
  })

  test("are refused and change nothing if they do not parse", async ({ world, terminal }) => {
    const update = await actionOf(world, "Customers", "UpdateCustomer")
    writeFileSync(join(terminal.folder, "broken.js"), "function main( {")
    const before = await world.hash()
    const { code, told } = await terminal.hx(["as:put", "-t=post", "-y", update, "broken.js"])
    expect(code).toBe(1)
    expect(told).toContain("Request failed with status code 400")
    expect(await world.hash()).toBe(before)
  })
})
