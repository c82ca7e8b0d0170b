import { describe, expect, test } from "vitest"
import { DomainError, type Explanation } from "../../src/model/index.ts"
import { itemsTable } from "../../src/state/index.ts"
import type { World } from "../../src/world/index.ts"
import { datastoreOf, fixtureItem, type OfficeFixture, office } from "../operations/items/office.ts"

/** Tests insight.md section 2 in process. */

const DEALS = { application: "CRM", datastore: "Deals" }
const AUDIT = { application: "CRM", datastore: "Audit" }

/** Adds a datastore, actions and items that hide something from Bob. */
function vary({ fixture, deals, customers }: OfficeFixture): void {
  const [application] = fixture.workspaces[0]?.applications ?? []
  application?.datastores?.push({
    datastore_id: "Audit",
    name: "Audit trail",
    roles: ["MANAGER"],
    fields: { Text: { dataType: "text" } },
    items: [{ values: { Text: "first" } }],
  })
  if (deals.actions?.DeleteDeal !== undefined) deals.actions.DeleteDeal.roles = ["MANAGER"]
  deals.items?.push({ values: { Title: "of Support" }, access: { groups: ["SUPPORT"] } })
  customers.actions = {
    Create: { crud_type: "1", default: true },
    Update: { crud_type: "2", default: true, roles: ["ADMIN"] },
    Rename: { crud_type: "2" },
  }
}

type Call = (world: World) => Promise<unknown>

async function explainCall(world: World, call: Call): Promise<Explanation> {
  const hash = world.hash()
  const error = await call(world).then(
    () => expect.fail("the call was not refused"),
    (thrown: unknown) => (thrown instanceof DomainError ? thrown : expect.fail(String(thrown))),
  )
  const explanation = await error.explain()
  expect(world.hash()).toBe(hash)
  return explanation
}

const asUser = (world: World, user = "bob") => world.as(`${user}@acme.test`)
const first = (world: World): string => fixtureItem(world, "Deals", 0).iId

