import { expect, test } from "vitest"
import {
  check,
  type KitFailure,
  kinds,
  type RuleWorld,
  type Target,
  worldTarget,
} from "../../../emulator/testing/kit/index.ts"
import { reductions } from "../../../emulator/testing/kit/reduce-body.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const text = { T: { dataType: "text" } } as const

const orders = (users: readonly [string, ...string[]]) =>
  fixtureOf({
    users,
    datastores: {
      Orders: { fields: text, items: [{ i_id: "a".repeat(24), values: {} }] },
      Lines: { fields: text },
    },
  })

/** Only related entries create lines if the command CreateItem is left out. */
async function hasNoLines(_: Target, { items }: RuleWorld) {
  if ((await items("Lines")).length > 0) throw new Error("there is a line")
}

const failureIn = async (users: readonly [string, ...string[]], seed = 1): Promise<KitFailure> =>
  check(await createWorld({ fixture: orders(users) }), { rule: hasNoLines, commands: [kinds.UpdateItem], seed }).then(
    () => expect.unreachable(),
    (error) => error,
  )

const callsOf = ({ typeScript }: KitFailure) => typeScript.split("\n").filter((line) => line.includes("target.call("))

async function runCode({ typeScript }: KitFailure, world: World): Promise<void> {
  const code = typeScript.replaceAll(/^import .*$/gm, "")
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  await new AsyncFunction("world", "worldTarget", code)(world, worldTarget)
}

test("leaves out related entries, values and IDs that change nothing", async () => {
  for (const seed of [1, 2, 3]) {
    const [call = "", ...others] = callsOf(await failureIn(["ada"], seed))
    expect(others).toEqual([])
    expect(call).toMatch(
      /body: \{ related_ds_items: \{ Lines: \[\{ operation: 1, item: \{\} \}\] \}, rev_no: 1 \} \}\)$/,
    )
  }
})

test("declares users and datastores above calls that would have more than 200 characters, and the code still runs", async () => {
  const user = "the.administrator.of.all.the.workspaces.of.acme"
  const failure = await failureIn([user])
  expect(callsOf(failure)[0]?.length).toBeLessThanOrEqual(200)
  expect(failure.typeScript).toContain(
    [
      `const byTheAdministr = "${user}@acme.test"`,
      'const inOrders = { "app-id": "APP", "datastore-id": "Orders" }',
      `const id1 = "${"a".repeat(24)}"`,
      `await target.call({ operation: "updateItem", user: byTheAdministr, params: { ...inOrders, "item-id": id1 }, `,
    ].join("\n"),
  )

  const world = await createWorld({ fixture: orders([user]) })
  await runCode(failure, world)
  const { items } = await world.as(`${user}@acme.test`).itemList({ application: "APP", datastore: "Lines" })
  expect(items).toHaveLength(1)
})

test("declares the body of a call with long values as a constant, and the code still runs", async () => {
  const fields = { Text: { dataType: "text", min_value: "120" }, More: { dataType: "text", min_value: "120" } } as const
  const mandatory = { Text: { mandatory: true }, More: { mandatory: true } }
  const fixture = fixtureOf({
    datastores: { Notes: { fields, actions: { Create: { crud_type: "1", default: true, fields: mandatory } } } },
  })
  const failure: KitFailure = await check(await createWorld({ fixture }), {
    rule: async (_, { items }) => {
      if ((await items("Notes")).length > 0) throw new Error("there is a note")
    },
    commands: [kinds.CreateItem],
    seed: 1,
  }).then(
    () => expect.unreachable(),
    (error) => error,
  )
  const [call = "", ...others] = callsOf(failure)
  expect(others).toEqual([])
  expect(call.length).toBeLessThanOrEqual(200)
  expect(call).toContain("body: body1 }")
  expect(failure.typeScript).toMatch(/^const body1 = \{\n {2}item: \{\n {4}Text: ".{120,}",\n {4}More: ".{120,}",\n/m)
  const world = await createWorld({ fixture })
  await runCode(failure, world)
  expect((await world.as("ada@acme.test").itemList({ application: "APP", datastore: "Notes" })).items).toHaveLength(1)
})

test("keeps the calls of a short counterexample whole", async () => {
  const failure = await check(await createWorld({ fixture: orders(["ada"]) }), {
    rule: hasNoLines,
    commands: [kinds.CreateItem],
    avoid: ["related_ds_items"],
    seed: 1,
  }).catch((error: KitFailure) => error as KitFailure)
  expect(callsOf(failure as KitFailure)).toEqual([
    'await target.call({ operation: "createItem", user: "ada@acme.test", params: { "app-id": "APP", "datastore-id": "Lines" }, body: {} })',
  ])
})

test("says that no call is needed if the initial world breaks the rule", async () => {
  const rule = () => Promise.reject(new Error("never right"))
  const failing = check(await createWorld({ fixture: orders(["ada"]) }), { rule, seed: 1, numRuns: 1 })
  await expect(failing).rejects.toThrow(
    /^never right\n\nThe check failed in [^\n]*\n\nNo call is needed: the initial world fails already\.$/,
  )
})

test("shortens internal IDs to display IDs, and instants to dates", () => {
  const id = "7fef2a87c1bc39586ed4a857"
  const names = new Map([[id, "Lines"]])
  expect([...reductions({ [id]: [1, 2] }, names)]).toContainEqual({ Lines: [1, 2] })
  expect([...reductions({ link: id }, names)]).toContainEqual({ link: "Lines" })
  expect([...reductions("2020-01-01T00:00:00.000Z", names)]).toContain("2020-01-01")
})

test("finds rules that only large numbers break, in fields without a maximum", async () => {
  const fixture = fixtureOf({ datastores: { Orders: { fields: { Total: { dataType: "number", min_value: 0 } } } } })
  const rule = async (_: Target, { items }: RuleWorld) => {
    for (const { values } of await items("Orders")) if (Number(values.Total) > 10_000) throw new Error("too much")
  }
  for (const seed of [1, 2, 3]) {
    const failure: KitFailure = await check(await createWorld({ fixture }), { rule, seed }).then(
      () => expect.unreachable(),
      (error) => error,
    )
    expect(callsOf(failure)).toHaveLength(1)
  }
})
