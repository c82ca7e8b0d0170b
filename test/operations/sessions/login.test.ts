import { createHmac } from "node:crypto"
import { describe, expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import type { World } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { acme, beta, make, workspacesWithoutLockout } from "./logins.ts"

const WRONG_PASSWORD = { error: "email or password is incorrect", error_code: "INVALID_PARAMS" }

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())

const who = async (world: World, body: Record<string, unknown>) => {
  const { status, body: answer } = await apiClient(world).login({ body })
  return status === 200 ? claimsOf(answer.token).un : status
}

describe("Login (api.md section 9.1)", () => {
  test("returns a JWT signed with HS256: sub, un, iat, exp, jti", async () => {
    const world = await make()
    const { status, body } = await apiClient(world).login({ body: { email: "ada@acme.test", password: "ada-pass" } })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(["token"])
    const [header = "", payload = ""] = body.token.split(".")
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({ alg: "HS256", typ: "JWT" })
    const user = world.view().list("users", "usersByEmail", "ada@acme.test")[0]
    const issued = Date.parse("2026-01-05T09:00:00Z") / 1000
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toEqual({
      sub: user?.uId,
      un: "Ada",
      iat: issued,
      exp: issued + 24 * 3600,
      jti: expect.stringMatching(/./),
    })
    const me = await apiClient(world, body.token).getWorkspaces()
    expect(me.status).toBe(200)
  })

  test("the signature is that of one secret for the world, another for another seed", async () => {
    const tokens = async (seed: number) => {
      const world = await make({ seed })
      const api = apiClient(world)
      const one = await api.login({ body: { email: "ada@acme.test", password: "ada-pass" } })
      const two = await api.login({ body: { user_code: "K1", password: "k1-pass" } })
      return [one.body.token, two.body.token]
    }
    const { sha256 } = await import("@noble/hashes/sha2.js")
    const verify = (token: string, seed: number) => {
      const at = token.lastIndexOf(".")
      const secret = sha256(new TextEncoder().encode(`hexarium token secret ${seed}`))
      return createHmac("sha256", secret).update(token.slice(0, at)).digest("base64url") === token.slice(at + 1)
    }
    for (const token of await tokens(7)) {
      expect(verify(token, 7)).toBe(true)
      expect(verify(token, 8)).toBe(false)
    }
    for (const token of await tokens(8)) expect(verify(token, 8)).toBe(true)
  })

  test("the address in any case; several tokens of a user live together", async () => {
    const world = await make()
    const api = apiClient(world)
    const first = (await api.login({ body: { email: "ADA@ACME.TEST", password: "ada-pass" } })).body.token
    const second = (await api.login({ body: { email: "ada@acme.test", password: "ada-pass" } })).body.token
    expect(second).not.toBe(first)
    for (const token of [first, second, "ada-token"]) {
      expect((await apiClient(world, token).getWorkspaces()).status).toBe(200)
    }
  })

  test("a token ends 24 hours after its issue by the world's clock, or as the fixture sets", async () => {
    for (const [hours, settings] of [
      [24, {}],
      [2, { settings: { token_ttl_hours: 2 } }],
    ] as const) {
      const world = await make(settings)
      const { token } = (await apiClient(world).login({ body: { email: "ada@acme.test", password: "ada-pass" } })).body
      const at = (minutes: number) => new Date(Date.parse("2026-01-05T09:00:00Z") + minutes * 60_000).toISOString()
      await world.clock.to(at(hours * 60 - 1))
      expect((await apiClient(world, token).getWorkspaces()).status).toBe(200)
      await world.clock.to(at(hours * 60))
      const late = await apiClient(world, token).getWorkspaces()
      expect(late.status).toBe(401)
      expect(late.body).toEqual({ error: "TOKEN_INVALID", error_code: "UNAUTHORIZED", description: "expired token" })
      expect((await apiClient(world, "ada-token").getWorkspaces()).status).toBe(200)
    }
  })

  test("last_login_datetime is the time of the Login", async () => {
    const world = await make()
    expect(world.view().list("users", "usersByEmail", "ada@acme.test")[0]?.lastLoginAt).toBe(null)
    await apiClient(world).login({ body: { email: "ada@acme.test", password: "ada-pass" } })
    const user = world.view().list("users", "usersByEmail", "ada@acme.test")[0]
    expect(user?.lastLoginAt).toBe("2026-01-05T09:00:00.000Z")
  })

  test("accepts a user code alone, and both user code and address only if they fit", async () => {
    const world = await make()
    expect(await who(world, { user_code: "K1", password: "k1-pass" })).toBe("K1")
    expect(await who(world, { user_code: "K1", email: "coded@acme.test", password: "k1-pass" })).toBe("K1")
    expect(await who(world, { user_code: "K1", email: "ada@acme.test", password: "k1-pass" })).toBe(401)
    expect(await who(world, { user_code: "K2", email: "coded@acme.test", password: "k1-pass" })).toBe(401)
  })

  test("finds the plain one of several users with one address, else the oldest", async () => {
    const world = await make()
    expect(await who(world, { email: "shared@acme.test", password: "same" })).toBe("S0")
    expect(await who(world, { email: "shared@acme.test", user_code: "S1", password: "same" })).toBe("S1")
    const beta = "bbbbbbbbbbbbbbbbbbbbbbbb"
    expect(await who(world, { email: "shared@acme.test", exclusive_w_id: beta, password: "same" })).toBe("SX")
    expect(await who(world, { email: "pair@acme.test", password: "same" })).toBe("P2")
  })

  test("a token's expiry stops at the last instant", async () => {
    const world = await make({ clock: { mode: "frozen", now: "9999-12-31T23:59:00Z" } })
    const { body } = await apiClient(world).login({ body: { email: "ada@acme.test", password: "ada-pass" } })
    expect(world.view().get("tokens", body.token)?.expiresAt).toBe("9999-12-31T23:59:59.999Z")
  })

  test("an empty address or code counts as absent", async () => {
    const world = await make()
    expect(await who(world, { email: "", user_code: "K1", password: "k1-pass" })).toBe("K1")
    expect(await who(world, { email: "pair@acme.test", user_code: "", password: "same" })).toBe("P2")
    for (const body of [
      { email: "", user_code: "", password: "x" },
      { email: "", password: "x" },
    ]) {
      expect(await who(world, body)).toBe(400)
    }
  })

  test("a workspace-only user is met only with their exclusive_w_id, by address and by code", async () => {
    const world = await make({
      users: [
        { email: "only@acme.test", username: "Only", user_code: "O1", password: "p", exclusive_workspace: "Beta" },
        { email: "Ada@Acme.test", username: "Ada", password: "ada-pass" },
      ],
      workspaces: [
        { ...acme, group: { group_id: "TOP", name: "Top" } },
        { ...beta, group: { group_id: "TOP", name: "Top", members: ["only@acme.test"] } },
      ] as NonNullable<Parameters<typeof make>[0]>["workspaces"] & object,
    })
    for (const name of [{ email: "only@acme.test" }, { user_code: "O1" }]) {
      expect(await who(world, { ...name, password: "p" })).toBe(401)
      expect(await who(world, { ...name, exclusive_w_id: beta?.w_id ?? "", password: "p" })).toBe("Only")
    }
  })

  test("among several users of one code the password decides, and the oldest if it fits several", async () => {
    const user = (name: string, password: string) => ({
      email: `${name}@x.test`,
      username: name,
      user_code: "ONE",
      password,
    })
    const users = [user("first", "a"), user("second", "b"), user("third", "b")]
    const world = await make({
      users,
      workspaces: users.map(({ email }, at) => ({
        name: `W${at}`,
        admins: [email],
        group: { group_id: "TOP", name: "Top" },
        password_policy: { use_lockout_count: true, lockout_count: 1 },
      })),
    })
    expect(await who(world, { user_code: "ONE", password: "a" })).toBe("first")
    expect(await who(world, { user_code: "ONE", password: "b" })).toBe("second")
    expect(await who(world, { user_code: "ONE", email: "third@x.test", password: "b" })).toBe("third")
    expect(await who(world, { user_code: "ONE", password: "c" })).toBe(401)
  })

  test("an empty exclusive_w_id, or null, counts as absent", async () => {
    const world = await make()
    for (const exclusive_w_id of ["", null]) {
      expect(await who(world, { email: "shared@acme.test", exclusive_w_id, password: "same" })).toBe("S0")
    }
    expect(await who(world, { email: "ada@acme.test", user_code: null, password: "ada-pass" })).toBe("Ada")
  })

  test.each([
    ["unknown user", { email: "nobody@acme.test", password: "x" }],
    ["wrong password", { email: "ada@acme.test", password: "x" }],
    ["user without password", { email: "bare@acme.test", password: "" }],
    ["unconfirmed user", { email: "new@acme.test", password: "new-pass" }],
    ["unknown exclusive workspace", { email: "ada@acme.test", exclusive_w_id: "x", password: "ada-pass" }],
  ])("%s → 401 with the same body", async (_, body) => {
    const world = await make({ workspaces: workspacesWithoutLockout })
    const before = world.hash()
    const answer = await apiClient(world).login({ body })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(WRONG_PASSWORD)
    expect(world.hash()).toBe(before)
  })

  test.each([
    ["no password", { email: "ada@acme.test" }],
    ["password null", { email: "ada@acme.test", password: null }],
    ["password not a text", { email: "ada@acme.test", password: 5 }],
    ["neither address nor code", { password: "ada-pass" }],
    ["address not a text", { email: {}, password: "ada-pass" }],
    ["nothing", undefined],
    ["a list", []],
  ])("%s → 400 INVALID_PARAMS, flat", async (_, body) => {
    const world = await make()
    const before = world.hash()
    const answer = await apiClient(world).login(body === undefined ? {} : { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error_code: "INVALID_PARAMS" })
    expect(world.hash()).toBe(before)
  })

  test("a token that is sent is not looked at", async () => {
    const world = await make()
    const { status } = await apiClient(world, "nonsense").login({
      body: { email: "ada@acme.test", password: "ada-pass" },
    })
    expect(status).toBe(200)
  })
})