describe.each<[string, Call, string, string | RegExp, readonly (string | RegExp)[]]>([
  [
    "a datastore that no role shows",
    (world) => asUser(world).itemList({ ...AUDIT, page: 1, perPage: 10 }),
    "place",
    "no role of Bob shows the datastore Audit: it needs role ADMIN or MANAGER; Bob has MEMBER",
    ["Give Bob the role MANAGER", "Give Bob the role ADMIN"],
  ],
  [
    "a misspelt datastore",
    (world) => asUser(world).itemList({ application: "CRM", datastore: "Deels", page: 1, perPage: 10 }),
    "place",
    /^datastore not found: Deels/,
    ["Send datastore Deals"],
  ],
  [
    "an action that the roles forbid",
    (world) => asUser(world).deleteItem({ ...DEALS, itemId: first(world), actionId: "DeleteDeal" }),
    "privilege",
    "DeleteDeal needs role ADMIN or MANAGER; Bob has MEMBER",
    ["Give Bob the role MANAGER"],
  ],
  [
    "another action of the same type",
    (world) =>
      asUser(world).updateItem({
        application: "CRM",
        datastore: "Customers",
        itemId: fixtureItem(world, "Customers", 0).iId,
        revNo: 1,
        item: {},
      }),
    "privilege",
    /^Update needs role ADMIN/,
    ["Run Rename"],
  ],
  [
    "an action that the status does not offer",
    (world) => asUser(world, "ada").executeAction({ ...DEALS, itemId: first(world), actionId: "Finish", revNo: 1 }),
    "privilege",
    "Finish runs from status Working, the item is New",
    [/^Bring the item to Working with/],
  ],
  [
    "an unknown action",
    (world) =>
      asUser(world, "ada").updateItem({ ...DEALS, itemId: first(world), actionId: "UpdateDeel", revNo: 1, item: {} }),
    "parameters",
    "Deals has no action UpdateDeel; did you mean UpdateDeal?",
    [/^Run /],
  ],
  [
    "a parameter of another type",
    (world) => asUser(world).itemList({ ...DEALS, page: "2" as never, perPage: 10 }),
    "parameters",
    /page/,
    [/^Send page 2/],
  ],
  [
    "an item without a key of the user",
    (world) => asUser(world, "carol").getItemDetails({ ...DEALS, itemId: fixtureItem(world, "Deals", 2).iId }),
    "target",
    /^Carol has none of the item's keys/,
    ["Add Carol to the group SUPPORT", /^Publish the item/],
  ],
  [
    "an item of another datastore",
    (world) => asUser(world, "ada").getItemDetails({ application: "CRM", datastore: "Lines", itemId: first(world) }),
    "target",
    /is in the datastore Deals$/,
    ["Name the datastore Deals"],
  ],
  [
    "another revision",
    (world) => asUser(world, "ada").updateItem({ ...DEALS, itemId: first(world), revNo: 7, item: { Title: "A" } }),
    "conflict",
    "the item has revision 1, the request has 7",
    ["Send the revision 1", "Force the update"],
  ],
  [
    "a value over the limit",
    (world) => asUser(world, "ada").createItem({ ...DEALS, item: { Title: "A", Amount: 2_000_000 } }),
    "values",
    /^Amount: /,
    [/^Send Amount /, /^Omit Amount|^Send Amount /],
  ],
  [
    "a value that another item has",
    (world) =>
      asUser(world, "ada").createItem({ application: "CRM", datastore: "Customers", item: { Name: "Hidden Inc." } }),
    "values",
    /^Name is unique/,
    [/^Send Name /],
  ],
  [
    "an unknown field",
    (world) => asUser(world, "ada").createItem({ ...DEALS, item: { Titel: "A" } }),
    "values",
    /unknown field: Titel/,
    [/^Send Title "A"/],
  ],
])("%s", (_, call, step, says, ways) => {
  test("is refused at its step, after the steps that it passed", async () => {
    const { world } = await office(vary)
    const { outcome, steps, current } = await explainCall(world, call)
    expect([outcome, current]).toEqual(["refused", true])
    expect(steps.slice(0, -1).map(({ passed }) => passed)).not.toContain(false)
    const last = steps.at(-1)
    expect([last?.step, last?.passed, last?.section]).toEqual([
      step,
      false,
      expect.stringMatching(/^\w+\.md section \d/),
    ])
    expect(last?.says).toMatch(says)
    expect(steps[0]).toMatchObject({ step: "token", passed: true, facts: [{ name: "user" }] })
  })

  test("has ways that succeed when they are done", async () => {
    const { world } = await office(vary)
    const explanation = await explainCall(world, call)
    const told = explanation.ways.map((way) => way.says)
    for (const way of ways) expect(told).toContainEqual(typeof way === "string" ? way : expect.stringMatching(way))
    expect(told.length).toBeLessThanOrEqual(3)
    for (const { request, change = [], status } of explanation.ways) {
      const twin = world.fork()
      for (const one of change) await run(twin, one)
      if (request === undefined) await call(twin)
      else await run(twin, request)
      expect(status).toBe(200)
    }
  })
})

type Calls = Readonly<Record<string, (input: unknown) => Promise<unknown>>>

function run(
  world: World,
  { operation, as, input }: { operation: string; as?: string; input: object },
): Promise<unknown> {
  const calls = (as === undefined ? world.public : world.as(as)) as unknown as Calls
  return calls[operation]?.(input) ?? expect.fail(`no operation ${operation}`)
}

