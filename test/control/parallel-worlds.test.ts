import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { smallFixture } from "../sample-worlds/small.ts"

const WORLDS = 64
const ITEMS = 12

test("64 worlds worked in at the same time know nothing of each other", async () => {
  const main = await createWorld({ fixture: smallFixture })
  const before = main.hash()
  const app = createApp({ world: main })
  const names = Array.from({ length: WORLDS }, (_, at) => `p${at}`)
  for (const name of names) app.worlds.fork({ name })
  const call = async (name: string, path: string, body: unknown) => {
    const response = await app.fetch(
      new Request(`http://hexarium/w/${name}/api/v0/applications/CRM/datastores/Customers/items/${path}`, {
        method: "POST",
        headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    )
    return { status: response.status, body: (await response.json()) as { items: { Name: string }[] } }
  }
  await Promise.all(
    names.map(async (name) => {
      for (let at = 0; at < ITEMS; at += 1) {
        const { status } = await call(name, "new", { item: { Name: `${name}/${at}` } })
        expect(status).toBe(200)
      }
    }),
  )
  const own = await Promise.all(
    names.map(async (name) => {
      const { body } = await call(name, "search", { conditions: [{ id: "Name", search_value: ["^p\\d+/"] }] })
      return body.items.map((item) => item.Name).sort()
    }),
  )
  expect(own).toEqual(names.map((name) => Array.from({ length: ITEMS }, (_, at) => `${name}/${at}`).sort()))
  expect(main.hash()).toBe(before)
})
