import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { testWorlds } from "../../../emulator/testing/runners/index.ts"
import { hexariumTest } from "../../../emulator/testing/runners/vitest.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const SHOP = fileURLToPath(new URL("../../../examples/node-test/shop.yaml", import.meta.url))
const orders = { application: "SHOP", datastore: "Orders" }
const USERINFO = "/api/v0/userinfo"

describe("worlds for tests", () => {
  const worlds = testWorlds({ fixture: SHOP })

  test("begin alike, and know nothing of each other", async () => {
    const [one, other] = [await worlds.fresh(), await worlds.fresh()]
    await one.world.raw.as("bob@shop.test").createItem({ ...orders, item: { Total: 1 } })
    expect(one.world.hash()).not.toBe(other.world.hash())
    expect(other.world.hash()).toBe((await worlds.fresh()).world.hash())
  })

  test("have a fetch that answers whatever origin is asked for, and paths", async () => {
    const { fetch, token } = await worlds.fresh()
    const me = { headers: { authorization: `Bearer ${await token("bob@shop.test")}` } }
    for (const asked of [USERINFO, `https://api.example.com${USERINFO}`, new URL(`http://10.0.0.1${USERINFO}`)]) {
      expect(await (await fetch(asked, me)).json()).toMatchObject({ email: "bob@shop.test" })
    }
    const request = new Request(`https://api.example.com${USERINFO}`, me)
    expect((await fetch(request)).status).toBe(200)
    expect((await fetch(request, { headers: {} })).status).toBe(401)
  })

  test("are served once, and no longer when they are closed", async () => {
    const own = await worlds.fresh()
    const [server, again] = await Promise.all([own.serve(), own.serve()])
    expect(again).toBe(server)
    expect(own.world.baseUrl).toBe(server.url)
    expect((await fetch(`${server.url}/_hexarium/health`)).status).toBe(200)
    await own.close()
    await expect(fetch(`${server.url}/_hexarium/health`)).rejects.toThrow()
  })

  test("issue tokens for users that are there", async () => {
    const { token } = await worlds.fresh()
    await expect(token("nobody@shop.test")).rejects.toThrow("unknown user nobody@shop.test")
  })
})

describe("a test in a world", () => {
  const worlds = testWorlds({ fixture: SHOP })

  test("takes the fixtures first, and then what its runner gives", async () => {
    const seen: unknown[] = []
    const run = worlds.inWorld(async ({ url, mail }, row: number) => {
      seen.push((await fetch(`${url}/_hexarium/health`)).status, mail.list(), row)
    })
    expect(run).toHaveLength(0)
    await run(7)
    expect(seen).toEqual([200, [], 7])
  })

  test("has a server only where it names one, or may", async () => {
    let served = ""
    await worlds.inWorld(({ world }) => {
      served = world.baseUrl
    })()
    expect(served).toBe("http://hexarium")
    await worlds.inWorld((own) => {
      served = own.url
    })()
    expect(served).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test("responds to the calls of its scripts, also without handlers for requests", async () => {
    const fixture = fixtureOf({
      datastores: {
        D: {
          fields: { T: { dataType: "text" } },
          actions: {
            New: {
              crud_type: "1",
              default: true,
              pre_script: "async function main() { return (await callAPIAsync('GET', '/api/v0/userinfo')).email }",
            },
          },
        },
      },
    })
    await testWorlds({ fixture }).inWorld(async ({ as, world }) => {
      const place = { application: "APP", datastore: "D", item: {} }
      expect(await as("ada@acme.test").createItem(place)).toMatchObject({ preResult: { result: "ada@acme.test" } })
      const twin = world.fork().as("ada@acme.test")
      expect(await twin.createItem(place)).toMatchObject({ preResult: { result: "ada@acme.test" } })
    })()
  })

  test("closes its world also when it fails, with its own error", async () => {
    let url = ""
    const failing = worlds.inWorld((own) => {
      url = own.url
      throw new Error("as expected")
    })
    await expect(failing()).rejects.toThrow("as expected")
    await expect(fetch(url)).rejects.toThrow()
  })

  test("a missing fixture is reported", async () => {
    // @ts-expect-error there is no such fixture
    await expect(worlds.inWorld(({ wrold }) => wrold)()).rejects.toThrow(
      "the test asks for an unknown fixture wrold; did you mean world?",
    )
  })
})

test("a missing fixture file is reported with its place and the remedy", async () => {
  await expect(testWorlds({ fixture: "no/such.yaml" }).fresh()).rejects.toThrow(
    `the fixture file ${process.cwd()}/no/such.yaml does not exist in the working directory ${process.cwd()}; pass an absolute path, or new URL("such.yaml", import.meta.url)`,
  )
})

const inVitest = hexariumTest({ fixture: new URL(`file://${SHOP}`) })

inVitest(
  "a test of Vitest has all fixtures",
  async ({ url, server, token, fetch: ask, world, as, app, client, clock, mail }) => {
    expect(server.url).toBe(url)
    const me = { headers: { authorization: `Bearer ${await token("ada@shop.test")}` } }
    expect((await fetch(`${url}${USERINFO}`, me)).status).toBe(200)
    expect((await ask(USERINFO, me)).status).toBe(200)
    expect((await app.fetch(new Request(`${world.baseUrl}${USERINFO}`, me))).status).toBe(200)
    expect((await client("ada@shop.test").getUserInfo()).email).toBe("ada@shop.test")
    await as("ada@shop.test").createItem({ ...orders, item: { Total: 1 } })
    expect(mail.list()).toEqual([])
    expect((await clock.advance("1h")).now).toBe("2026-01-05T10:00:00.000Z")
  },
)