describe("world.explain", () => {
  test.each([
    ["bob", "see", undefined, "ok"],
    ["carol", "see", 2, "refused"],
    ["bob", "delete", undefined, "refused"],
    ["ada", "update", undefined, "ok"],
  ] as const)("explains whether %s may %s an item", async (user, want, at, outcome) => {
    const { world } = await office(vary)
    const item = fixtureItem(world, "Deals", at ?? 0).iId
    const hash = world.hash()
    const explanation = await world.explain(`${user}@acme.test`, {
      item,
      want,
      ...(want === "delete" && { action: "DeleteDeal" }),
    })
    expect(explanation.outcome).toBe(outcome)
    expect(world.hash()).toBe(hash)
  })

  test("tells each role with the group that gives it, and the key that shows the item", async () => {
    const { world } = await office(vary)
    const { steps } = await world.explain("bob@acme.test", { item: first(world), want: "see" })
    const factsOf = (step: string) =>
      Object.fromEntries(steps.find((one) => one.step === step)?.facts.map(({ name, value }) => [name, value]) ?? [])
    expect(factsOf("place")).toMatchObject({ user: "Bob", roles: ["MEMBER"], datastore: "Deals" })
    expect(factsOf("place").groups).toEqual(expect.any(Array))
    expect(factsOf("target")).toMatchObject({ user: "Bob", item: first(world) })
  })

  test.each([
    [{ user: "nobody@acme.test" }, /unknown user nobody@acme.test/],
    [{ item: "f".repeat(24) }, /the world has no item/],
    [{ want: "execute" }, /execute needs an action; the actions of Deals are /],
    [{ want: "execute", action: "Finsh" }, /Deals has no action Finsh; did you mean Finish\?/],
    [{ want: "see", action: "Finish" }, /to see an item takes no action/],
    [{ want: "look" }, /unknown want "look"/],
  ])("rejects %j with the reason", async (given, message) => {
    const { world } = await office(vary)
    const hash = world.hash()
    const { user, ...wanted } = { user: "bob@acme.test", item: first(world), want: "see", ...given }
    await expect(world.explain(user, wanted as never)).rejects.toThrow(message)
    expect(world.hash()).toBe(hash)
  })
})

describe("error.explain", () => {
  test("explains the state that the call met, also after later changes", async () => {
    const { world } = await office(vary)
    const call = () =>
      asUser(world, "ada").updateItem({ ...DEALS, itemId: first(world), revNo: 7, item: { Title: "A" } })
    const error = await call().catch((thrown: unknown) => thrown as DomainError)
    const before = world.state
    await asUser(world, "ada").updateItem({ ...DEALS, itemId: first(world), revNo: 1, item: { Title: "B" } })
    const { current, steps, ways } = await (error as DomainError).explain()
    expect([current, before === world.state]).toEqual([false, false])
    expect(steps.at(-1)?.says).toBe("the item has revision 1, the request has 7")
    expect(ways.map(({ says }) => says)).toContain("Send the revision 1")
  })

  test("shows no passwords", async () => {
    const { world } = await office(vary)
    const password = "a-very-wrong-password"
    const explanation = await explainCall(world, ({ public: open }) => open.login({ email: "bob@acme.test", password }))
    expect(explanation).toMatchObject({ outcome: "refused", ways: [], note: expect.any(String) })
    expect(explanation.steps.at(-1)).toMatchObject({ step: "token", passed: false })
    expect(JSON.stringify(explanation)).not.toContain(password)
  })

  test("rejects for an error that no call has thrown", async () => {
    await expect(new DomainError("NOT_FOUND", "target", "x").explain()).rejects.toThrow("only a refused call")
  })

  test("waits for no planned fault and uses none up", async () => {
    const { world } = await office(vary)
    await world.faults.plan({ operation: "GetItemDetails", status: 500, times: 1 })
    const hash = world.hash()
    const explanation = await world.explain("carol@acme.test", {
      item: fixtureItem(world, "Deals", 2).iId,
      want: "see",
    })
    expect(explanation.steps.at(-1)?.step).toBe("target")
    expect(world.hash()).toBe(hash)
  })
})

test("a way that needs several changes names each of them", async () => {
  const { world } = await office((parts) => {
    vary(parts)
    parts.deals.items?.push({ values: { Title: "locked" }, access: { groups: ["SUPPORT"] } })
  })
  const { iId } =
    world
      .view()
      .table(itemsTable(datastoreOf(world, "Deals").dId))
      .toArray()
      .at(-1) ?? expect.unreachable()
  const { ways } = await world.explain("carol@acme.test", { item: iId, want: "delete", action: "DeleteDeal" })
  expect(ways.length).toBeGreaterThan(0)
  expect(ways.map(({ says }) => says)).toContainEqual(expect.stringMatching(/role MANAGER.*, and (?:add|publish)/))
})
