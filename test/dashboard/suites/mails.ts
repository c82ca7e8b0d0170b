import type { Locator } from "playwright-core"
import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const forget = (it: Desk, world: string, email = "mina@hikari.example") =>
  it.api(world, null, "POST", "/users/password/forgot", { email })

export function ofMails(desk: () => Desk): void {
  describe("mails", () => {
    test("lists, filters and shows a mail in a frame without scripts; deleting is undone", async () => {
      const it = desk()
      const world = await it.world("mail")
      await forget(it, world)
      await forget(it, world, "aiko@hikari.example")
      const page = await it.open(`#/${world}/mails?to=aiko`)
      const rows = page.getByRole("grid").getByRole("row")
      await until(async () => expect(await rows.count()).toBe(2))
      await rows.nth(1).click()
      const detail = page.getByRole("region", { name: "Selected mail" })
      const frame = detail.locator("iframe")
      expect(await frame.getAttribute("sandbox")).toBe("allow-popups allow-popups-to-escape-sandbox")
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world }, "?to=aiko@hikari.example")
      await detail.getByRole("tab", { name: "Text" }).click()
      expect(await detail.locator("pre").innerText()).toContain((mails[0]?.text ?? "?").slice(0, 20).trim())
      await detail.getByRole("tab", { name: "Links and codes" }).click()
      await detail.getByRole("button", { name: "Open the link in the dashboard" }).click()
      await detail.getByText("Opened the link. The response has status 200.").waitFor()
      expect(await it.violations(page)).toEqual([])
      await detail.getByRole("button", { name: "Delete this mail" }).click()
      await page.getByText(/^The mail “.*” was deleted\./).waitFor()
      expect((await it.ask("GET /worlds/:w/mails", { w: world })).mails).toHaveLength(1)
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText("Undone").waitFor()
      expect((await it.ask("GET /worlds/:w/mails", { w: world })).mails).toHaveLength(2)
      await it.done(page)
    })

    test("a click on a link opens the app's page in a new tab, from the rendered mail and from the list of links", async () => {
      const it = desk()
      const world = await it.world("click")
      await forget(it, world)
      const page = await it.open(`#/${world}/mails`)
      await page.getByRole("grid").getByRole("row").nth(1).click()
      const detail = page.getByRole("region", { name: "Selected mail" })
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world })
      const { url = "", confirmation_id = "no link" } = mails[0]?.links[0] ?? {}
      const opens = async (link: Locator) => {
        const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()])
        await tab.getByLabel("New password").first().waitFor()
        expect(tab.url()).toBe(`${it.url}/w/${world}/app/reset_password/${confirmation_id}`)
        // The new tab is not bound by the frame's sandbox: the app's page may send its form.
        expect(await tab.evaluate("origin")).toBe(it.url)
        await tab.close()
      }
      await opens(detail.locator("iframe").contentFrame().locator(`a[href="${url}"]`).first())
      await detail.getByRole("tab", { name: "Links and codes" }).click()
      await opens(detail.getByRole("link", { name: url }))
      expect(await it.violations(page)).toEqual([])
      await detail.getByRole("button", { name: "Open the link in the dashboard" }).waitFor()
      await it.done(page)
    })

    test("leads to the request that sent it, and that to the mail", async () => {
      const it = desk()
      const world = await it.world("cause")
      await forget(it, world)
      const page = await it.open(`#/${world}/mails`)
      await page.getByRole("grid").getByRole("row").nth(1).click()
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world })
      await page.getByRole("region", { name: "Selected mail" }).getByRole("link", { name: "ForgotPassword" }).click()
      const request = page.getByRole("region", { name: "Selected request" })
      await request.getByRole("heading", { name: "Sent mails" }).waitFor()
      await request.getByRole("link", { name: /mina@hikari\.example/ }).click()
      await until(async () => expect(page.url()).toContain(`mails/${mails[0]?.id}`))
      await it.done(page)
    })

    test("waits for the next mail and opens it", async () => {
      const it = desk()
      const world = await it.world("next")
      const page = await it.open(`#/${world}/mails`)
      await page.getByText("No mails yet").waitFor()
      const asked = page.waitForRequest(/wait_ms/)
      await page.getByRole("button", { name: "Wait for the next mail" }).click()
      await asked
      await forget(it, world)
      await page.getByRole("region", { name: "Selected mail" }).waitFor()
      await it.done(page)
    })

    test("a wait for the next mail ends when one stops it or leaves, and then leads nowhere", async () => {
      const it = desk()
      const world = await it.world("leave")
      const page = await it.open(`#/${world}/mails`)
      const wait = async () => {
        const asked = page.waitForRequest(/wait_ms/)
        await page.getByRole("button", { name: "Wait for the next mail" }).click()
        return asked
      }
      const isGivenUp = async (asked: Awaited<ReturnType<typeof wait>>) =>
        until(async () => expect(asked.failure()?.errorText).toContain("ABORTED"))
      const first = await wait()
      await page.getByRole("button", { name: "Stop" }).click()
      await isGivenUp(first)
      const second = await wait()
      await page.goto(`${it.url}/#/${world}/mails?to=aiko`)
      expect(second.failure()).toBe(null)
      await page.goto(`${it.url}/#/${world}/overview`)
      await isGivenUp(second)
      await forget(it, world)
      await page
        .getByRole("region", { name: "Latest mails" })
        .getByRole("link", { name: /mina@hikari/ })
        .waitFor()
      expect(page.url()).toContain("/overview")
      expect(await page.getByRole("alert").count()).toBe(0)
      await it.done(page)
    })
  })
}
