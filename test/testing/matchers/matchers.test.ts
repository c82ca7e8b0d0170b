import { beforeAll, describe, expect, test } from "vitest"
import { createClient } from "../../../emulator/client/index.ts"
import { createApp } from "../../../emulator/index.ts"
import { matchers } from "../../../emulator/testing/matchers/index.ts"
import type {} from "../../../emulator/testing/runners/vitest.ts"
import type { World } from "../../../src/world/index.ts"
import { smallWorld } from "../../sample-worlds/small.ts"

/** Tests docs/testing.md, "Matchers". */

expect.extend(matchers)

const DEALS = { application: "CRM", datastore: "Deals" }

let base: World

beforeAll(async () => {
  base = await smallWorld()
})

/** Message of a failing assertion. */
const messageOf = async (assertion: () => unknown): Promise<string> => {
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

  test("takes whatever can be awaited, and asymmetric matchers of messages", async () => {
    const call = wrong()
    // biome-ignore lint/suspicious/noThenProperty: as query builders have it
    await expect({ then: call.then.bind(call) }).toBeRefusedWith(400)
    await expect(wrong()).toBeRefusedWith({ message: expect.stringContaining("Amount") })
    await expect(wrong()).not.toBeRefusedWith({ message: /Title/g })
  })

  test(".not fails for an error that is no refusal", async () => {
    const broken = Promise.reject(new TypeError("oops"))
    expect(await messageOf(() => expect(broken).not.toBeRefusedWith(400))).toBe("oops")
  })

  test("shows the step that refused the call, and ways to success, if the test fails", async () => {
    const world = base.fork()
    const stale = () => world.as("bob@acme.test").updateItem({ ...DEALS, itemId: "0".repeat(24), revNo: 1, item: {} })
    expect(await messageOf(() => expect(wrong()).toBeRefusedWith(403))).toMatch(
      /\n✗ values +Amount.*\nway 1: .*Amount/s,
    )
    expect(await messageOf(() => expect(stale()).not.toBeRefusedWith(404))).toMatch(/\n✗ target /)
    expect(await messageOf(() => expect(stale()).toBeRefusedWith(404))).toBe("nothing")
  })

  test("says what a fetch is to be asked for", async () => {
    const answer = () => createApp({ world: base.fork() }).fetch(new Request("http://hexarium/api/v0/userinfo"))
    const hint = "fetch also resolves if the API refuses; use expect(response.status).toBe(…) instead"
    expect(await messageOf(() => expect(answer()).toBeRefusedWith(401))).toBe(
      `expected the API to refuse the call with {"status":401}, but the call succeeded with a response with status 401; ${hint}`,
    )
    const response = await answer()
    expect(await messageOf(() => expect(response).toBeRefusedWith(401))).toBe(
      `toBeRefusedWith expects the promise of an API call, a function that makes the call, or the call's error, received a Response; ${hint}`,
    )
  })

  test("knows what a refusal can have", async () => {
    expect(await messageOf(() => expect(wrong()).toBeRefusedWith({ stat: 400 } as never))).toBe(
      "toBeRefusedWith: unknown property stat; did you mean status?",
    )
    expect(await messageOf(() => expect(wrong()).toBeRefusedWith("400"))).toContain("a status is a number such as 400")
    expect(await messageOf(() => expect(wrong()).toBeRefusedWith({ status: "400" as never }))).toBe(
      'toBeRefusedWith: expected a status such as 403, received "400"',
    )
    expect(await messageOf(() => expect(wrong()).not.toBeRefusedWith("INVALID_VALUES"))).toMatch(
      /^toBeRefusedWith: unknown code INVALID_VALUES; the codes are INVALID_PARAMS, INVALID_VALUE,/,
    )
    expect(await messageOf(() => expect(wrong()).toBeRefusedWith({ message: "Amount" }))).toMatch(
      /to match a part of the message, use a RegExp$/m,
    )
    const status: number | undefined = undefined
    expect(await messageOf(() => expect(wrong()).toBeRefusedWith({ status } as never))).toBe(
      "toBeRefusedWith: status is undefined; omit status to match any value",
    )
  })

  test("says what happened instead", async () => {
    expect(await messageOf(() => expect(wrong()).toBeRefusedWith(403))).toContain(
      "received: CreateItem in CRM/Deals as bob",
    )
    const fine = base.fork().as("bob@acme.test").getUserInfo()
    expect(await messageOf(() => expect(fine).toBeRefusedWith(403))).toContain("but the call succeeded")
    expect(await messageOf(() => expect({ a: 1 }).toBeRefusedWith(403))).toBe(
      "toBeRefusedWith expects the promise of an API call, a function that makes the call, or the call's error, received an object with a",
    )
  })

  test("names no class by what a bundler has left of its name", async () => {
    class Qo {
      readonly #held = 1
      held = () => this.#held
    }
    expect(await messageOf(() => expect(new Qo() as unknown as World).toHaveItem({ datastore: "Deals" }))).toMatch(
      /received an object$/,
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

  test("shows the nearest item first, and what was asked of it", async () => {
    const world = base.fork()
    const bob = world.as("bob@acme.test")
    for (const Title of ["First", "Second"]) await bob.createItem({ ...DEALS, item: { Title, Tags: ["hot"] } })
    const wanted = { Title: "Second", Tags: expect.arrayContaining(["new"]) }
    const lines = (await messageOf(() => expect(world).toHaveItem({ ...DEALS, item: wanted }))).split("\n")
    expect(lines[0]).toMatch(
      /"item":\{"Title":"Second","Tags":ArrayContaining \["new"\]\}\}; the most similar items \(of \d\):$/,
    )
    expect(lines[1]).toMatch(/^ {2}\w{24} "Second" New \{"Title":"Second","Tags":\["hot"\]\}$/)
    expect(await messageOf(() => expect(world).not.toHaveItem({ ...DEALS, item: { Title: "First" } }))).toMatch(
      /^expected CRM\/Deals not to have an item .*; matching items:\n {2}\w{24} "First" New \{"Title":"First"\}$/,
    )
  })

  test("knows what an item can have, also with not", async () => {
    const told = (wanted: object) => messageOf(() => expect(base).not.toHaveItem(wanted as never))
    expect(await told({ ...DEALS, items: {} })).toBe("toHaveItem: unknown property items; did you mean item?")
    expect(await told({ ...DEALS, status: "new" })).toMatch(
      /^toHaveItem: CRM\/Deals has no status new; the statuses are New,/,
    )
    expect(await told({ ...DEALS, itemId: undefined })).toBe(
      "toHaveItem: itemId is undefined; omit itemId to match any value",
    )
    expect(await told({ ...DEALS, item: "First" })).toBe(
      'toHaveItem: expected item to be an object that maps display IDs to values, received "First"',
    )
    expect(await told({ ...DEALS, item: { Title: undefined } })).toBe(
      'toHaveItem: item.Title is undefined; use null, "" or [] for a field without a value',
    )
    expect(await told({ ...DEALS, title: 3 })).toBe(
      "toHaveItem: expected title to be a string, a RegExp or an asymmetric matcher, received 3",
    )
    expect(await told({ application: "CMR", datastore: "Deals" })).toBe(
      "toHaveItem: the world has no datastore CMR/Deals; did you mean CRM/Deals?",
    )
  })

  test("shows the items that are there, and says what to give it", async () => {
    expect(await messageOf(() => expect(base).toHaveItem({ ...DEALS, item: { Amount: 77 } }))).toMatch(
      /the most similar items \(of \d\):\n {2}\w{24} "/,
    )
    expect(await messageOf(() => expect(base).toHaveItem({ ...DEALS, item: { Amuont: 7 } }))).toContain(
      "has no field Amuont; the fields are Title,",
    )
    expect(await messageOf(() => expect(base).toHaveItem({ datastore: "Dels" }))).toBe(
      "toHaveItem: the world has no datastore Dels; did you mean Deals?",
    )
    expect(await messageOf(() => expect(base.as("bob@acme.test")).toHaveItem(DEALS))).toMatch(
      /^toHaveItem expects a world, as in expect\(world\)/,
    )
  })
})

test("toHaveSentMail finds a mail by whom it went to, its kind, its subject and its text", async () => {
  const world = base.fork()
  expect(await messageOf(() => expect(world).toHaveSentMail({ to: "bob@acme.test" }))).toContain("it has sent no mails")
  await world.public.forgotPassword({ email: "bob@acme.test" })
  expect(world).toHaveSentMail({ to: "Bob@acme.test", kind: "password", text: /http/ })
  expect(world).not.toHaveSentMail({ to: "ada@acme.test" })
  expect(await messageOf(() => expect(world).toHaveSentMail({ subject: /never/ }))).toMatch(
    /mail \{"subject":\/never\/\}; it has sent these mails:\n {2}password to bob@acme\.test/,
  )
  expect(await messageOf(() => expect("world").toHaveSentMail())).toContain('received string "world"')
})

test("a runner that lends no comparison has one: Playwright's throws", async () => {
  const world = base.fork()
  await world.as("bob@acme.test").createItem({ ...DEALS, item: { Title: "First", Tags: ["hot"] } })
  const state = {
    equals(): never {
      throw new Error("not compatible with Playwright")
    },
  }
  const has = (item: Readonly<Record<string, unknown>>) =>
    matchers.toHaveItem.call(state, world, { ...DEALS, item }).pass
  expect(has({ Title: "First", Tags: ["hot"] })).toBe(true)
  expect(has({ Title: expect.stringMatching(/^Fi/), Tags: expect.arrayContaining(["hot"]) })).toBe(true)
  expect(has({ Tags: ["hot", "new"] })).toBe(false)
  expect(has({ Title: "First", Tags: [] })).toBe(false)
  await world.public.forgotPassword({ email: "bob@acme.test" })
  expect(matchers.toHaveSentMail.call(state, world, { to: expect.stringContaining("bob") }).pass).toBe(true)
})

test("toHaveSentMail knows what a mail has, also with not", async () => {
  const told = (wanted: unknown) => messageOf(() => expect(base).not.toHaveSentMail(wanted as never))
  expect(await told({ recipient: "bob@acme.test" })).toBe(
    "toHaveSentMail: unknown property recipient; the properties are to, kind, subject, text",
  )
  expect(await told({ kind: "notify" })).toBe(
    'toHaveSentMail: unknown kind of mail "notify"; the kinds are registration, invitation, password, email, completion, notification',
  )
  expect(await told(Promise.resolve())).toContain("received a promise (await it first)")
  expect(await told(base)).toMatch(/^toHaveSentMail expects \{ to, kind, subject, text \}, received a /)
  const world = base.fork()
  await world.public.forgotPassword({ email: "bob@acme.test" })
  expect(world).toHaveSentMail({ to: expect.stringContaining("@acme"), subject: expect.any(String) })
})

test("a matcher reports a wrong argument", async () => {
  const given = (thing: unknown) => messageOf(() => expect(thing).toHaveItem(DEALS))
  const head = "toHaveItem expects a world, as in expect(world).toHaveItem(…), received"
  expect(await given(null)).toBe(`${head} null`)
  expect(await given(undefined)).toBe(`${head} undefined`)
  expect(await given([])).toBe(`${head} an array`)
  expect(await given({})).toBe(`${head} an empty object`)
  expect(await given(() => base)).toBe(`${head} a function`)
  expect(await given(new Response())).toBe(`${head} a Response`)
  expect(await given({ iId: "1", dId: "2" })).toBe(`${head} an object with iId, dId`)
})

test("a matcher with a wrong argument says what it expects", async () => {
  expect(await messageOf(() => expect(Promise.resolve()).toBeRefusedWith(undefined as never))).toBe(
    "toBeRefusedWith expects a status, a code or { status, code, message, field }, received undefined",
  )
  expect(await messageOf(() => expect(Promise.resolve(base)).toHaveItem(DEALS))).toContain("a promise (await it first)")
  expect(await messageOf(() => expect(base).toHaveItem(undefined as never))).toBe(
    "toHaveItem expects { application, datastore, item: { … } }, received undefined",
  )
  expect(await messageOf(() => expect(base).toHaveItem({ ...DEALS, item: { Titel: "First" } }))).toMatch(
    /^toHaveItem: CRM\/Deals has no field Titel; the fields are .*Title/,
  )
  expect(await messageOf(() => expect(base).toHaveSentMail("bob@acme.test" as never))).toBe(
    'toHaveSentMail expects { to, kind, subject, text }, received "bob@acme.test"',
  )
  expect(await messageOf(() => expect(undefined).toEqualWorld(base))).toContain("received undefined")
})

test("toEqualWorld prints the records that differ", async () => {
  const world = base.fork()
  const twin = base.fork()
  expect(world).toEqualWorld(twin)
  const { itemId } = await twin.as("bob@acme.test").createItem({ ...DEALS, item: { Title: "First" } })
  expect(world).not.toEqualWorld(twin)
  const text = await messageOf(() => expect(world).toEqualWorld(twin))
  expect(text).toContain(`  + item of Deals ${itemId} {`)
  await world.restore(twin.snapshot())
  await world.as("bob@acme.test").updateItem({ ...DEALS, itemId, isForceUpdate: true, item: { Title: "Second" } })
  expect(await messageOf(() => expect(world).toEqualWorld(twin))).toMatch(
    new RegExp(`~ item of Deals ${itemId}\\.values\\.Title: - "Second" \\+ "First"`),
  )
  expect(await messageOf(() => expect(world).toEqualWorld(3))).toContain("toEqualWorld expects a world")
})

test("toEqualWorld prints no secrets, and random values in one line", async () => {
  const twin = base.fork()
  await twin.public.login({ email: "bob@acme.test", password: "bob-pass" }).catch(() => undefined)
  const ada = twin.as("ada@acme.test")
  const { group } = await ada.getGroup()
  await ada.addUser({ email: "eve@acme.test", group: group.gId, noConfirmEmail: true, tmpPassword: "eve-pass-1" })
  const { token } = await twin.public.login({ email: "eve@acme.test", password: "eve-pass-1" })
  const user = [...twin.view().table("users").toArray()].find(({ email }) => email === "eve@acme.test")
  const text = await messageOf(() => expect(base).toEqualWorld(twin))
  expect(text).toMatch(/ {2}\+ users \w{24} \(eve@acme\.test\) \{/)
  expect(text).toMatch(/ {2}\+ tokens \(eve@acme\.test\) \{/)
  expect(text).toContain("  ~ the state that determines the next IDs and tokens")
  expect(text).not.toContain(token)
  expect(text).not.toContain(user?.passwordHash)
})

test("waitFor gives up after its time limit and says what was sent instead", async () => {
  const world = base.fork()
  await world.public.forgotPassword({ email: "bob@acme.test" })
  await expect(world.mail.waitFor({ to: "ada@acme.test" }, { timeoutMs: 20 })).rejects.toThrow(
    "no mail to ada@acme.test arrived within 20 ms; the world has sent 1 in total, most recently password to bob@acme.test",
  )
})