describe("lockout (model.md section 14)", () => {
  const attempt = async (world: World, password: string) =>
    (await apiClient(world).login({ body: { email: "ada@acme.test", password } })).status

  test("lockout_count wrong passwords in a row lock for lockout_time minutes, the right one too → 403", async () => {
    const world = await make()
    expect([await attempt(world, "a"), await attempt(world, "b"), await attempt(world, "c")]).toEqual([401, 401, 401])
    const locked = await apiClient(world).login({ body: { email: "ada@acme.test", password: "ada-pass" } })
    expect(locked.status).toBe(403)
    expect(locked.body).toMatchObject({ error_code: "NO_PRIVILEGES" })
    await world.clock.to("2026-01-05T09:09:59.999Z")
    expect(await attempt(world, "ada-pass")).toBe(403)
    await world.clock.to("2026-01-05T09:10:00.000Z")
    expect(await attempt(world, "ada-pass")).toBe(200)
  })

  test("a good login in between starts the count again", async () => {
    const world = await make()
    for (const password of ["a", "b", "ada-pass", "a", "b"]) await attempt(world, password)
    expect(await attempt(world, "ada-pass")).toBe(200)
  })

  test("after the lock has ended, the count starts again", async () => {
    const world = await make()
    for (const password of ["a", "b", "c"]) await attempt(world, password)
    await world.clock.to("2026-01-05T10:00:00.000Z")
    for (const password of ["a", "b"]) expect(await attempt(world, password)).toBe(401)
    expect(await attempt(world, "ada-pass")).toBe(200)
  })

  test("a lock does not end by itself without use_lockout_time", async () => {
    const policy = { use_lockout_count: true, lockout_count: 2 }
    const world = await make({ workspaces: [{ ...acme, password_policy: policy }, beta] as Fixture["workspaces"] })
    for (const password of ["a", "b"]) await attempt(world, password)
    await world.clock.to("2027-01-05T09:00:00.000Z")
    expect(await attempt(world, "ada-pass")).toBe(403)
  })

  test("a wrong password counts nothing and changes nothing without the flag", async () => {
    const world = await make({ workspaces: workspacesWithoutLockout })
    const before = world.hash()
    for (let count = 0; count < 10; count += 1) expect(await attempt(world, "wrong")).toBe(401)
    expect(world.hash()).toBe(before)
    expect(await attempt(world, "ada-pass")).toBe(200)
  })
})
