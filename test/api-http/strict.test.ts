import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

/** Sends requests as the first user of the desk. */
async function desk(strict: boolean) {
  const world = await createWorld({ fixture: DESK })
  const app = createApp({ world, strict })
  const token = DESK.users.find((user) => user.token !== undefined)?.token ?? ""
  return async (method: string, path: string, body: object) => {
    const answer = await app.fetch(
      new Request(`http://localhost/api/v0${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    )
    return { status: answer.status, body: (await answer.json()) as { readonly error?: string } }
  }
}

test("a strict app refuses an unknown member, and suggests a known one", async () => {
  const call = await desk(true)
  const { status, body } = await call("POST", "/workspaces", { name: "Second", nmae: "x" })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error_code: "INVALID_PARAMS",
    error: expect.stringContaining("body.nmae: unknown member; did you mean name?"),
  })
  expect((await call("POST", "/workspaces", { name: "Second" })).status).toBe(200)
})

test("a strict app reports mistakes before unknown members, and an app that is not strict ignores unknown members", async () => {
  const strict = await desk(true)
  expect((await strict("POST", "/workspaces", { nmae: "x" })).body.error).toContain("body.name: expected a string")
  const lenient = await desk(false)
  expect((await lenient("POST", "/workspaces", { name: "Second", nmae: "x" })).status).toBe(200)
})
