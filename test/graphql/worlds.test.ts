import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { people } from "../sample-worlds/people.ts"

const BODY = JSON.stringify({ query: "{ workspaces { current_workspace_id } }" })

async function twoWorlds() {
  const { world, wId } = await people()
  const app = createApp({ world, corsOrigins: ["https://app.test"] })
  const made = await app.fetch("/_hexarium/worlds", {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: JSON.stringify({ name: "other", from: "main" }),
  })
  expect(made.ok).toBe(true)
  const post = async (path: string, headers: Record<string, string> = {}, body = BODY) => {
    const response = await app.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer erin-token", ...headers },
      body,
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { app, post, wId }
}

test("a world is selected by path or header, and has its own state (graphql.md section 1)", async () => {
  const { post, wId } = await twoWorlds()
  const select = JSON.stringify({
    query:
      "mutation($in: SetCurrentWorkSpaceInput!) { setCurrentWorkSpace(setCurrentWorkSpaceInput: $in) { success } }",
    variables: { in: { workspace_id: wId("Globex") } },
  })
  expect((await post("/w/other/graphql", {}, select)).text).toBe('{"data":{"setCurrentWorkSpace":{"success":true}}}')
  expect((await post("/w/other/graphql")).text).toContain(wId("Globex"))
  expect((await post("/graphql", { "x-hexarium-world": "other" })).text).toContain(wId("Globex"))
  expect((await post("/graphql")).text).toContain(wId("Acme"))
  expect((await post("/w/missing/graphql")).status).toBe(404)
})

test("a token of another world is refused", async () => {
  const { post } = await twoWorlds()
  const login = JSON.stringify({
    query: 'mutation { login(loginInput: { email: "ada@acme.test", password: "ada-pass" }) { token } }',
  })
  const { token } = JSON.parse((await post("/w/other/graphql", {}, login)).text).data.login
  const { text } = await post("/graphql", { authorization: `Bearer ${token}` })
  expect(JSON.parse(text).errors[0].message).toBe("TOKEN_INVALID")
})

test("CORS and Host are checked as for the REST API", async () => {
  const { app, post } = await twoWorlds()
  expect((await post("/graphql", { origin: "https://app.test" })).headers.get("access-control-allow-origin")).toBe(
    "https://app.test",
  )
  expect((await post("/graphql", { origin: "https://evil.test" })).headers.get("access-control-allow-origin")).toBe(
    null,
  )
  const preflight = await app.fetch("http://localhost/graphql", {
    method: "OPTIONS",
    headers: { origin: "https://app.test", "access-control-request-method": "POST" },
  })
  expect(preflight.status).toBe(204)
  expect((await post("/graphql", { host: "evil.test" })).status).toBe(403)
})
