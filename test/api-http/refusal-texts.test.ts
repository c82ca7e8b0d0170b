import { Hono } from "hono"
import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { apiClient } from "../conformance.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const DEALS = { "app-id": "CRM", "datastore-id": "Deals" }

test("an element names the place in its description, the reason in error, the member in reference_id (errors.md section 3)", async () => {
  const ada = apiClient(await smallWorld(), "ada-token")
  const body = {
    page: "1",
    conditions: [{ id: 5, search_value: [null, 7] }, null],
    include_links: "yes",
  }
  const { status, body: refused } = await ada.itemList({ params: DEALS, body: body as never })
  const element = (member: string, error: string) => ({
    description: `body.${member}`,
    error,
    error_code: "INVALID_PARAMS",
    error_level: "ERROR",
    reference_id: member,
  })
  expect(status).toBe(400)
  const { errors } = refused as unknown as { readonly errors: readonly { reference_id: string }[] }
  expect(errors).toEqual(
    expect.arrayContaining([
      element("conditions.0.id", "expected a string, got a number"),
      element("conditions.0.search_value.1", "expected a string, got a number"),
      element("conditions.1", "expected an object, got null"),
    ]),
  )
})

test.each<[unknown, string]>([
  [null, "null"],
  [undefined, "nothing"],
  [5, "a number"],
  [true, "true"],
  [["x"], "an array"],
  [{}, "an object"],
])("%j where a text is needed", async (email, got) => {
  const anybody = apiClient(await smallWorld())
  const { status, body } = await anybody.forgotPassword({ body: { email } as never })
  expect([status, body]).toEqual([
    400,
    { error: `body.email: expected a string, got ${got}`, error_code: "INVALID_PARAMS" },
  ])
})

test("the message lists the accepted words, and does not repeat the refused one", async () => {
  const ada = apiClient(await smallWorld(), "ada-token")
  const { status, body } = await ada.getTasks({ query: { category: "NOPE" } as never })
  expect([status, body]).toEqual([
    400,
    {
      error: 'query.category: expected one of "SAVETEMPLATE", "UPLOADTEMPLATE", "IMPORT", got another string',
      error_code: "INVALID_PARAMS",
    },
  ])
})

test("paths are reported without the world's prefix", async () => {
  const app = createApp({ world: await smallWorld() })
  const mounted = new Hono().route("/fake", app)
  await app.worlds.fork({ name: "other", from: "main" } as never)
  for (const [base, asked] of [
    [app, "/w/other"],
    [app, ""],
    [mounted, "/fake/w/other"],
    [mounted, "/fake"],
  ] as const) {
    for (const path of ["/api/v0/nowhere", "/nowhere"]) {
      const answer = await base.request(`http://localhost${asked}${path}`)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: `the path ${path} does not exist`, error_code: "NOT_FOUND" },
      ])
    }
  }
})
