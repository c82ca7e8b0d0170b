import { describe, expect, test } from "vitest"
import { rows } from "../../../emulator/api/index.ts"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

/** Tests of the pages below /docs. */
export function ofReference(desk: () => Desk): void {
  describe("the reference of the API", () => {
    test("shows each operation once with all its paths, asks no other host, and finds one by its name", async () => {
      const it = desk()
      const page = await it.blank()
      const hosts = new Set<string>()
      page.on("request", (request) => hosts.add(new URL(request.url()).host))
      await page.goto(`${it.url}/docs`)
      await it.settled(page)
      const names = page.locator(".opblock-summary-operation-id")
      expect(await page.locator("main h1").textContent()).toContain("Hexarium")
      const shown = await names.allTextContents()
      expect([...shown].sort()).toEqual(rows.map(([name]) => name).sort())
      await page.getByPlaceholder(/filter/i).fill("updatefield")
      await until(async () => expect(await names.allTextContents()).toEqual(["updateField", "updateFieldOptions"]))
      await names.first().click()
      const open = page.locator(".opblock.is-open")
      await until(async () =>
        expect(await open.innerText()).toContain(
          "PATCH /applications/{app-id}/datastores/{datastore-id}/fields/{field-id}",
        ),
      )
      expect([...hosts]).toEqual([new URL(it.url).host])
      await it.done(page)
    })

    test("opens an operation by its address, and tries it with a token of the demo", async () => {
      const it = desk()
      const page = await it.open("docs#/current-user/getUserInfo")
      const open = page.locator(".opblock.is-open")
      await open.getByRole("button", { name: "Execute" }).click()
      await until(async () => {
        expect(await open.locator(".live-responses-table .response-col_status").last().innerText()).toBe("200")
        expect(await open.locator(".live-responses-table").innerText()).toContain("mina@hikari.example")
      })
      await it.done(page)
    })

    test("sends to the control plane, too", async () => {
      const it = desk()
      const world = await it.world()
      const page = await it.open("docs/control#/default/resetWorld")
      const open = page.locator(".opblock.is-open")
      await open.getByPlaceholder("w", { exact: true }).fill(world)
      await open.getByRole("button", { name: "Execute" }).click()
      await until(async () =>
        expect(await open.locator(".live-responses-table .response-col_status").last().innerText()).toBe("200"),
      )
      await it.done(page)
    })
  })
}
