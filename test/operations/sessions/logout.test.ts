import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { apiClient, makeRequest } from "../../conformance.ts"
import { make } from "./logins.ts"

describe("Logout (api.md section 9.2)", () => {
  test("revokes the presented token and no other", async () => {
    const world = await make()
    const body = { email: "ada@acme.test", password: "ada-pass" }
    const first = (await apiClient(world).login({ body })).body.token
    const second = (await apiClient(world).login({ body })).body.token
    const out = await apiClient(world, first).logout()
    expect([out.status, out.body]).toEqual([200, null])
    const after = await apiClient(world, first).getWorkspaces()
    expect(after.status).toBe(401)
    expect(after.body).toMatchObject({ error: "TOKEN_INVALID", error_code: "UNAUTHORIZED" })
    expect((await apiClient(world, second).getWorkspaces()).status).toBe(200)
    expect((await apiClient(world, first).logout()).status).toBe(401)
  })

  test("ends a fixed token of the fixture as any other", async () => {
    const world = await make()
    expect((await apiClient(world, "ada-token").logout()).status).toBe(200)
    expect((await apiClient(world, "ada-token").getWorkspaces()).status).toBe(401)
  })

  test("a body is not looked at", async () => {
    const world = await make()
    const request = makeRequest("logout", "ada-token", { body: "{not json", headers: { "content-type": "text/plain" } })
    const response = await createApp({ world }).fetch(request)
    expect(await response.text()).toBe("null")
  })

  test.each([
    ["no header", undefined, "no token"],
    ["another scheme", "Basic YTpi", "malformed Authorization header: expected Bearer <token>"],
    ["no token after Bearer", "Bearer", "malformed Authorization header: expected Bearer <token>"],
    ["two words", "Bearer ada token", "malformed Authorization header: expected Bearer <token>"],
    ["unknown", "Bearer nonsense", "unknown or revoked token"],
  ])("%s → 401", async (_, authorization, description) => {
    const world = await make()
    const before = world.hash()
    const { status, body } = await apiClient(world).logout(
      authorization === undefined ? {} : { headers: { authorization } },
    )
    expect(status).toBe(401)
    expect(body).toEqual({ error: "TOKEN_INVALID", error_code: "UNAUTHORIZED", description })
    expect(world.hash()).toBe(before)
  })
})
