import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { smallFixture } from "../../emulator/testing/kit/arbitraries/fixtures.ts"
import { compareRecording, type PullOptions, pullFixture } from "../../emulator/upstream/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { demoWorld } from "../contract/examples/demo.ts"
import { membersFixture } from "../sample-worlds/members.ts"
import { recordReads, tokenOf } from "./read-side.ts"

/** Pulls a world as a user, with requests that fail as `disturb` says. */
async function pullAs(
  world: World,
  user: string,
  options: Partial<PullOptions> = {},
  disturb: (request: Request) => Response | undefined = () => undefined,
) {
  const app = createApp({ world })
  const requests: Request[] = []
  const waits: number[] = []
  const pulled = await pullFixture({
    baseUrl: world.baseUrl,
    token: await tokenOf(app, user),
    fetch: async (request) => {
      requests.push(request)
      return disturb(request) ?? app.fetch(request)
    },
    wait: async (ms) => void waits.push(ms),
    ...options,
  })
  return { ...pulled, requests, waits }
}

/** Differences between the reads of a user in a world and in the world of a pulled fixture. */
async function differencesAfterPull(world: World, user: string) {
  const reads = await recordReads(world, user)
  const { fixture } = await pullAs(world, user, { files: true })
  const { differences } = await compareRecording(reads, { fixture })
  return differences.map(({ operation, path, kind, there, here }) =>
    [operation, path, kind, JSON.stringify(there)?.slice(0, 300), JSON.stringify(here)?.slice(0, 300)].join(" "),
  )
}

describe("a pulled world answers every read of the user equally", () => {
  test.each(["ben@nord.example", "sofia@nord.example", "mina@hikari.example", "noor@hikari.example"])(
    "it does so in the demo, as %s",
    async (user) => {
      expect(await differencesAfterPull(await demoWorld(), user)).toEqual([])
    },
  )

  test("it does so with display IDs of any script", async () => {
    const world = await createWorld({ fixture: membersFixture() })
    for (const user of ["ada@acme.test", "bob@acme.test"]) expect(await differencesAfterPull(world, user)).toEqual([])
    const { fixture } = await pullAs(world, "ada@acme.test")
    const [members] = fixture.workspaces[0]?.applications?.[0]?.datastores ?? []
    expect(members?.datastore_id).toBe("회원")
    expect(Object.keys(members?.fields ?? {})).toEqual(["会員番号", "radio test", "数 量", "合計", "Status"])
    expect(members?.fields.合計).toMatchObject({ calc: { formula: "数 量 * 2" } })
  })

  test("it does so in generated worlds, as each of their users", async () => {
    await fc.assert(
      fc.asyncProperty(smallFixture(), async (fixture) => {
        const world = await createWorld({ fixture })
        for (const { email } of fixture.users) expect(await differencesAfterPull(world, email)).toEqual([])
      }),
      { numRuns: 15, seed: 36 },
    )
  })
})

test("a pull only reads, and changes nothing", async () => {
  const world = await demoWorld()
  const hash = world.hash()
  const { requests } = await pullAs(world, "ben@nord.example", { files: true })
  expect(world.hash()).toBe(hash)
  const writes = requests.filter(({ method, url }) => method !== "GET" && !url.endsWith("/items/search"))
  expect(writes).toEqual([])
})

test("the announced number of requests is about the number of requests", async () => {
  let announced = 0
  const { requests } = await pullAs(await demoWorld(), "ben@nord.example", {
    onPlan: (count) => {
      announced = count
    },
  })
  expect(announced).toBeGreaterThan(requests.length * 0.6)
  expect(announced).toBeLessThan(requests.length * 1.2)
})

describe("requests that fail for a while", () => {
  test("are repeated after 429, 5xx and cut connections, and Retry-After is respected", async () => {
    const failures = [
      () => new Response("", { status: 429, headers: { "retry-after": "7" } }),
      () => new Response("", { status: 503 }),
      () => {
        throw new TypeError("fetch failed")
      },
    ]
    let count = 0
    const { fixture, waits } = await pullAs(await demoWorld(), "ben@nord.example", {}, () => {
      count += 1
      return count % 10 === 0 ? failures[(count / 10) % 3]?.() : undefined
    })
    expect(fixture).toEqual((await pullAs(await demoWorld(), "ben@nord.example")).fixture)
    expect(Math.max(...waits)).toBe(7000)
  })

  test("end the pull after some attempts, with the place", async () => {
    const failing = pullAs(await demoWorld(), "ben@nord.example", {}, ({ url }) =>
      url.includes("/setting") ? new Response("", { status: 500 }) : undefined,
    )
    await expect(failing).rejects.toThrow(
      /^http:\/\/hexarium responds with 500 to \/api\/v0\/\S+ after 6 attempts; check/,
    )
  })
})

describe("bad input", () => {
  test.each([
    ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } }), "check the base URL"],
    ["not JSON", () => new Response("{", { headers: { "content-type": "application/json" } }), "is not JSON"],
    ["not found", () => Response.json({}, { status: 404 }), "is not a server of this API"],
    ["no token", () => Response.json({}, { status: 401 }), "unknown or has expired"],
  ])("%s gives one line", async (_, respond, reason) => {
    const pulling = pullAs(await demoWorld(), "ben@nord.example", {}, respond)
    await expect(pulling).rejects.toThrow(reason)
  })

  test("an unknown workspace or application lists the known ones", async () => {
    const world = await demoWorld()
    await expect(pullAs(world, "ben@nord.example", { workspace: "Gone" })).rejects.toThrow('"Studio Nord"')
    await expect(pullAs(world, "ben@nord.example", { applications: ["GONE"] })).rejects.toThrow("TASKS")
  })
})

