import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

export function ofMoves(desk: () => Desk): void {
  describe("moves of the clock", () => {
    test("have a summary by event, items and mails, and a history; each auto action has a lane of a day", async () => {
      const it = desk()
      const world = await it.world("moves")
      const page = await it.open(`#/${world}/time`)
      expect(await page.getByLabel("Time span").inputValue()).toBe("day")
      const lanes = page.locator(".timeline text.lane")
      const { timeline } = await it.ask("GET /worlds/:w/timeline", { w: world }, "?days=1")
      const actions = new Set(timeline.filter(({ kind }) => kind === "auto_action").map(({ name }) => name))
      expect(actions.size).toBeGreaterThan(0)
      expect(await lanes.allTextContents()).toEqual([
        ...[...actions].sort(),
        "Mail",
        "Expiring files, tokens and links",
      ])
      await page.getByLabel("Advance by").fill("1d")
      await page.getByRole("button", { name: "Advance", exact: true }).click()
      const ran = page.getByRole("region", { name: "Events that ran" })
      const summary = ran.getByRole("status")
      await summary.waitFor()
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world }, "?origin=clock")
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world })
      const names = requests.map(({ cause }) => cause?.name ?? "?")
      const text = await summary.innerText()
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) {
        const times = names.filter((other) => other === name).length
        expect(text).toContain(times === 1 ? name : `${name} ×${times}`)
      }
      expect(text).toMatch(/\d+ items? written/)
      expect(text).toContain(mails.length === 1 ? "1 mail sent" : `${mails.length} mails sent`)
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      expect(await it.violations(page, "not colours")).toEqual([])
      await page.getByRole("button", { name: "Go to the next event" }).click()
      const earlier = ran.getByRole("region", { name: "Earlier moves of the clock" }).getByRole("listitem")
      await until(async () => expect(await earlier.allInnerTexts()).toEqual([text]))
      await it.narrow(page)
      await it.done(page)
    })
  })
}
