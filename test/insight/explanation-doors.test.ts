import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { fixtureItem, office } from "../operations/items/office.ts"

/**
 * Explanations name what callers must not see, so only the control plane gives them (insight.md section 2). test/control/table.test.ts tests
 * the guards of its routes.
 */

const SECRET = "Merger with Globex"
const CAROL = "carol@acme.test"
const QUESTION = { method: "GET", path: "/api/v0/userinfo", as: CAROL }
const EXPLANATION = /"(?:steps|ways|says)"/

/** A server with an item that Carol can't see, and her refused request in the log. */
async function serveRefusal() {
  const { world } = await office(({ deals }) => {
    deals.items?.push({ values: { Title: SECRET }, access: { groups: ["SUPPORT"] } })
  })
  const app = createApp({ world })
  const item = fixtureItem(world, "Deals", 2).iId
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, text: await answer.text() }
  }
  const control = (method: string, path: string, body?: unknown) =>
    send(method, `/_hexarium/worlds/main${path}`, body, { "x-hexarium": "1" })
  const { token } = JSON.parse((await control("POST", "/tokens", { user: CAROL })).text)
  const look = () =>
    send("GET", `/api/v0/applications/CRM/datastores/Deals/items/details/${item}`, undefined, {
      authorization: `Bearer ${token}`,
    })
  return { send, control, look, item, token }
}

describe("an explanation", () => {
  test("is not in the caller's response, before and after somebody asked for it", async () => {
    const { control, look } = await serveRefusal()
    const refused = await look()
    expect(refused.status).toBe(404)
    const { requests } = JSON.parse((await control("GET", "/requests?limit=1")).text)
    const { outcome, steps, ways } = JSON.parse((await control("GET", `/requests/${requests[0].id}/explanation`)).text)
    expect([outcome, steps.at(-1).step]).toEqual(["refused", "target"])
    expect(ways.length).toBeGreaterThan(0)
    expect(await look()).toEqual(refused)
    for (const told of ["SUPPORT", steps.at(-1).says, ...ways.map(({ says }: { readonly says: string }) => says)])
      expect(refused.text).not.toContain(told)
  })

  test.each([
    "/explain",
    "/api/v0/explain",
    "/api/v0/worlds/main/explain",
    "/api/v0/requests/1/explanation",
    "/api/v0/..%2f..%2f_hexarium/worlds/main/explain",
    "/w/main/explain",
    "/w/main/api/v0/explain",
    "/w/main/_hexarium/worlds/main/explain",
    "/hub/explain",
  ])("is not at %s", async (path) => {
    const { send, token } = await serveRefusal()
    const headers = { authorization: `Bearer ${token}`, "x-hexarium": "1" }
    for (const answer of [await send("POST", path, QUESTION, headers), await send("GET", path, undefined, headers)]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(answer.text).not.toMatch(EXPLANATION)
    }
  })

  test.each(["see", "update", "delete"])("leaves out the values of an item that a user may not %s", async (want) => {
    const { control, item } = await serveRefusal()
    const { status, text } = await control("POST", "/explain", { user: CAROL, item, want })
    expect([status, text]).toEqual([200, expect.stringMatching(EXPLANATION)])
    expect(text).not.toContain(SECRET)
  })
})