describe("without the target of lookups and links", () => {
  const linked = (): Promise<World> =>
    createWorld({
      fixture: {
        version: 1,
        users: [{ email: "ada@shop.test" }],
        workspaces: [
          {
            name: "Shop",
            group: { group_id: "SHOP", name: "Shop" },
            admins: ["ada@shop.test"],
            applications: [
              {
                application_id: "CRM",
                name: "Customers",
                roles: [{ role_id: "ADMIN", name: "Administrator", users: ["ada@shop.test"] }],
                datastores: [
                  {
                    datastore_id: "Customers",
                    name: "Customers",
                    fields: { Name: { dataType: "text", as_title: true } },
                    items: [{ key: "acme", values: { Name: "Acme" } }],
                  },
                ],
              },
              {
                application_id: "SALES",
                name: "Sales",
                roles: [{ role_id: "SELLER", name: "Seller", users: ["ada@shop.test"] }],
                datastores: [
                  {
                    datastore_id: "Orders",
                    name: "Orders",
                    fields: {
                      Title: { dataType: "text", as_title: true },
                      Customer: { dataType: "dslookup", dslookup: { datastore: "CRM/Customers", field: "Name" } },
                    },
                    items: [{ values: { Title: "First", Customer: "@acme" }, links: ["CRM/Customers@acme"] }],
                  },
                ],
              },
            ],
          },
        ],
      },
    })
  test("a pull of one application leaves them empty, and says so", async () => {
    const { fixture, missing } = await pullAs(await linked(), "ada@shop.test", { applications: ["SALES"] })
    expect(missing.join("\n")).toContain("the target of the lookup SALES/Orders.Customer")
    const ada = (await createWorld({ fixture })).as("ada@shop.test")
    const place = { application: "SALES", datastore: "Orders" }
    const { items } = await ada.itemList({ ...place, includeLinks: true })
    expect(items).toMatchObject([{ values: { Title: "First", Customer: null }, links: [] }])
  })

  test("a lookup whose datastore was deleted is pulled as it is", async () => {
    const world = await linked()
    await world.as("ada@shop.test").deleteDatastore({ application: "CRM", datastore: "Customers" })
    expect(await differencesAfterPull(world, "ada@shop.test")).toEqual([])
  })
})

test("another workspace than the current one is refused with the fix, and nothing is selected", async () => {
  const world = await createWorld({
    fixture: {
      version: 1,
      users: [{ email: "ada@shop.test", current_workspace: "Shop" }],
      workspaces: ["Shop", "Other"].map((name) => ({
        name,
        admins: ["ada@shop.test"],
        group: { group_id: "ALL", name: "All", members: ["ada@shop.test"] },
      })),
    },
  })
  const hash = world.hash()
  await expect(pullAs(world, "ada@shop.test", { workspace: "Other" })).rejects.toThrow(
    'expected "Other" to be the user\'s current workspace; select it with SelectWorkspace, or use the token of another user',
  )
  expect(world.hash()).toBe(hash)
})

describe("options", () => {
  test("--items limits the items, and references to other items are left out", async () => {
    for (const items of ["none", 1, 3] as const) {
      const { fixture } = await pullAs(await demoWorld(), "mina@hikari.example", { items })
      const datastores = fixture.workspaces.flatMap(({ applications = [] }) =>
        applications.flatMap((application) => application.datastores ?? []),
      )
      const counts = datastores.map((datastore) => datastore.items?.length ?? 0)
      expect(Math.max(...counts)).toBe(items === "none" ? 0 : items)
      await createWorld({ fixture })
    }
  })

  test("placeholder users keep their IDs, but not their names and addresses", async () => {
    const { fixture } = await pullAs(await demoWorld(), "ben@nord.example", { users: "placeholder" })
    const { users } = (await pullAs(await demoWorld(), "ben@nord.example")).fixture
    expect(fixture.users.map(({ u_id: uId }) => uId)).toEqual(users.map(({ u_id: uId }) => uId))
    const text = JSON.stringify(fixture)
    for (const { email, username = "" } of users) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(username)
    }
    await createWorld({ fixture })
  })

  test("anonymised output contains none of the texts, names and addresses, and equal inputs stay equal", async () => {
    const world = await demoWorld()
    const plain = (await pullAs(world, "mina@hikari.example", { files: true })).fixture
    const { fixture } = await pullAs(world, "mina@hikari.example", { files: true, anonymise: true })
    const values = textsOf(plain)
    const hidden = textsOf(fixture)
    expect(values.length).toBeGreaterThan(100)
    expect(hidden.length).toBe(values.length)
    const pairs = new Map<string, string>()
    for (const [at, value] of values.entries()) {
      const other = hidden[at] ?? ""
      expect(other).not.toBe(value)
      expect([...other]).toHaveLength([...value].length)
      expect(pairs.get(value) ?? other).toBe(other)
      pairs.set(value, other)
    }
    const text = JSON.stringify(fixture)
    for (const { email, username = "" } of plain.users) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(username)
    }
    for (const value of values.filter((one) => one.length > 6)) expect(text).not.toContain(JSON.stringify(value))
    await createWorld({ fixture })
  })
})

/** The values of all text fields, in order. */
const textsOf = ({ workspaces }: Awaited<ReturnType<typeof pullFixture>>["fixture"]): string[] =>
  workspaces.flatMap(({ applications = [] }) =>
    applications.flatMap(({ datastores = [] }) =>
      datastores.flatMap(({ fields, items = [] }) =>
        items.flatMap(({ values }) =>
          Object.entries(values).flatMap(([field, value]) =>
            ["text", "textarea"].includes(fields[field]?.dataType ?? "") &&
            typeof value === "string" &&
            /\p{L}|\d/u.test(value)
              ? value
              : [],
          ),
        ),
      ),
    ),
  )
