import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { recordedCall } from "../../emulator/upstream/har/recorded-call.ts"
import { pullFixture } from "../../emulator/upstream/index.ts"
import { demoWorld } from "../contract/examples/demo.ts"
import { tokenOf } from "./read-side.ts"

/** A pull from a server with another API ends with one line that names the server and the call (control.md section 1). */

const READS = [
  "GetWorkspaces",
  "GetUserInfo",
  "GetApplicationsAndDatastores",
  "GetApplicationSettings",
  "GetUserQueries",
  "GetDatastoreSettings",
  "GetActionSettingsOfDatastore",
  "GetFieldSettings",
  "GetActionSettings",
  "GetGroupTree",
  "GetUsersInGroup",
  "GetUsersInWorkspace",
  "GetPasswordPolicy",
  "GetWorkspaceFunctionality",
  "GetWorkspaceUsage",
  "ItemList",
  "GetItemDetails",
]

const nameOf = ({ method, url }: Request) => recordedCall(method, url)?.operation ?? ""

const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } })

test.each(READS)("a response to %s of another form is refused with the call's name", async (operation) => {
  const app = createApp({ world: await demoWorld() })
  const token = await tokenOf(app, "ben@nord.example")
  for (const body of ["null", "7", '"text"', "[null]", '{"data":{"id":1}}', "{", '{"items":[{}],"workspaces":[{}]}']) {
    const isAllowed = body.startsWith('{"') && /Policy|Functionality/.test(operation)
    if (isAllowed) continue
    const pulling = pullFixture({
      baseUrl: "http://other.test",
      token,
      fetch: async (request) => (nameOf(request) === operation ? json(body) : app.fetch(request)),
    })
    const message = await pulling.then(
      () => "no error",
      (error: Error) => `${error.constructor.name}: ${error.message}`,
    )
    expect([body, message]).toEqual([
      body,
      expect.stringMatching(
        new RegExp(
          `^UpstreamProblem: http://other\\.test is not a server of this API: the response to ${operation} .*; check the base URL$`,
        ),
      ),
    ])
  }
})

test("a single member of another type is named with its place, while other calls run", async () => {
  const app = createApp({ world: await demoWorld() })
  const token = await tokenOf(app, "ben@nord.example")
  const pulling = pullFixture({
    baseUrl: "http://other.test",
    token,
    concurrency: 8,
    fetch: async (request) => {
      const response = await app.fetch(request)
      if (nameOf(request) !== "GetItemDetails") return response
      const details = (await response.json()) as { field_values: Record<string, { dataType: string; value: unknown }> }
      for (const value of Object.values(details.field_values)) if (value.dataType === "users") value.value = [{ id: 7 }]
      return Response.json(details)
    },
  })
  await expect(pulling).rejects.toThrow(
    /the response to GetItemDetails has another form at field_values\.\S+\.value\[0\]\.\w+: expected a string, got nothing; check/,
  )
})

test("null for a member that may be absent is no other form", async () => {
  const app = createApp({ world: await demoWorld() })
  const token = await tokenOf(app, "ben@nord.example")
  const options = { baseUrl: "http://other.test", token }
  const pulled = await pullFixture({
    ...options,
    fetch: async (request) => {
      const response = await app.fetch(request)
      if (nameOf(request) !== "GetUsersInGroup") return response
      const { members, ...rest } = (await response.json()) as { members: { user_code?: unknown }[] }
      return Response.json({ ...rest, members: members.map((one) => ({ ...one, user_code: one.user_code ?? null })) })
    },
  })
  expect(pulled).toEqual(await pullFixture({ ...options, fetch: async (request) => app.fetch(request) }))
})
