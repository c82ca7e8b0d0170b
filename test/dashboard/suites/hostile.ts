import { describe, expect, test } from "vitest"
import type { Desk } from "../desk.ts"

const MARKUP = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`
const RTL = "\u202eabc\u202c\u0007"
const LONG_TEXT = "W".repeat(10_000)
const INVISIBLE_TEXT = "zero\u200bwidth\u200d\ufeff"
const TEXT = `${MARKUP} ${RTL} ${INVISIBLE_TEXT}`
const IN_CODE = JSON.stringify(TEXT + LONG_TEXT)

const FIXTURE = {
  version: 1,
  users: [{ email: "ada@acme.test", username: TEXT, password: "secret-1" }],
  workspaces: [
    {
      name: TEXT,
      admins: ["ada@acme.test"],
      group: {
        group_id: "TOP",
        name: TEXT,
        members: ["ada@acme.test"],
        roles: [{ application_id: "APP", role_id: "USER" }],
      },
      applications: [
        {
          application_id: "APP",
          name: TEXT,
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
            { role_id: "USER", name: TEXT },
          ],
          auto_actions: [
            {
              name: TEXT,
              datastore_id: "Things",
              action_id: "Edit",
              conditions: [],
              action_schedule: { time_type: "hr", time_value: "1" },
            },
          ],
          datastores: [
            {
              datastore_id: "Things",
              name: TEXT,
              fields: {
                Name: { name: TEXT, dataType: "text", as_title: true, title_order: 1 },
                Note: { name: "Note", dataType: "textarea" },
              },
              actions: {
                New: {
                  name: TEXT,
                  crud_type: "1",
                  default: true,
                  post_script: { code: `function main(data) { logger.log(${IN_CODE}); return data }` },
                },
                Edit: {
                  name: TEXT,
                  crud_type: "2",
                  default: true,
                  pre_script: { code: `function main() { throw new Error(${IN_CODE}) }` },
                },
              },
              items: [{ values: { Name: TEXT, Note: LONG_TEXT } }, { values: { Name: LONG_TEXT, Note: TEXT } }],
            },
          ],
        },
      ],
    },
  ],
}

/** Stored text is never interpreted as HTML, wherever it is shown. */
export function hostileTexts(desk: () => Desk): void {
  describe("hostile texts", () => {
    test("run nothing and break no layout, in any view", async () => {
      const it = desk()
      const world = await it.world("hostile")
      await it.send("POST", `/worlds/${world}/import`, FIXTURE)
      const { body } = await it.api(
        world,
        "ada@acme.test",
        "POST",
        "/applications/APP/datastores/Things/items/search",
        {},
      )
      const items: { i_id: string }[] = JSON.parse(body).items
      await it.api(
        world,
        "ada@acme.test",
        "POST",
        `/applications/APP/datastores/Things/items/histories/${items[0]?.i_id}`,
        {
          comment: TEXT + LONG_TEXT,
        },
      )
      await it.api(world, null, "POST", "/users/password/forgot", { email: "ada@acme.test" })
      const made = await it.api(world, "ada@acme.test", "POST", "/applications/APP/datastores/Things/items/new", {
        item: { Name: "made" },
      })
      expect(made.status).toBe(200)
      await it.send("POST", `/worlds/${world}/clock`, { advance: "2h" })
      const { failures } = await it.ask("GET /worlds/:w/failures", { w: world })
      expect(failures.map(({ name }) => name)).toContain(TEXT)
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world })
      const page = await it.open(`#/${world}`)
      /** The script logs of a datastore, with the reasons why scripts stopped. */
      const openScripts = async () => {
        const scripts = page.getByRole("region", { name: "Scripts" }).getByRole("listitem")
        for (const when of ["pre script", "post script"]) {
          const script = scripts.filter({ has: page.locator("summary", { hasText: when }) })
          await script.locator("summary").click()
          await script.getByRole("region", { name: "Latest runs" }).getByText(MARKUP).first().waitFor()
        }
      }
      for (const place of [
        "overview",
        "requests/2",
        "data/APP/Things",
        ...items.map(({ i_id }) => `data/APP/Things/${i_id}`),
        "schema",
        "schema/APP/Things",
        "people/ada%40acme.test",
        "mails",
        `mails/${mails[0]?.id}`,
        `mails/${mails[0]?.id}?show=plain`,
        "time",
        "worlds",
        "faults",
        "console/createItem",
        "console/constructor",
        "constructor",
        "__proto__/toString",
        encodeURIComponent(MARKUP),
        `data/${encodeURIComponent(TEXT)}/${encodeURIComponent(LONG_TEXT)}`,
        `requests/${encodeURIComponent(MARKUP)}`,
      ]) {
        await page.goto(`${it.url}/#/${world}/${place}`)
        await it.settled(page)
        if (place === "schema/APP/Things") await openScripts()
        expect(await page.title(), place).not.toBe("broken")
        expect(await page.locator("main img, main script").count(), place).toBe(0)
        for (const width of [400, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const [scrolled, seen] = await page.evaluate<[number, number]>(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
          )
          expect(scrolled, `${place} at ${width}`).toBeLessThanOrEqual(seen)
        }
      }
      const holds = async (what: string) => {
        const dialog = page.getByRole("dialog")
        expect(await page.title(), what).not.toBe("broken")
        expect(await dialog.locator("img, script").count(), what).toBe(0)
        const [scrolled, seen] = await page.evaluate<[number, number]>(
          "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('dialog[open]'))",
        )
        expect(scrolled, what).toBeLessThanOrEqual(seen)
      }
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("zero")
      await page.getByRole("dialog").getByRole("option").first().waitFor()
      await holds("the palette")
      await page.keyboard.press("Escape")
      await page.goto(`${it.url}/#/${world}/data/APP/Things/${items[0]?.i_id}`)
      await page.getByRole("button", { name: "Edit", exact: true }).click()
      await page.getByRole("dialog").getByRole("textbox").first().waitFor()
      await holds("the form of an item")
      await page.keyboard.press("Escape")
      await it.done(page)
    })
  })
}
