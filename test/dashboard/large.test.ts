import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { until } from "../until.ts"
import { atDesk } from "./at-desk.ts"

const ADA = "ada@acme.test"

/** Ten times the usual duration of each test. bench/README.md gives the longest task; the benchmark measures it. */
const FAR_TOO_LONG_MS = 5000

const fixtureOf = (items: readonly unknown[], guests: readonly string[] = []) => ({
  version: 1,
  users: [
    { email: ADA, username: "Ada", password: "secret-1" },
    ...guests.map((email) => ({ email, username: email, confirmed: false })),
  ],
  workspaces: [
    {
      name: "Acme",
      admins: [ADA],
      group: { group_id: "TOP", name: "Acme", members: [ADA, ...guests] },
      applications: [
        {
          application_id: "APP",
          name: "App",
          roles: [{ role_id: "ADMIN", name: "admin", users: [ADA] }],
          datastores: [
            {
              datastore_id: "Things",
              name: "Things",
              fields: { Name: { dataType: "text", as_title: true, title_order: 1 }, Note: { dataType: "text" } },
              items,
            },
          ],
        },
      ],
    },
  ],
})

/** Measures the processor time in ms of a page's thread from now on. A busy machine does not change it. */
async function watch(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  const measure = async () => {
    const { metrics } = await session.send("Performance.getMetrics")
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN)
  }
  const before = await measure()
  return async () => (await measure()) - before
}

/** Returns the number of log lines in the page's memory, after a garbage collection. */
async function countLogLines(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const { result: prototype } = await session.send("Runtime.evaluate", { expression: "Object.prototype" })
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: prototype.objectId ?? "" })
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration:
      "function () { return this.filter((it) => Object.hasOwn(it, 'effects') && Object.hasOwn(it, 'ms')).length }",
    returnByValue: true,
  })
  await session.send("Runtime.releaseObject", { objectId: objects.objectId ?? "" })
  await session.detach()
  return Number(result.value)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

atDesk("the dashboard with much in it, in Chromium", (desk) => {
  describe("lists of any length", { concurrent: false }, () => {
    test("100,000 items: the last one is reached by a key, and only what is seen is drawn", async () => {
      const it = desk()
      const world = await it.world("items")
      const items = Array.from({ length: 100_000 }, (_, at) => ({ values: { Name: `Thing ${at}`, Note: `of ${at}` } }))
      await it.send("POST", `/worlds/${world}/import`, fixtureOf(items))
      const page = await it.open(`#/${world}`)
      const spent = await watch(page)
      const began = performance.now()
      await page.goto(`${it.url}/#/${world}/data/APP/Things?sort=Name`)
      await page.getByText("100,000 items").waitFor()
      const grid = page.getByRole("grid")
      await grid.getByRole("row", { name: /Thing 0\b/ }).waitFor()
      const opened = performance.now() - began
      await grid.getByRole("gridcell").nth(1).click()
      await page.keyboard.press("Control+End")
      await grid.getByRole("row", { name: /Thing 99999/ }).waitFor()
      expect(await grid.getByRole("row").count()).toBeLessThan(100)
      // After scrolling by pointer, the keyboard continues in the visible rows.
      await page.mouse.move(640, 400)
      await page.mouse.wheel(0, -1_000_000)
      const focused = () =>
        page.evaluate<number>("Number(document.activeElement.closest('[role=row]')?.ariaRowIndex ?? Infinity)")
      await until(async () => expect(await focused()).toBeLessThan(99_000))
      const before = await focused()
      await page.keyboard.press("ArrowDown")
      await until(async () => expect(await focused()).toBe(before + 1))
      const ms = await spent()
      say(`100,000 items: shown after ${Math.round(opened)} ms, ${Math.round(ms)} ms of its thread`)
      expect(ms).toBeLessThan(FAR_TOO_LONG_MS)
      await it.done(page)
    })

    test("10,000 mails: listed, found by text, and the chosen one is on the page", async () => {
      const it = desk()
      const world = await it.world("letters")
      const guests = Array.from({ length: 1000 }, (_, at) => `guest${at}@acme.test`)
      await it.send("POST", `/worlds/${world}/import`, fixtureOf([], guests))
      const invitation = { users: guests.map((email) => ({ email })), domain: "acme.test" }
      for (let time = 0; time < 10; time += 1) {
        const { status, body } = await it.api(world, ADA, "POST", "/userinvite", invitation)
        expect(status, body.slice(0, 200)).toBe(200)
      }
      const page = await it.blank()
      const began = performance.now()
      const spent = await watch(page)
      await page.goto(`${it.url}/#/${world}/mails`)
      const grid = page.getByRole("grid")
      await grid.getByRole("row", { name: /guest999@/ }).waitFor()
      const opened = performance.now() - began
      await until(async () => expect(await grid.getAttribute("aria-rowcount")).toBe("10001"))
      expect(await grid.getByRole("row").count()).toBeLessThan(100)
      await page.goto(`${it.url}/#/${world}/mails?text=guest123%40`)
      await until(async () => expect(await grid.getAttribute("aria-rowcount")).toBe("11"))
      await grid.getByRole("row").nth(1).click()
      const letter = page.getByRole("region", { name: "Selected mail" })
      await letter.waitFor()
      const box = await letter.boundingBox()
      expect(box?.y).toBeLessThan(800)
      const ms = await spent()
      say(`10,000 mails: shown after ${Math.round(opened)} ms, ${Math.round(ms)} ms of its thread`)
      expect(ms).toBeLessThan(FAR_TOO_LONG_MS)
      await it.done(page)
    })

    test("5,000 requests while one looks: all are counted, and no more than these are kept", async () => {
      const it = desk()
      const world = await it.world("busy")
      const page = await it.open(`#/${world}/requests`)
      const spent = await watch(page)
      const headers = { authorization: "Bearer demo-mina" }
      const send = async (requests: number) => {
        for (let sent = 0; sent < requests; sent += 100) {
          await Promise.all(
            Array.from({ length: 100 }, async () => {
              const answer = await fetch(`${it.url}/w/${world}/api/v0/workspaces`, { headers })
              await answer.arrayBuffer()
            }),
          )
        }
      }
      await send(5000)
      await page.getByText("5000 requests", { exact: true }).waitFor()
      expect(await page.getByRole("treegrid").getByRole("row").count()).toBeLessThan(100)
      const ms = await spent()
      say(`5,000 requests: ${Math.round(ms)} ms of its thread`)
      expect(ms).toBeLessThan(FAR_TOO_LONG_MS)
      await send(300)
      await fetch(`${it.url}/w/${world}/api/v0/userinfo`, { headers })
      await page.getByRole("row").nth(1).filter({ hasText: "GetUserInfo" }).waitFor()
      // A few lines of earlier renders may remain, but not the lines that the list has dropped.
      await until(async () => expect(await countLogLines(page)).toBeLessThan(5050))
      await it.done(page)
    })
  })
})
