import { beforeAll, describe, expect, test } from "vitest"
import { createClient } from "../../emulator/client.ts"
import { createApp } from "../../emulator/index.ts"
import { matchers } from "../../emulator/matchers/index.ts"
import type {} from "../../emulator/runners/vitest.ts"
import type { World } from "../../src/inside.ts"
import { smallWorld } from "../worlds/small.ts"

/** docs/testing.md, "Matchers". */

expect.extend(matchers)

const DEALS = { application: "CRM", datastore: "Deals" }

let base: World

beforeAll(async () => {
  base = await smallWorld()
})

/** What a failing assertion says. */
const said = async (assertion: () => unknown): Promise<string> => {
  try {
    await assertion()
  } catch (error) {
    return (error as Error).message
  }
  return "nothing"
}

describe("toBeRefusedWith", () => {
  const wrong = () =>
    base
      .fork()
      .as("bob@acme.test")
      .createItem({ ...DEALS, item: { Amount: "many" } })

  test("takes a promise, a function or an error, and a status, a code or more", async () => {
    await expect(wrong()).toBeRefusedWith(400)
    await expect(wrong).toBeRefusedWith("INVALID_VALUE")
    await expect(wrong()).rejects.toBeRefusedWith({ status: 400, code: "INVALID_VALUE", field: "Amount" })
    await expect(wrong()).toBeRefusedWith({ message: /^CreateItem in CRM\/Deals as bob/ })
    await expect(wrong()).not.toBeRefusedWith(403)
  })

  test("knows refusals of the client, too", async () => {
    const client = createClient({ app: createApp({ world: base.fork() }), token: "bob-token" })
    await expect(client.getGroup({ params: { "group-id": "NOPE" } })).toBeRefusedWith({ status: 404 })
  })

  test("says what happened instead", async () => {
    expect(await said(() => expect(wrong()).toBeRefusedWith(403))).toContain(
      "but it was: CreateItem in CRM/Deals as bob",
    )
    const fine = base.fork().as("bob@acme.test").getUserInfo()
    expect(await said(() => expect(fine).toBeRefusedWith(403))).toContain("but it was answered")
    expect(await said(() => expect({ a: 1 }).toBeRefusedWith(403))).toBe(
      "toBeRefusedWith takes a call's promise, a function that calls, or the error of a refusal; it was given an object with a",
    )
  })
})

describe("toHaveItem", () => {
  test("finds an item by some of its values, its status or its title", async () => {
    const world = base.fork()
    const { itemId } = await world.as("bob@acme.test").createItem({ ...DEALS, item: { Title: "First", Tags: ["hot"] } })
    expect(world).toHaveItem({ ...DEALS, item: { Title: "First", Tags: ["hot"] } })
    expect(world).toHaveItem({ datastore: "Deals", itemId, status: "New", title: /^Fi/ })
    expect(world).toHaveItem({ ...DEALS, item: { Title: expect.stringContaining("irs") } })
    expect(world).not.toHaveItem({ ...DEALS, item: { Title: "First", Tags: [] } })
    expect({ world }).toHaveItem({ ...DEALS, itemId })
  })

  test("shows the items that are there, and says what to give it", async () => {
    expect(await said(() => expect(base).toHaveItem({ ...DEALS, item: { Amount: 77 } }))).toMatch(
      /it has \d, at last:\n {2}\w{24} "/,
    )
    expect(await said(() => expect(base).toHaveItem({ ...DEALS, item: { Amuont: 7 } }))).toContain(
      "has no field Amuont; its fields are Title,",
    )
    expect(await said(() => expect(base).toHaveItem({ datastore: "Dels" }))).toBe(
      "toHaveItem: the world has no datastore Dels",
    )
    expect(await said(() => expect(base.as("bob@acme.test")).toHaveItem(DEALS))).toMatch(
      /^toHaveItem takes a world, expect\(world\)/,
    )
  })
})

test("toHaveSentMail finds a mail by whom it went to, its kind, its subject and its text", async () => {
  const world = base.fork()
  expect(await said(() => expect(world).toHaveSentMail({ to: "bob@acme.test" }))).toContain("it has sent none")
  await world.public.forgotPassword({ email: "bob@acme.test" })
  expect(world).toHaveSentMail({ to: "Bob@acme.test", kind: "password", text: /http/ })
  expect(world).not.toHaveSentMail({ to: "ada@acme.test" })
  expect(await said(() => expect(world).toHaveSentMail({ subject: /never/ }))).toMatch(
    /mail \{"subject":"\/never\/"\}; it has sent 1:\n {2}password to bob@acme\.test/,
  )
  expect(await said(() => expect("world").toHaveSentMail())).toContain('it was given string "world"')
})

test("a matcher that is told the wrong thing says what it is to be told", async () => {
  expect(await said(() => expect(Promise.resolve()).toBeRefusedWith(undefined as never))).toBe(
    "toBeRefusedWith is told a status, a code or { status, code, message, field }; it was told undefined",
  )
  expect(await said(() => expect(Promise.resolve(base)).toHaveItem(DEALS))).toContain("a promise (await it first)")
  expect(await said(() => expect(base).toHaveItem(undefined as never))).toBe(
    "toHaveItem is told { application, datastore, item: { … } }; it was told undefined",
  )
  expect(await said(() => expect(base).toHaveItem({ ...DEALS, item: { Titel: "First" } }))).toMatch(
    /^toHaveItem: CRM\/Deals has no field Titel; its fields are .*Title/,
  )
  expect(await said(() => expect(base).toHaveSentMail("bob@acme.test" as never))).toBe(
    'toHaveSentMail is told { to, kind, subject, text }; it was told "bob@acme.test"',
  )
  expect(await said(() => expect(undefined).toEqualWorld(base))).toContain("it was given undefined")
})

test("toEqualWorld prints the records that differ", async () => {
  const world = base.fork()
  const twin = base.fork()
  expect(world).toEqualWorld(twin)
  const { itemId } = await twin.as("bob@acme.test").createItem({ ...DEALS, item: { Title: "First" } })
  expect(world).not.toEqualWorld(twin)
  const text = await said(() => expect(world).toEqualWorld(twin))
  expect(text).toContain(`  + item of Deals ${itemId} {`)
  await world.restore(twin.snapshot())
  await world.as("bob@acme.test").updateItem({ ...DEALS, itemId, isForceUpdate: true, item: { Title: "Second" } })
  expect(await said(() => expect(world).toEqualWorld(twin))).toMatch(
    new RegExp(`~ item of Deals ${itemId}\\.values\\.\\w{24}: - "Second" \\+ "First"`),
  )
  expect(await said(() => expect(world).toEqualWorld(3))).toContain("toEqualWorld takes a world")
})

test("waitFor gives up after its time limit and says what was sent instead", async () => {
  const world = base.fork()
  await world.public.forgotPassword({ email: "bob@acme.test" })
  await expect(world.mail.waitFor({ to: "ada@acme.test" }, { timeoutMs: 20 })).rejects.toThrow(
    "no mail to ada@acme.test within 20 ms; the world has sent 1, at last password to bob@acme.test",
  )
})
