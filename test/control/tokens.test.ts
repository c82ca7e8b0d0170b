import { describe, expect, test } from "vitest"
import { desk } from "./desk.ts"

const TOKENS = "/worlds/main/tokens"

describe("tokens (control.md section 3)", () => {
  test.each(["bob@acme.test", "BOB@acme.test"])("act as %s without a password", async (user) => {
    const { api, control } = await desk()
    const { status, body } = await control("POST", TOKENS, { user })
    expect([status, body]).toEqual([200, { token: expect.any(String) }])
    const answer = await api("GET", "/userinfo", undefined, { authorization: `Bearer ${body.token}` })
    expect(answer.body).toMatchObject({ email: "bob@acme.test" })
  })

  test("worlds of one origin issue different tokens, each valid in its own world alone", async () => {
    const { api, control } = await desk()
    for (const name of ["one", "other"]) await control("POST", "/worlds", { name })
    const tokenIn = async (name: string): Promise<string> =>
      (await control("POST", `/worlds/${name}/tokens`, { user: "bob@acme.test" })).body.token
    const [inOne, inOther, inMain] = [await tokenIn("one"), await tokenIn("other"), await tokenIn("main")]
    expect(new Set([inOne, inOther, inMain]).size).toBe(3)
    const seenWith = async (token: string, world: string) => {
      const headers = { authorization: `Bearer ${token}`, "x-hexarium-world": world }
      return (await api("GET", "/userinfo", undefined, headers)).status
    }
    expect([await seenWith(inOne, "one"), await seenWith(inOne, "other"), await seenWith(inOne, "main")]).toEqual([
      200, 401, 401,
    ])
  })

  test("live as long as those of Login, or ttl_hours", async () => {
    const { control } = await desk()
    const claims = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
    const life = async (ttl_hours?: number) => {
      const { exp, iat } = claims((await control("POST", TOKENS, { user: "bob@acme.test", ttl_hours })).body.token)
      return (exp - iat) / 3600
    }
    expect([await life(), await life(1), await life(0.5), await life(1000)]).toEqual([24, 1, 0.5, 1000])
  })

  test.each([
    [{ user: "nobody@acme.test" }, 404],
    [{ user: "" }, 404],
    [{}, 400],
    [{ user: 1 }, 400],
    [{ user: "bob@acme.test", ttl_hours: 0 }, 400],
    [{ user: "bob@acme.test", ttl_hours: -1 }, 400],
    [{ user: "bob@acme.test", ttl_hours: "1" }, 400],
    [{ user: "bob@acme.test", ttl_hours: 1e12 }, 400],
    [{ user: "bob@acme.test", hours: 1 }, 400],
  ])("%j is refused, and nothing is issued", async (body, status) => {
    const { control, world } = await desk()
    const before = world.hash()
    expect((await control("POST", TOKENS, body)).status).toBe(status)
    expect(world.hash()).toBe(before)
  })

  test("the bot of a workspace is nobody to act as", async () => {
    const { control, world } = await desk()
    const [workspace] = world.view().table("workspaces").toArray()
    expect((await control("POST", TOKENS, { user: workspace?.botUId })).status).toBe(404)
  })
})
