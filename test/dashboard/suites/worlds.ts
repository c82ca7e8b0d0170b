import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"
import { thingsWith } from "../things.ts"

const MINA = "mina@hikari.example"

/** A fixture with its items in a separate file. */
const withItems = thingsWith({ items_file: "items/things.ndjson" })

export function ofWorlds(desk: () => Desk): void {
  describe("worlds and time", () => {
    test("fork, snapshot, restore and delete are what the server then has", async () => {
      const it = desk()
      const world = await it.world("tree")
      const page = await it.open(`#/${world}/worlds`)
      await page.getByRole("button", { name: `Fork ${world}`, exact: true }).click()
      await page.getByLabel("Name of the fork").fill("main")
      await page.getByRole("dialog").getByRole("button", { name: "Fork" }).click()
      await page.getByRole("dialog").getByRole("alert").waitFor()
      await page.getByLabel("Name of the fork").fill(`${world}-fork`)
      await page.getByRole("dialog").getByRole("button", { name: "Fork" }).click()
      await until(async () => expect(page.url()).toContain(`#/${world}-fork/worlds`))
      expect((await it.ask("GET /worlds/:w", { w: `${world}-fork` })).parent).toBe(world)
      await page.getByLabel("Name of the snapshot").fill("before")
      await page.getByRole("button", { name: "Take a snapshot" }).click()
      await page.getByRole("button", { name: "Restore before" }).waitFor()
      await it.api(`${world}-fork`, null, "POST", "/users/password/forgot", { email: "mina@hikari.example" })
      await page.getByRole("button", { name: "Restore before" }).click()
      await page.getByText("Restored the snapshot before.").waitFor()
      expect((await it.ask("GET /worlds/:w/mails", { w: `${world}-fork` })).mails).toEqual([])
      await page.getByRole("button", { name: `Delete ${world}-fork` }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
      await until(async () =>
        expect((await it.ask("GET /worlds", {})).worlds.some(({ name }) => name === `${world}-fork`)).toBe(false),
      )
      await it.done(page)
    })

    test("worlds that others make, reset and delete are seen from any world", async () => {
      const it = desk()
      const world = await it.world("live")
      const page = await it.open(`#/${world}/worlds`)
      const other = await it.world("other")
      const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: other, exact: true }) })
      await row.waitFor()
      const versionOf = async () => Number(await row.getByRole("cell").nth(3).innerText())
      const before = await versionOf()
      await it.send("POST", `/worlds/${other}/reset`)
      await until(async () => expect(await versionOf()).toBeGreaterThan(before))
      await it.send("DELETE", `/worlds/${other}`)
      await row.waitFor({ state: "detached" })
      await it.done(page)
    })

    test("a reset leads back to the start, and is undone", async () => {
      const it = desk()
      const world = await it.world("reset")
      await it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
      const { hash } = await it.ask("GET /worlds/:w", { w: world })
      const page = await it.open(`#/${world}/worlds`)
      await page.getByRole("button", { name: `Reset ${world}` }).click()
      await page.getByText(`The world ${world} is back in its initial state.`).waitFor()
      expect((await it.ask("GET /worlds/:w/mails", { w: world })).mails).toEqual([])
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText("Undone").waitFor()
      expect((await it.ask("GET /worlds/:w", { w: world })).hash).toBe(hash)
      await it.done(page)
    })

    test("a world is compared with another one and with its own snapshot, record by record", async () => {
      const it = desk()
      const world = await it.world("compare")
      const page = await it.open(`#/${world}/worlds?with=main`)
      await page.getByText("No differences.").waitFor()
      await it.send("PUT", `/worlds/${world}/snapshots/before`)
      const place = "/applications/ORDERS/datastores/Customers/items/new"
      await it.api(world, MINA, "POST", place, { item: { Name: "Nordlicht Kaffee" } })
      const found = await it.ask("GET /worlds/:w/differences", { w: world }, "?with=main")
      const card = page.getByRole("region", { name: "Compare" })
      await card.getByText(`${found.differences.length} records differ.`).waitFor()
      await card.getByText("Nordlicht Kaffee", { exact: false }).first().click()
      await card.getByText('"Name": "Nordlicht Kaffee"').waitFor()
      await page.getByLabel("Compare with").selectOption({ label: "Snapshot before" })
      await card.getByText("Nordlicht Kaffee", { exact: false }).first().waitFor()
      expect(page.url()).toContain("snapshot=before")
      await it.send("POST", `/worlds/${world}/snapshots/before/restore`)
      await card.getByText("No differences.").waitFor()
      expect(await it.violations(page)).toEqual([])
      await it.done(page)
    })

    test("a dropped fixture is imported; every mistake of a faulty one stands with its line, and no fixture is none", async () => {
      const it = desk()
      const world = await it.world("drop")
      const page = await it.open(`#/${world}/worlds`)
      const target = page.getByRole("region", { name: "Import" }).getByText("Drop a fixture (JSON or YAML)")
      const drop = (...files: readonly (readonly [name: string, text: string])[]) => it.drop(page, target, files)
      await drop(["notes.txt", "hello"])
      await page.getByText("No fixture found").waitFor()
      // The list above grows during the drag. A drop beside the target also counts.
      await it.drop(page, page.getByRole("heading", { name: "Worlds" }), [["beside.yaml", "just a text"]])
      await page.getByText("beside.yaml is not a fixture").waitFor()
      await drop(["notes.yaml", "just a text"])
      await page.getByText("notes.yaml is not a fixture").waitFor()
      const before = (await it.ask("GET /worlds/:w", { w: world })).hash
      await drop([
        "faulty.yaml",
        "version: 1\nusers:\n  - email: a@b.test\n    password: x\n  - email: 7\nworkspaces: 3\n",
      ])
      const mistakes = page.getByRole("region", { name: "Import" }).getByRole("row")
      await mistakes.filter({ hasText: "line 5, column" }).filter({ hasText: "- email: 7" }).first().waitFor()
      await mistakes.filter({ hasText: "line 6, column" }).filter({ hasText: "workspaces: 3" }).first().waitFor()
      await drop(["broken.json", '{\n  "version": 1,\n  "users": [}\n}\n'])
      await mistakes.filter({ hasText: "broken.json line 3" }).filter({ hasText: '"users": [}' }).first().waitFor()
      await drop(
        ["with-items.json", JSON.stringify(withItems)],
        ["things.ndjson", '{"values":{"Name":"One"}}\n\n{"values":{"Name":7,"Nothing":1}}\n'],
      )
      await mistakes.filter({ hasText: "things.ndjson line 3" }).filter({ hasText: '"Nothing":1' }).first().waitFor()
      expect(await it.violations(page)).toEqual([])
      expect((await it.ask("GET /worlds/:w", { w: world })).hash).toBe(before)
      await drop([
        "small.yaml",
        "version: 1\nusers:\n  - { email: ada@acme.test, username: Ada, password: secret }\nworkspaces: []\n",
      ])
      await page.getByText("The fixture was imported.").waitFor()
      expect((await it.ask("GET /worlds/:w/users", { w: world })).users.map(({ email }) => email)).toEqual([
        "ada@acme.test",
      ])
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText("Undone").waitFor()
      expect((await it.ask("GET /worlds/:w", { w: world })).hash).toBe(before)
      await it.done(page)
    })

    test("the clock moves as it is told, and what ran is listed", async () => {
      const it = desk()
      const world = await it.world("clock")
      const { upcoming } = await it.ask("GET /worlds/:w/schedule", { w: world })
      const page = await it.open(`#/${world}/time`)
      await page.getByRole("button", { name: "Go to the next event" }).click()
      await page.getByRole("heading", { name: "Events that ran" }).waitFor()
      const { timeline } = await it.ask("GET /worlds/:w/timeline", { w: world }, "?days=7")
      await page.getByLabel("Time span").selectOption("week")
      const due = timeline.filter(({ what }) => what === "due").length
      await page
        .getByRole("img", { name: `Timeline: ${due} upcoming events, ${timeline.length - due} past events` })
        .waitFor()
      await page.getByText("Show as a list").click()
      const words = page.getByRole("region", { name: "Timeline" }).locator("li:not(.day)")
      await until(async () => expect(await words.count()).toBe(Math.min(200, timeline.length)))
      expect(page.url()).toContain("span=week")
      expect((await it.ask("GET /worlds/:w/clock", { w: world })).now).toBe(upcoming[0]?.at)
      await page.getByLabel("Advance by").fill("a while")
      await page.getByRole("button", { name: "Advance", exact: true }).click()
      await page.getByRole("alert").waitFor()
      const later = new Date(Date.parse(upcoming[0]?.at ?? "") + 3_723_000).toISOString()
      const shown = later.slice(0, 19).replace("T", " ")
      await page.getByLabel("Set the time").fill(shown)
      await page.getByRole("button", { name: "Set the time" }).click()
      await until(async () => expect((await it.ask("GET /worlds/:w/clock", { w: world })).now).toBe(later))
      await page.getByRole("link", { name: `World time ${shown}` }).waitFor()
      await page.getByRole("button", { name: "Start the clock" }).click()
      const modeIs = async (mode: string) =>
        until(async () => expect((await it.ask("GET /worlds/:w/clock", { w: world })).mode).toBe(mode))
      await modeIs("ticking")
      await page.getByRole("button", { name: "Freeze" }).click()
      await modeIs("frozen")
      await it.done(page)
    })

    test("where nothing is planned or kept, a command to copy makes something appear", async () => {
      const it = desk()
      const world = await it.world("empty")
      const page = await it.open(`#/${world}/faults`)
      const run = async (said: string) => {
        const shown = await page.locator(".empty", { hasText: said }).locator("pre").innerText()
        const [, method = "", sent, path = ""] =
          /^curl -s -X (\S+) -H 'X-Hexarium: 1'(?: .* -d '(.*)')? \S+\/_hexarium(\S+)$/.exec(shown) ?? []
        await it.send(method, path, sent === undefined ? {} : JSON.parse(sent))
      }
      await run("No planned faults.")
      await page.getByText("1 of 1 uses left").waitFor()
      await page.goto(`${it.url}/#/${world}/worlds`)
      await run("No snapshots yet.")
      await page.getByRole("button", { name: "Restore before" }).waitFor()
      await it.done(page)
    })

    test("the console has a field for each member; a refusal stands at its own", async () => {
      const it = desk()
      const world = await it.world("form")
      const page = await it.open(`#/${world}/console/createItem`)
      await page.getByLabel(/^app-id/).fill("ORDERS")
      await page.getByLabel(/^datastore-id/).fill("Customers")
      const item = page.getByLabel(/^item object/)
      await item.fill('{"Kind": "none of these"}')
      await page.getByLabel(/^return_item_result/).selectOption("true")
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await page.getByRole("status").getByText("400", { exact: true }).waitFor()
      await until(async () => expect(await item.getAttribute("aria-invalid")).toBe("true"))
      await page.getByText("Kind: unknown option: none of these").waitFor()
      expect(await it.violations(page)).toEqual([])
      await item.fill('{"Name": "Nordlicht Kaffee"}')
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await page.getByRole("status").getByText("200", { exact: true }).waitFor()
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
      expect(requests.at(-1)?.request).toEqual({ item: { Name: "Nordlicht Kaffee" }, return_item_result: true })
      await it.done(page)
    })

    test("the console says at each parameter what the API said of it", async () => {
      const it = desk()
      const world = await it.world("said")
      const page = await it.open(`#/${world}/console/login`)
      await page.getByRole("tab", { name: "JSON" }).click()
      await page.getByRole("textbox", { name: "Body" }).fill('{"email": 5, "password": "x"}')
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await page.getByRole("tab", { name: "Form" }).click()
      await page.getByText("expected a string, got a number").first().waitFor()
      await until(async () => expect(await page.getByLabel(/^email/).getAttribute("aria-invalid")).toBe("true"))
      await it.done(page)
    })

    test("the console sends any operation with examples of this world", async () => {
      const it = desk()
      const world = await it.world("console")
      const page = await it.open(`#/${world}/console/getDatastoreFields`)
      await until(async () => expect(await page.getByLabel(/^datastore-id/).inputValue()).not.toBe(""))
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await page.getByRole("status").getByText("200", { exact: true }).waitFor()
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
      expect(requests.at(-1)?.operation).toBe("GetDatastoreFields")
      // The form contains the values of the earlier request.
      const first = await page.getByLabel(/^datastore-id/).inputValue()
      await page.getByLabel(/^datastore-id/).fill("nowhere")
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await page.getByRole("status").getByText("404", { exact: true }).waitFor()
      const before = page.getByRole("region", { name: "Sent requests" }).getByRole("button")
      expect(await before.allInnerTexts()).toEqual([expect.stringContaining("404"), expect.stringContaining("200")])
      await before.nth(1).click()
      await until(async () => expect(await page.getByLabel(/^datastore-id/).inputValue()).toBe(first))
      await it.done(page)
    })
  })
}
