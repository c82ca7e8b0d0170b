import { expect, test } from "vitest"
import { makeLog } from "../../emulator/cli/serve/log.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"

const FIXTURE = `{
  "version": 1,
  "clock": { "mode": "frozen", "now": "2026-01-05T09:00:00Z" },
  "users": [{ "email": "ada@acme.test", "token": "ada-token-1" }],
  "workspaces": [{ "name": "Acme", "admins": ["ada@acme.test"], "group": { "group_id": "ALL", "name": "All" } }]
}`

/** Log of a refused request, a writing request and an auto action, in the given style. */
async function logOf(style: "json" | "pretty") {
  let told = ""
  const io = {
    out: (text: string) => {
      told += text
    },
    err: () => {},
    waiting: () => 0,
    stopWaiting: () => {},
    env: {},
  }
  const log = makeLog(io, style)
  const app = createApp({ world: await createWorld({ fixture: JSON.parse(FIXTURE) }) })
  log.ready({ url: "http://x", app, close: async () => {} }, undefined)
  const call = (path: string, method: string, token: string, body?: object) =>
    app.fetch(
      new Request(`http://localhost/api/v0${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  told = ""
  await call("/userinfo", "GET", "a-wrong-token")
  await call("/workspaces", "POST", "ada-token-1", { name: "Second" })
  const { main } = app.worlds
  const fired = { at: main.world.now, kind: "auto_action" as const, id: "A1", name: "Nightly", affected: 0 }
  main.events.add({ kind: "fired", fired })
  log.end()
  return told.trimEnd().split("\n")
}

test("the JSON log has user, effects, the reason of a refusal, and the events that ran (control.md section 1)", async () => {
  const [refused, wrote, fired] = (await logOf("json")).map((line) => JSON.parse(line))
  expect(refused).toMatchObject({ event: "request", status: 401, user: null, effects: [] })
  expect(refused.error).toMatch(/^TOKEN_INVALID: \S/)
  expect(wrote).toMatchObject({ event: "request", user: "ada@acme.test" })
  expect(wrote.effects).toContainEqual(expect.stringContaining("Second"))
  expect(wrote).not.toHaveProperty("error")
  expect(fired).toEqual({
    event: "fired",
    world: "main",
    at: "2026-01-05T09:00:00.000Z",
    kind: "auto_action",
    id: "A1",
    name: "Nightly",
    affected: 0,
    effects: [],
  })
})

test("so does the pretty one, a line for each and what it did below it", async () => {
  const lines = await logOf("pretty")
  expect(lines[0]).toMatch(/^401 GET \/api\/v0\/userinfo {2}GetUserInfo {2}[\d.]+ ms$/)
  expect(lines[1]).toMatch(/^ {4}TOKEN_INVALID: \S/)
  expect(lines[2]).toMatch(/^200 POST \/api\/v0\/workspaces {2}CreateNewWorkspace {2}ada@acme\.test {2}[\d.]+ ms$/)
  expect(lines.slice(3).some((line) => /^ {4}\S.*Second/.test(line))).toBe(true)
  expect(lines).toContain("fired  auto action Nightly  0 items written")
})
