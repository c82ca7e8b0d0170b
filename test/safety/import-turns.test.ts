import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

const ITEMS = 20_000

test("an import of many items gives turns to other requests (control.md section 4)", async () => {
  const fixture: Fixture = fixtureOf({
    datastores: {
      Notes: {
        fields: { Title: { dataType: "text", as_title: true } },
        items: Array.from({ length: ITEMS }, (_, at) => ({ values: { Title: `${at}` } })),
      },
    },
  })
  const app = createApp({ world: await createWorld({}) })
  let isOver = false
  const importing = (async () => {
    const answer = await app.request("http://localhost/_hexarium/worlds/main/import", {
      method: "POST",
      headers: { "content-type": "application/json", "x-hexarium": "1" },
      body: JSON.stringify(fixture),
    })
    isOver = true
    return answer
  })()
  let answered = 0
  while (!isOver) {
    const answer = await app.fetch(new Request("http://localhost/_hexarium/health"))
    if (answer.status === 200) answered += 1
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  expect((await importing).status).toBe(200)
  expect(app.worlds.main.world.view().table("users").size).toBeGreaterThan(1)
  // The import visits the items twice, 500 per turn.
  expect(answered).toBeGreaterThan(ITEMS / 1000)
})
