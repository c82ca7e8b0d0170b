import { describe, test } from "vitest"
import type { Desk } from "../desk.ts"

export function troubles(desk: () => Desk): void {
  describe("trouble", () => {
    test("an address of what is not there says so, and leads on", async () => {
      const it = desk()
      const page = await it.blank()
      for (const [place, text] of [
        ["#/main/nowhere", "There is no view “nowhere”."],
        ["#/nobody/requests", "There is no world “nobody”."],
        ["#/main/requests/99999", "Request 99999 is not in the log"],
        ["#/main/mails/none", "Mail none is not in the mailbox"],
        ["#/main/data/ORDERS/Nothing", "There is no datastore “Nothing” here."],
        ["#/main/data/ORDERS/Orders/0123456789abcdef01234567", "sees no item 0123456789abcdef01234567"],
        ["#/main/people/nobody", "There is no user nobody."],
        ["#/main/schema/ORDERS/Nothing", "There is no datastore “Nothing”."],
        ["#/main/console/nothing", "There is no operation “nothing”."],
        ["#/main/__proto__", "There is no view “__proto__”."],
        ["#/%E0%A4%A/%", "There is no view “%”."],
      ] as const) {
        await page.goto(`${it.url}/${place}`)
        await page.getByText(text).first().waitFor()
      }
      await it.done(page)
    })

    test("a world that is deleted under one's feet is told of, and others are offered", async () => {
      const it = desk()
      const world = await it.world("gone")
      const page = await it.open(`#/${world}/data/ORDERS/Orders`)
      await it.send("DELETE", `/worlds/${world}`)
      await page.getByText(`There is no world “${world}”.`).waitFor()
      await page.getByRole("link", { name: "See the worlds that are there" }).click()
      await page.getByRole("heading", { name: "Worlds" }).waitFor()
      await it.done(page)
    })

    test("a server that goes away is told of, and the page comes back with it", async () => {
      const it = await desk().elsewhere()
      const world = await it.world("away")
      const page = await it.open(`#/${world}/requests`)
      await it.stopServer()
      await page.getByText("The server does not answer.").first().waitFor()
      await it.startAgain()
      await it.send("POST", "/worlds", { name: world })
      await page.getByText("No request yet").waitFor()
      await it.api(world, "mina@hikari.example", "GET", "/workspaces")
      await page.getByRole("gridcell", { name: "GetWorkspaces" }).waitFor()
      await page.close()
      await it.stopServer()
    })

    test("where no stream can be had, what happens is asked for", async () => {
      const it = desk()
      const world = await it.world("polled")
      const page = await it.blank()
      await page.addInitScript("delete window.SharedWorker; delete window.EventSource")
      const asked = page.waitForRequest(/event-log/)
      await page.goto(`${it.url}/#/${world}/requests`)
      await asked
      await page.getByText("No request yet").waitFor()
      await it.api(world, "mina@hikari.example", "GET", "/workspaces")
      await page.getByRole("gridcell", { name: "GetWorkspaces" }).waitFor()
      await it.done(page)
    })

    test("tabs share one stream of events", async () => {
      const it = desk()
      const world = await it.world("tabs")
      const first = await it.open(`#/${world}/requests`)
      const pages = [first, await it.open(`#/${world}/requests`, { beside: first })]
      await it.api(world, "mina@hikari.example", "GET", "/workspaces")
      for (const page of pages) await page.getByRole("gridcell", { name: "GetWorkspaces" }).waitFor()
      await it.done(first, { keeps: false })
    })
  })
}
