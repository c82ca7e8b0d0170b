import { describe, expect, test } from "vitest"
import type { Desk } from "../desk.ts"
import { until } from "../until.ts"

const MINA = "mina@hikari.example"

export function ofPeople(desk: () => Desk): void {
  describe("people and counters", () => {
    test("somebody is invited: a mail is sent, and its page completes the invitation", async () => {
      const it = desk()
      const world = await it.world("invite")
      const page = await it.open(`#/${world}/people?as=${MINA}`)
      await page.getByRole("button", { name: "Invite" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("E-mail address").fill("guest@hikari.example")
      await dialog.getByRole("button", { name: "Invite" }).click()
      await dialog.getByRole("alert").getByText("add them first").waitFor()
      expect(await it.violations(page)).toEqual([])
      await dialog.getByRole("button", { name: "Close" }).click()
      await page.getByRole("button", { name: "Add" }).first().click()
      await dialog.getByLabel("E-mail address").fill("guest@hikari.example")
      await dialog.getByRole("button", { name: "Add" }).click()
      await page.getByText("guest@hikari.example was added.").waitFor()
      await page.getByRole("button", { name: "Invite" }).click()
      await dialog.getByLabel("E-mail address").fill("guest@hikari.example")
      await dialog.getByRole("button", { name: "Invite" }).click()
      await dialog.waitFor({ state: "detached" })
      const query = "?to=guest@hikari.example&kind=invitation"
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world }, query)
      expect(mails).toHaveLength(1)
      const letter = await it.blank()
      await letter.goto(mails[0]?.links[0]?.url ?? "")
      await letter.getByRole("heading").first().waitFor()
      expect(await it.violations(letter)).toEqual([])
      await letter.setViewportSize({ width: 400, height: 800 })
      expect(await it.violations(letter)).toEqual([])
      await letter.emulateMedia({ colorScheme: "dark" })
      expect(await it.violations(letter, "colours")).toEqual([])
      await it.done(letter)
      await it.done(page)
    })

    test("a forgotten password is chosen anew on the page that the mail leads to", async () => {
      const it = desk()
      const world = await it.world("forgot")
      await it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world })
      const page = await it.blank()
      await page.goto(mails[0]?.links[0]?.url ?? "")
      for (const field of await page.locator("input[type=password]").all()) await field.fill("A-new-secret-9")
      expect(await it.violations(page)).toEqual([])
      await page.getByRole("button").first().click()
      await page.locator("form").waitFor({ state: "detached" })
      expect(await it.violations(page)).toEqual([])
      const { status } = await it.api(world, null, "POST", "/login", { email: MINA, password: "A-new-secret-9" })
      expect(status).toBe(200)
      await it.done(page)
    })

    test("a counter is set; what is no number is refused at its place", async () => {
      const it = desk()
      const world = await it.world("counter")
      const page = await it.open(`#/${world}/schema/ORDERS/Orders?as=${MINA}`)
      const counters = page.getByRole("region", { name: "Auto numbers" })
      const counter = counters.getByRole("spinbutton").first()
      await counter.fill("4711")
      await counters.getByRole("button", { name: "Set" }).first().click()
      const numberOf = async () => {
        const { workspaces } = await it.ask("GET /worlds/:w/schema", { w: world })
        const datastore = workspaces
          .flatMap(({ applications }) => applications)
          .flatMap(({ datastores }) => datastores)
          .find(({ datastore_id }) => datastore_id === "Orders")
        return datastore?.fields.flatMap(({ auto_number }) => auto_number?.counters ?? []).map(({ value }) => value)
      }
      await until(async () => expect(await numberOf()).toContain(4711))
      await it.done(page)
    })
  })
}
