import { fileURLToPath } from "node:url"
import { setupServer } from "msw/node"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { testWorlds } from "../../../emulator/testing/runners/index.ts"
import { hexariumHandlers } from "../../../emulator/testing/runners/msw.ts"
import { engineOf } from "../../../src/world/index.ts"

const SHOP = fileURLToPath(new URL("../../../examples/msw/shop.yaml", import.meta.url))
const worlds = testWorlds({ fixture: SHOP })
const network = setupServer()

beforeAll(() => network.listen({ onUnhandledRequest: "error" }))
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

const userinfo = (base: string, token: string) =>
  fetch(`${base}/api/v0/userinfo`, { headers: { authorization: `Bearer ${token}` } })

describe("a world as handlers", () => {
  test("handles requests of the global fetch, to any host", async () => {
    const own = await worlds.fresh()
    network.use(...hexariumHandlers(own.world))
    const answer = await userinfo("https://api.example.com", await own.token("bob@shop.test"))
    expect(await answer.json()).toMatchObject({ email: "bob@shop.test" })
  })

  test("answers below its base URLs only, behind their paths", async () => {
    const own = await worlds.fresh()
    network.use(...hexariumHandlers(own, { baseUrl: ["https://one.test/backend/", "http://two.test"] }))
    const token = await own.token("bob@shop.test")
    expect((await userinfo("https://one.test/backend", token)).status).toBe(200)
    expect((await userinfo("http://two.test", token)).status).toBe(200)
    await expect(userinfo("https://three.test", token)).rejects.toThrow()
  })

  test("takes bodies, and refuses as the API does", async () => {
    const { app } = await worlds.fresh()
    network.use(...hexariumHandlers(app, { baseUrl: "https://api.example.com" }))
    const logIn = (password: string) =>
      fetch("https://api.example.com/api/v0/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "bob@shop.test", password }),
      })
    expect(await (await logIn("bob")).json()).toHaveProperty("token")
    expect((await logIn("wrong")).status).toBe(401)
  })

  test("is requested again for each request if it is a function", async () => {
    const [one, other] = [await worlds.fresh(), await worlds.fresh()]
    let present = one
    network.use(...hexariumHandlers(() => present))
    const token = await engineOf(one.world).commit("Login", null, () => "none")
    expect((await userinfo("https://api.example.com", token)).status).toBe(401)
    present = other
    expect((await userinfo("https://api.example.com", await other.token("bob@shop.test"))).status).toBe(200)
  })

  test("a connection that a fault cuts is a network error", async () => {
    const own = await worlds.fresh()
    network.use(...hexariumHandlers(own))
    await own.world.faults.plan({ operation: "*", disconnect: true })
    await expect(userinfo("https://api.example.com", "none")).rejects.toThrow(TypeError)
  })

  test("a base URL that is none is refused with what is expected", () => {
    expect(() => hexariumHandlers(() => ({ app: { fetch } }), { baseUrl: "api.example.com" })).toThrow(
      'baseUrl: expected the URL that the tested code calls, such as https://api.example.com, received "api.example.com"',
    )
  })
})
