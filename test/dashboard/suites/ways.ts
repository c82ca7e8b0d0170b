import { expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"
import { thingsWith } from "../things.ts"

const MINA = "mina@hikari.example"

/** Tests of the links from the overview and the schema, and back. */
export function ofWays(desk: () => Desk): void {
  test("the overview tells what the server tells, and leads there; going back leads to where one was", async () => {
    const it = desk()
    const world = await it.world("ways")
    await it.api(world, null, "GET", "/userinfo")
    await it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
    const { items, version } = await it.ask("GET /worlds/:w", { w: world })
    const { upcoming } = await it.ask("GET /worlds/:w/schedule", { w: world })
    const page = await it.open(`#/${world}`)
    await page.getByRole("link", { name: `Items ${items}` }).waitFor()
    await page.getByRole("link", { name: `Committed changes ${version}` }).waitFor()
    await page
      .getByRole("region", { name: "Next scheduled events" })
      .getByText(upcoming[0]?.name ?? "?")
      .first()
      .waitFor()
    await page
      .getByRole("region", { name: "Latest mails" })
      .getByRole("link", { name: /mina@hikari/ })
      .waitFor()
    await page
      .getByRole("region", { name: "Latest refused requests" })
      .getByRole("link", { name: /401.*GetUserInfo/ })
      .click()
    await page.getByRole("region", { name: "Selected request" }).getByRole("heading", { name: "GetUserInfo" }).waitFor()
    await page.getByRole("region", { name: "Selected request" }).getByRole("link", { name: "Close" }).click()
    await until(async () => expect(page.url()).toMatch(/requests$/))
    await page.goBack()
    await page.getByRole("region", { name: "Selected request" }).waitFor()
    await page.goBack()
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await it.done(page)
  })

  test("times are the world's, local ones on hover; a long ID is shortened, and copied whole", async () => {
    const it = desk()
    const { body } = await it.api("main", MINA, "POST", "/applications/ORDERS/datastores/Orders/items/search", {})
    const [{ i_id, created_at }] = JSON.parse(body).items
    const page = await it.open(`#/main/data/ORDERS/Orders/${i_id}`)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const made = page.locator(`time[datetime="${new Date(created_at).toISOString()}"]`).first()
    expect(await made.innerText()).toBe(new Date(created_at).toISOString().slice(0, 19).replace("T", " "))
    const local = await page.evaluate<string>(`new Date(${JSON.stringify(created_at)}).toLocaleString()`)
    expect(await made.getAttribute("title")).toBe(`${local} local time`)
    await page.getByText(`${i_id.slice(0, 6)}…${i_id.slice(-4)}`).waitFor()
    await page.getByRole("button", { name: `Copy ID ${i_id}` }).click()
    await until(async () => expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(i_id))
    await it.done(page, { keeps: false })
  })

  test("the menu of a narrow page is opened and used by keyboard, and closes", async () => {
    const it = desk()
    const page = await it.open("#/main", { width: 400 })
    const menu = page.getByRole("button", { name: "Menu" })
    const mails = page.locator("nav").first().getByRole("link", { name: "Mails" })
    expect(await mails.isVisible()).toBe(false)
    await menu.focus()
    await page.keyboard.press("Enter")
    await mails.waitFor()
    await mails.focus()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Mails" }).waitFor()
    await until(async () => expect(await mails.isVisible()).toBe(false))
    await it.done(page)
  })

  test("the schema counts what there is, leads to the items of a status, and is downloaded as a fixture", async () => {
    const it = desk()
    const world = await it.world("schema")
    const { workspaces } = await it.ask("GET /worlds/:w/schema", { w: world })
    const orders = workspaces
      .flatMap(({ applications }) => applications)
      .flatMap(({ datastores }) => datastores)
      .find(({ datastore_id }) => datastore_id === "Orders")
    const shipped = orders?.statuses.find(({ name }) => name === "Shipped")?.items ?? 0
    expect(shipped).toBeGreaterThan(0)
    const page = await it.open(`#/${world}/schema`)
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the fixture" }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    const told = await it.ask("GET /worlds/:w/export", { w: world })
    expect(JSON.parse(Buffer.concat(chunks).toString("utf8"))).toEqual(told)
    await page.getByRole("region", { name: "Datastores", exact: true }).getByRole("link", { name: "Orders" }).click()
    const application = workspaces
      .flatMap(({ applications }) => applications)
      .find((each) => each.datastores.some((one) => one === orders))
    const roles = application?.roles ?? []
    for (const [title, rows] of [
      ["Roles that may run each action", orders?.actions ?? []],
      ["Field visibility by role", orders?.fields ?? []],
    ] as const) {
      const table = page.getByRole("region", { name: title }).getByRole("table")
      const told = await table
        .getByRole("row")
        .evaluateAll((each: { innerText: string }[]) =>
          each.map((row) => row.innerText.split("\t").map((cell) => cell.trim())),
        )
      expect(told[0]?.slice(1), title).toEqual(roles.map(({ name }) => name))
      expect(told.slice(1), title).toEqual(
        rows.map((row) => [
          row.name,
          ...roles.map(({ role_id }) => (role_id === "ADMIN" || row.roles.includes(role_id) ? "●" : "·")),
        ]),
      )
    }
    await page.getByRole("link", { name: `Shipped: ${shipped} items` }).click()
    await page.getByText(`${shipped} items`, { exact: true }).waitFor()
    await it.done(page)
  })

  test("what was due and run has a cause in the list of requests", async () => {
    const it = desk()
    const world = await it.world("due")
    const page = await it.open(`#/${world}/time`)
    const run = page.getByRole("button", { name: /^Run now/ }).first()
    const name = ((await run.getAttribute("aria-label")) ?? "").replace("Run now: ", "")
    await run.click()
    await page.getByRole("heading", { name: "Events that ran" }).waitFor()
    await page.goto(`${it.url}/#/${world}/requests`)
    const row = page.getByRole("treegrid").getByRole("row").nth(1)
    await until(async () => expect(await row.innerText()).toContain("↳"))
    await row.click()
    const entry = page.getByRole("region", { name: "Selected request" })
    await entry.getByText(`Caused by ${name}`).waitFor()
    await entry.getByRole("heading", { name }).waitFor()
    expect(await entry.getByRole("button", { name: "Send again" }).count()).toBe(0)
    await it.done(page)
  })

  test("what failed with nobody to be told of it is listed, newest first, as it comes", async () => {
    const it = desk()
    const world = await it.world("failed")
    await it.send("POST", `/worlds/${world}/import`, withFailing)
    const page = await it.open(`#/${world}/faults`)
    const failures = page.getByRole("region", { name: "Failures after the response" })
    await failures.getByText("No failures.").waitFor()
    await it.send("POST", `/worlds/${world}/clock`, { advance: "3h" })
    const told = (await it.ask("GET /worlds/:w/failures", { w: world })).failures
    expect(told.length).toBeGreaterThan(1)
    await until(async () => expect(await failures.getByRole("listitem").count()).toBe(told.length))
    const newest = failures.getByRole("listitem").first()
    await newest.getByText("Hourly").waitFor()
    await newest.getByText(told.at(-1)?.error ?? "?").waitFor()
    expect(await it.violations(page)).toEqual([])
    await it.done(page)
  })

  test("a webhook that could not be sent says why, and is sent again", async () => {
    const it = desk()
    const world = await it.world("hooks")
    const nowhere = "http://127.0.0.1:9/nobody"
    await it.send("POST", `/worlds/${world}/import`, withWebhook(nowhere))
    const place = "/applications/APP/datastores/Things/items"
    await it.api(world, "ada@acme.test", "POST", `${place}/new`, { item: { Name: "One" } })
    const page = await it.open(`#/${world}/faults`)
    const sent = page.getByRole("region", { name: "Webhooks" }).getByRole("listitem").filter({ hasText: nowhere })
    await until(async () => expect(await sent.count()).toBe(1))
    const { webhooks } = await it.ask("GET /worlds/:w/webhooks", { w: world })
    await sent.getByText(webhooks[0]?.error ?? "?").waitFor()
    await sent.getByRole("button").click()
    await page.getByText(`Sent the webhook to ${nowhere} again. You can't undo this.`).waitFor()
    expect(await page.getByRole("button", { name: /^Undo: / }).count()).toBe(0)
    await until(async () => expect(await sent.count()).toBe(2))
    expect((await it.ask("GET /worlds/:w/webhooks", { w: world })).webhooks).toHaveLength(2)
    await it.done(page)
  })
}

const withWebhook = (url: string) =>
  thingsWith({ actions: { New: { name: "New", crud_type: "1", default: true, webhooks: [url] } } })

/** At the second run, the item is already closed. Its status does not allow the action. */
const withFailing = (() => {
  const fixture = thingsWith({
    statuses: { Open: { name: "Open" }, Done: { name: "Done" } },
    actions: {
      New: { crud_type: "1", default: true },
      Close: { crud_type: "2", status: "Open", next_status: "Done" },
    },
    items: [{ values: { Name: "One" } }],
  })
  const [workspace] = fixture.workspaces
  return {
    ...fixture,
    workspaces: [
      {
        ...workspace,
        applications: workspace?.applications.map((application) => ({
          ...application,
          auto_actions: [
            {
              name: "Hourly",
              datastore_id: "Things",
              action_id: "Close",
              conditions: [{ id: "Name", search_value: ["One"] }],
              action_schedule: { time_type: "hr", time_value: "1" },
            },
          ],
        })),
      },
    ],
  }
})()
