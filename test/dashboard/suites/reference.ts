import { describe, expect, test } from "vitest"
import type { Desk } from "../desk.ts"
import { until } from "../until.ts"

/** The page at /docs. */
export function ofReference(desk: () => Desk): void {
  describe("the reference of the API", () => {
    test("finds an operation by its name, tells all of it, sends it, and is readable for all", async () => {
      const it = desk()
      const page = await it.open("docs")
      const search = page.getByRole("searchbox")
      await page.keyboard.press("/")
      await search.pressSequentially("login")
      await page.keyboard.press("Enter")
      await until(async () => expect(await page.locator("h1").textContent()).toBe("Login"))
      const body = page.getByRole("textbox", { name: "Body" })
      await body.fill(JSON.stringify({ email: "mina@hikari.example", password: "mina-pass" }))
      await page.getByRole("button", { name: "Send" }).click()
      await until(async () =>
        expect(await page.getByRole("status").allTextContents()).toContainEqual(expect.stringMatching(/token/)),
      )
      await search.fill("createitem")
      await page.getByRole("link", { name: "CreateItem POST", exact: true }).click()
      await until(async () => expect(await page.locator("h1").textContent()).toBe("CreateItem"))
      expect(await page.locator("main").innerText()).toContain("POST /api/v0/applications/{app-id}")
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await it.violations(page), colorScheme).toEqual([])
      }
      await search.fill("getuserinfo")
      await page.getByRole("link", { name: "GetUserInfo GET" }).click()
      await page.getByRole("button", { name: "Send" }).click()
      await until(async () =>
        expect(await page.getByRole("status").last().textContent()).toContain("mina@hikari.example"),
      )
      await it.done(page)
    })

    test("shows the control plane's operations, and leads to one by its address", async () => {
      const it = desk()
      const page = await it.open("docs#/control/getClock")
      await page.getByRole("searchbox").fill("clock")
      expect(await page.getByRole("navigation", { name: "Operations" }).getByRole("link").count()).toBeGreaterThan(1)
      expect(await it.violations(page)).toEqual([])
      await it.done(page)
    })
  })
}
