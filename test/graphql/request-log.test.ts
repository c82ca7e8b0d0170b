import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { people } from "../sample-worlds/people.ts"
import { graphqlClient } from "./graphql-client.ts"

const SECRET = "Geheim-2026"

/** Creates an app with a function that returns the latest entry of its request log, as the control plane shows it. */
async function openWithLog() {
  const { world, as } = await people()
  const app = createApp({ world })
  const latest = async () => {
    const response = await app.fetch("/_hexarium/worlds/main/requests")
    const { requests } = (await response.json()) as { requests: Record<string, unknown>[] }
    return requests.at(-1) ?? {}
  }
  return { world, app, as, latest }
}

test("a request is logged with its first root, its user and its effects", async () => {
  const { app, latest } = await openWithLog()
  await graphqlClient(app, "ada-token").send(
    '{ updateGroup(groupId: "SALES", payload: { name: "Sold" }) { count } workspaces { current_workspace_id } }',
  )
  expect(await latest()).toMatchObject({
    method: "POST",
    path: "/graphql",
    operation: "updateGroup",
    user: "ada@acme.test",
    status: 200,
    request: { query: expect.stringContaining("updateGroup") },
    response: { data: { workspaces: expect.anything() } },
    effects: [expect.stringContaining("Sold")],
  })
})

test.each<[string, string, object?]>([
  [
    "in a variable",
    "mutation($in: LoginInput!) { login(loginInput: $in) { token } }",
    { in: { email: "a", password: SECRET } },
  ],
  ["as a literal", `mutation { login(loginInput: { email: "a", password: "${SECRET}" }) { token } }`],
  ["as a block string", `mutation { login(loginInput: { email: "a", password: """${SECRET}""" }) { token } }`],
  [
    "in a variable of another name",
    "mutation($a: String!) { login(loginInput: { email: $a, password: $a }) { token } }",
    { a: SECRET },
  ],
  ["as a default", `mutation($a: String! = "${SECRET}") { login(loginInput: { email: "a", password: $a }) { token } }`],
  ["in a text that can't be parsed", `mutation { login(loginInput: { email: "a", password "${SECRET}" }) { token } }`],
  ["in an invalid document", `mutation { login(loginInput: { password: "${SECRET}" }) { token } }`],
  [
    "as a value of the wrong type",
    "mutation($a: Int!) { login(loginInput: { email: $a, password: $a }) { token } }",
    { a: SECRET },
  ],
])("a password %s is not logged", async (_, query, variables) => {
  const { app, latest } = await openWithLog()
  // The second request uses the document that the server has kept.
  for (let time = 0; time < 2; time += 1) {
    expect([200, 400]).toContain((await graphqlClient(app).send(query, variables)).status)
  }
  const entry = await latest()
  expect(entry.request).not.toBe(null)
  expect(JSON.stringify(entry)).not.toContain(SECRET)
})

test("tokens and confirmation IDs are not logged, also under other names", async () => {
  const { app, world, as, latest } = await openWithLog()
  const loginInput = { email: "ada@acme.test", password: "ada-pass" }
  const { data } = await graphqlClient(app).send(
    "mutation($loginInput: LoginInput!) { login(loginInput: $loginInput) { t: token } }",
    { loginInput },
  )
  expect(data.login.t).toMatch(/^eyJ/)
  expect(JSON.stringify(await latest())).not.toContain(data.login.t)
  await as("bob").updateUserEmailRequest({ body: { email: "rob@acme.test" } as never })
  const id = world.view().table("confirmations").toArray().at(-1)?.confirmationId ?? ""
  await graphqlClient(app).send(
    "query($id: String!) { userConfirmations(confirmationId: $id) { user { c: confirmation_id } } }",
    {
      id,
    },
  )
  expect(JSON.stringify(await latest())).not.toContain(id)
})

test("requests that are refused as a whole are logged, too", async () => {
  const { app, latest } = await openWithLog()
  await app.fetch("/graphql", { method: "POST", body: "{}", headers: { "content-type": "text/plain" } })
  expect(await latest()).toMatchObject({ path: "/graphql", status: 415, operation: null })
  await graphqlClient(app).send("{ nothing }")
  expect(await latest()).toMatchObject({ status: 400, operation: null, request: { query: "{ nothing }" } })
})
