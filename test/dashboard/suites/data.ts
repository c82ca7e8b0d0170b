import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"
import { paste } from "../paste.ts"
import { thingsWith } from "../things.ts"

const MINA = "mina@hikari.example"
const PLACE = "/applications/ORDERS/datastores/Customers"

/** Items of a datastore in the response to a user. */
async function listItems(it: Desk, world: string, user: string, body: unknown = {}) {
  const { body: text } = await it.api(world, user, "POST", `${PLACE}/items/search`, body)
  const answer: { items: { i_id: string; title: string; Name: string; rev_no: string }[]; totalItems: number } =
    JSON.parse(text)
  return answer
}

export function ofData(desk: () => Desk): void {
  describe("data", () => {
    test("shows what the acting person is answered, sorted and with conditions by address", async () => {
      const it = desk()
      const world = await it.world("list")
      const all = await listItems(it, world, MINA, { sort_fields: [{ id: "Name", order: "asc" }] })
      const page = await it.open(`#/${world}/data/ORDERS/Customers?sort=Name`)
      const rows = page.getByRole("grid").getByRole("row")
      await until(async () => expect(await rows.nth(1).innerText()).toContain(all.items[0]?.Name ?? "?"))
      await page.getByText(`${all.totalItems} items`).waitFor()
      const where = JSON.stringify([{ id: "Country", search_value: ["DE"] }])
      const german = await listItems(it, world, MINA, { conditions: JSON.parse(where) })
      await page.goto(`${it.url}/#/${world}/data/ORDERS/Customers?where=${encodeURIComponent(where)}`)
      await page.getByText(`${german.totalItems} items`).waitFor()
      await page.getByText("Country: Germany").waitFor()
      await it.done(page)
    })

    test("looking leaves no trace: the world's hash and its log stay", async () => {
      const it = desk()
      const world = await it.world("look")
      const before = (await it.ask("GET /worlds/:w", { w: world })).hash
      const { items } = await listItems(it, "main", MINA)
      const page = await it.open(`#/${world}/data/ORDERS/Customers/${items[0]?.i_id}?as=${MINA}`)
      await page.getByRole("heading", { name: "Users who can see this item" }).waitFor()
      await it.settled(page)
      expect((await it.ask("GET /worlds/:w", { w: world })).hash).toBe(before)
      expect((await it.ask("GET /worlds/:w/requests", { w: world })).requests).toEqual([])
      await it.done(page)
    })

    test("creates by a form; a refusal stands at its field", async () => {
      const it = desk()
      const world = await it.world("create")
      const page = await it.open(`#/${world}/data/ORDERS/Customers`)
      await page.getByRole("button", { name: "New item" }).click()
      const form = page.getByRole("dialog")
      await form.getByRole("button", { name: "New item" }).click()
      const name = form.getByLabel(/^Name/)
      await until(async () => expect(await name.getAttribute("aria-invalid")).toBe("true"))
      await form.getByText("required field for this action").waitFor()
      expect(await it.violations(page)).toEqual([])
      await name.fill("Nordlicht Kaffee")
      await form.getByLabel("Kind").selectOption({ label: "Shop" })
      await form.getByRole("button", { name: "New item" }).click()
      await until(async () => expect(await page.locator("main h1").first().textContent()).toBe("Nordlicht Kaffee"))
      const made = await listItems(it, world, MINA, {
        conditions: [{ id: "Name", search_value: ["Nordlicht Kaffee"], exact_match: true }],
      })
      expect(made.items).toHaveLength(1)
      await it.done(page)
    })

    test("changes one field in its cell, by keyboard, and bulk deletes with undo", async () => {
      const it = desk()
      const world = await it.world("edit")
      const { items } = await listItems(it, world, MINA, { sort_fields: [{ id: "Name", order: "asc" }] })
      const first = items[0]
      const page = await it.open(`#/${world}/data/ORDERS/Customers?sort=Name`)
      const grid = page.getByRole("grid")
      const cell = grid.getByRole("row").nth(1).getByRole("gridcell").nth(3)
      await cell.click()
      await page.keyboard.press("F2")
      const editor = page.getByRole("form", { name: "Edit Name" }).getByRole("textbox")
      await until(async () => expect(await editor.inputValue()).toBe(first?.Name))
      await editor.fill("Aardvark Coffee")
      await page.keyboard.press("Enter")
      await page.getByText(/ was saved\./).waitFor()
      const changed = await listItems(it, world, MINA, { conditions: [{ id: "i_id", search_value: [first?.i_id] }] })
      expect(changed.items[0]).toMatchObject({ Name: "Aardvark Coffee", rev_no: String(Number(first?.rev_no) + 1) })
      await grid.getByRole("checkbox").nth(0).check()
      await grid.getByRole("checkbox").nth(1).check()
      await page.getByText("2 items selected").waitFor()
      await page.getByRole("button", { name: "Delete", exact: true }).click()
      await page.getByText("2 items were deleted.").waitFor()
      expect((await listItems(it, world, MINA)).totalItems).toBe(28)
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText("Undone").waitFor()
      expect((await listItems(it, world, MINA)).totalItems).toBe(30)
      await it.done(page)
    })

    test("what is refused of a change in a cell is said at the cell, and changes nothing", async () => {
      const it = desk()
      const world = await it.world("cell")
      const { hash } = await it.ask("GET /worlds/:w", { w: world })
      const page = await it.open(`#/${world}/data/ORDERS/Products?sort=Sku&columns=Sku,Name&as=${MINA}`)
      const skuOf = (row: number) => page.getByRole("grid").getByRole("row").nth(row).getByRole("gridcell").nth(2)
      const taken = await skuOf(2).innerText()
      await skuOf(1).click()
      await page.keyboard.press("F2")
      const form = page.getByRole("form", { name: "Edit SKU" })
      await form.getByRole("textbox").fill(taken)
      await page.keyboard.press("Enter")
      await until(async () => expect(await form.getByRole("textbox").getAttribute("aria-invalid")).toBe("true"))
      expect(await form.innerText()).not.toBe("")
      expect(await it.violations(page)).toEqual([])
      expect((await it.ask("GET /worlds/:w", { w: world })).hash).toBe(hash)
      await page.keyboard.press("Escape")
      await form.waitFor({ state: "detached" })
      await it.done(page)
    })

    test("rows that are pasted become items, told before; a row that is refused is named, and nothing half stays", async () => {
      const it = desk()
      const world = await it.world("paste")
      const page = await it.open(`#/${world}/data/ORDERS/Customers?columns=Name,Kind,Notes`)
      await paste(page, "Nordlicht\tShop\tfirst\nSüdlicht\tnone of these\tsecond")
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("cell", { name: "Nordlicht" }).waitFor()
      await dialog.getByRole("button", { name: "New item" }).click()
      await dialog.getByRole("alert").getByText("2: Kind").waitFor()
      expect((await listItems(it, world, MINA)).totalItems).toBe(30)
      await dialog.getByRole("button", { name: "Cancel" }).click()
      await paste(page, "Nordlicht\tShop\tfirst\nSüdlicht\tHotel\tsecond")
      await dialog.getByRole("button", { name: "New item" }).click()
      await dialog.waitFor({ state: "detached" })
      const made = await listItems(it, world, MINA, { conditions: [{ id: "Name", search_value: ["dlicht"] }] })
      expect(made.items.map(({ Name }) => Name).sort()).toEqual(["Nordlicht", "Südlicht"])
      await it.done(page)
    })

    test("the list is downloaded as CSV, with the conditions of the address", async () => {
      const it = desk()
      const where = JSON.stringify([{ id: "Country", search_value: ["DE"] }])
      const page = await it.open(`#/main/data/ORDERS/Customers?where=${encodeURIComponent(where)}`)
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download CSV" }).click(),
      ])
      expect(file.suggestedFilename()).toBe("Customers.csv")
      const told = await it.api("main", MINA, "POST", `${PLACE}/items/search`, {
        conditions: JSON.parse(where),
        format: "csv",
      })
      const chunks: Buffer[] = []
      for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
      expect(
        Buffer.concat(chunks)
          .toString("utf8")
          .replace(/^\ufeff/, ""),
      ).toBe(told.body.replace(/^\ufeff/, ""))
      await it.done(page)
    })

    test("an action is run on all that are selected", async () => {
      const it = desk()
      const world = await it.world("bulk")
      const page = await it.open(`#/${world}/data/ORDERS/Customers?sort=Name&as=${MINA}`)
      const grid = page.getByRole("grid")
      await grid.getByRole("checkbox").nth(0).check()
      await grid.getByRole("checkbox").nth(1).check()
      await page.getByRole("button", { name: "Run", exact: true }).click()
      await page.getByText(/on 2 items/).waitFor()
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
      expect(requests.at(-1)).toMatchObject({ operation: "ExecuteBulkAction", status: 200, via: "dashboard" })
      await it.done(page)
    })

    test("an item shows the names of options; a single user is chosen from a list that has the field's name", async () => {
      const it = desk()
      const world = await it.world("options")
      const german = { conditions: [{ id: "Country", search_value: ["DE"] }], per_page: 1, page: 1 }
      const id = (await listItems(it, world, MINA, german)).items[0]?.i_id ?? "?"
      const update = { item: { Channels: ["mail", "visit"] }, is_force_update: true }
      expect(await it.api(world, MINA, "POST", `${PLACE}/items/edit/${id}`, update)).toMatchObject({ status: 200 })
      const page = await it.open(`#/${world}/data/ORDERS/Customers/${id}?as=${MINA}`)
      const fields = page.getByRole("region", { name: "Fields" })
      await fields.getByText("Germany", { exact: true }).waitFor()
      await fields.getByText("Mail, Visit", { exact: true }).waitFor()
      await page.getByRole("button", { name: "Edit", exact: true }).click()
      const form = page.getByRole("dialog")
      await form.getByRole("combobox", { name: "Our contact" }).selectOption({ label: "Aiko Mori" })
      await form.getByRole("group", { name: "Reach them by" }).getByRole("checkbox", { name: "Phone" }).check()
      expect(await it.violations(page)).toEqual([])
      await form.getByRole("button", { name: "Save" }).click()
      await form.waitFor({ state: "detached" })
      await fields.getByText("Aiko Mori", { exact: true }).waitFor()
      await fields.getByText("Mail, Visit, Phone", { exact: true }).waitFor()
      await it.done(page)
    })

    test("a lookup is searched for in the form, and the item that it names leads back", async () => {
      const it = desk()
      const world = await it.world("lookup")
      const page = await it.open(`#/${world}/data/ORDERS/Orders?as=${MINA}`)
      await page.getByRole("button", { name: "New item" }).click()
      const form = page.getByRole("dialog")
      await form.getByRole("searchbox", { name: /^Customer/ }).fill("quay wo")
      const found = form.getByRole("listbox", { name: /^Customer/ })
      await until(async () => expect(await found.getByRole("option").allInnerTexts()).toEqual(["Quay Works"]))
      await found.selectOption({ label: "Quay Works" })
      await form.locator(".badge").getByText("Quay Works").waitFor()
      expect(await it.violations(page)).toEqual([])
      await form.getByRole("button", { name: "New item" }).click()
      await form.waitFor({ state: "detached" })
      const title = (await page.locator("main h1").first().textContent()) ?? "?"
      await page.getByRole("region", { name: "Fields" }).getByRole("link", { name: "Quay Works" }).click()
      await until(async () => expect(await page.locator("main h1").first().textContent()).toBe("Quay Works"))
      const related = page.getByRole("region", { name: "Related and linked items" })
      await related.getByRole("link", { name: title, exact: true }).first().waitFor()
      await it.done(page)
    })

    test("items that are linked are shown both ways", async () => {
      const it = desk()
      const world = await it.world("linked")
      await it.send(
        "POST",
        `/worlds/${world}/import`,
        thingsWith({ items: [{ values: { Name: "One" } }, { values: { Name: "Two" } }] }),
      )
      const things = "/applications/APP/datastores/Things/items"
      const { body } = await it.api(world, "ada@acme.test", "POST", `${things}/search`, { page: 1, per_page: 9 })
      const items: { i_id: string; d_id: string; title: string }[] = JSON.parse(body).items
      const [one, two] = items
      const linked = await it.api(world, "ada@acme.test", "POST", `${things}/addlink/${one?.i_id}`, {
        link_datastore_id: "Things",
        link_item_id: two?.i_id,
      })
      expect(linked, linked.body).toMatchObject({ status: 200 })
      const page = await it.open(`#/${world}/data/APP/Things/${one?.i_id}`)
      const related = page.getByRole("region", { name: "Related and linked items" })
      for (const [relation, name] of [
        ["linked", two?.title],
        ["linked from", one?.title],
      ] as const) {
        const table = related.getByRole("region", { name: "Things" })
        await table
          .getByRole("row", { name: name ?? "?" })
          .getByRole("cell", { name: relation, exact: true })
          .waitFor()
        await related.getByRole("link", { name: name ?? "?" }).click()
        await until(async () => expect(await page.locator("main h1").first().textContent()).toBe(name))
      }
      await it.done(page)
    })

    test("files are dropped on their field and belong to the item when it is saved", async () => {
      const it = desk()
      const world = await it.world("files")
      const place = "/applications/ORDERS/datastores/Orders/items"
      const { body } = await it.api(world, MINA, "POST", `${place}/search`, { per_page: 1, page: 1 })
      const id: string = JSON.parse(body).items[0].i_id
      const page = await it.open(`#/${world}/data/ORDERS/Orders/${id}?as=${MINA}`)
      await page.getByRole("button", { name: "Edit", exact: true }).click()
      const dialog = page.getByRole("dialog")
      await it.drop(page, dialog.locator(".drop"), [["invoice.txt", "12 sacks"]])
      await dialog.getByRole("button", { name: /invoice\.txt/ }).waitFor()
      await dialog.getByRole("button", { name: "Save" }).click()
      await dialog.waitFor({ state: "detached" })
      const details = await it.api(world, MINA, "GET", `${place}/details/${id}?use_display_id=true`)
      expect(JSON.parse(details.body).field_values.Papers).toMatchObject({ value: { filename: "invoice.txt" } })
      await page.getByText("invoice.txt").first().waitFor()
      const list = await it.open(`#/${world}/data/ORDERS/Orders?as=${MINA}&columns=Papers`)
      await list.getByRole("gridcell", { name: "invoice.txt", exact: true }).waitFor()
      await it.done(list)
      await it.done(page)
    })

    test("an item runs its actions, takes comments, and says who sees it and why", async () => {
      const it = desk()
      const world = await it.world("item")
      const { body } = await it.api(world, MINA, "POST", "/applications/ORDERS/datastores/Orders/items/search", {
        conditions: [{ id: "Status", search_value: ["Shipped"] }],
        per_page: 1,
        page: 1,
      })
      const id: string = JSON.parse(body).items[0].i_id
      const page = await it.open(`#/${world}/data/ORDERS/Orders/${id}?as=${MINA}`)
      await page.getByRole("button", { name: "Run Mark as paid", exact: true }).click()
      await page.getByText(/^Ran Mark as paid on .+\./).waitFor()
      await page.getByLabel("Comment", { exact: true }).fill("Thank you <b>all</b>")
      await page.getByRole("button", { name: "Post" }).click()
      await page.getByText("Thank you <b>all</b>").waitFor()
      const past = page.getByRole("region", { name: "History and comments" }).getByRole("listitem")
      const ran = past.filter({ hasText: "Mark as paid" }).first()
      await ran.getByRole("link", { name: "ExecuteAction" }).waitFor()
      await ran.getByRole("row", { name: /status Shipped Paid/ }).waitFor()
      await page.getByRole("link", { name: "Requests that changed this item" }).click()
      await page.getByRole("gridcell", { name: "ExecuteAction" }).waitFor()
      await page.getByText("1 request", { exact: true }).waitFor()
      await page.goBack()
      const access = await it.ask("GET /worlds/:w/items/:i/access", { w: world, i: id })
      await page.getByText(`${access.seeing} of ${access.total} users can see this item`).waitFor()
      expect(await it.violations(page)).toEqual([])
      await page.getByLabel("View as").selectOption({ label: "Sofia Ek" })
      await page.getByText("can't see the item").waitFor()
      await it.done(page)
    })
  })
}
