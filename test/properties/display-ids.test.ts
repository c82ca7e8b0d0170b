import { transformSync } from "esbuild"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { describeWorld, writeTypes } from "../../emulator/client/index.ts"
import { createApp } from "../../emulator/index.ts"
import { createKit } from "../../emulator/testing/kit/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld, dumpFixture, type World } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"
import { graphqlClient } from "../graphql/graphql-client.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

/** One schema with drawn display IDs runs through every door of the product (model.md section 1, "Display IDs"). */

const character = fc.constantFrom(..."会員ガがéñßЖक२aZ9_", "क्", "𠮷", "이")
const word = fc.string({ unit: character, minLength: 1, maxLength: 4 }).map((text) => text.normalize())
const plain = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("-"))
const spacedName = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "))

/** Names that differ from each other and from the names that the sample fixture gives itself. */
const schema = fc.record({
  form: fc.constantFrom("NFC", "NFD"),
  ids: fc.uniqueArray(plain, { minLength: 6, maxLength: 6 }),
  names: fc.uniqueArray(fc.oneof(spacedName, plain), { minLength: 7, maxLength: 7 }),
})

type Drawn = typeof schema extends fc.Arbitrary<infer T> ? T : never

function parts({ form, ids, names }: Drawn) {
  const as = (text = "") => text.normalize(form)
  const [application, datastore, other, action, group, role] = ids.map(as) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const [label, amount, tax, choice, total, option, status] = names.map(as) as [
    ...[string, string, string, string],
    ...[string, string, string],
  ]
  return { application, datastore, other, action, group, role, label, amount, tax, choice, total, option, status }
}

function fixtureFrom(drawn: Drawn): Fixture {
  const p = parts(drawn)
  return fixtureOf({
    workspace: {
      group: {
        group_id: "ACME",
        name: "Acme",
        members: ["ada@acme.test", "bob@acme.test"],
        groups: [{ group_id: p.group, name: "Team" }],
      },
    },
    application: {
      application_id: p.application,
      roles: [
        { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
        { role_id: p.role, name: "extra", users: ["ada@acme.test"] },
      ],
    },
    datastores: {
      [p.datastore]: {
        name: "Orders",
        fields: {
          [p.label]: { dataType: "text", as_title: true },
          [p.amount]: { dataType: "number" },
          [p.tax]: { dataType: "number" },
          [p.choice]: { dataType: "select", options: { [p.option]: "Chosen" } },
          [p.total]: { dataType: "calc", calc: { formula: `${p.amount} + ${p.tax} * 2` } },
        },
        statuses: { Open: { name: "Open" }, [p.status]: { name: "Done" } },
        actions: {
          CreateItem: { crud_type: "1", default: true, publish: { roles: [p.role] } },
          UpdateItem: { crud_type: "2", default: true },
          [p.action]: {
            crud_type: "2",
            status: "Open",
            next_status: p.status,
            fields: { [p.label]: { mandatory: true } },
          },
        },
        default_search: [{ id: p.choice, search_value: [p.option] }],
      },
      [p.other]: {
        name: "Lines",
        fields: { [p.label]: { dataType: "dslookup", dslookup: { datastore: p.datastore, field: p.label } } },
      },
    },
  })
}

const keep = ({ ids, names }: Drawn): boolean =>
  !ids.some((id) => /^(?:ADMIN|MEMBER|APP)$/.test(id)) && new Set([...ids, ...names]).size === ids.length + names.length

const text = (body: unknown) => new TextDecoder().decode(body as Uint8Array)

/** Writes, finds and exports items by display IDs in another form of Unicode than that of the fixture. */
async function throughHttp(world: World, drawn: Drawn) {
  const stored = parts({ ...drawn, form: "NFC" })
  const sent = parts({ ...drawn, form: drawn.form === "NFC" ? "NFD" : "NFC" })
  const ada = apiClient(createApp({ world }), "ada-token")
  const params = { "app-id": sent.application, "datastore-id": sent.datastore }
  const item = { [sent.label]: "One", [sent.amount]: 3, [sent.tax]: 4, [sent.choice]: sent.option }
  const created = await ada.createItem({ params, body: { item, return_item_result: true, return_display_id: true } })
  expect(created.body).toMatchObject({
    item: { [stored.label]: "One", [stored.total]: 11 },
  })
  const twice = { [sent.label]: "A", [stored.label]: "B" }
  const isOneForm = sent.label === stored.label
  expect((await ada.createItem({ params, body: { item: twice } })).status).toBe(isOneForm ? 200 : 400)
  const iId = created.body.item_id
  const acted = await ada.executeAction({
    params: { ...params, "item-id": iId, "action-id": sent.action },
    body: { item: { [sent.amount]: 5 }, use_display_id: true, is_force_update: true },
  })
  expect([acted.status, acted.body]).toEqual([200, expect.anything()])
  const { body: list } = await ada.itemList({
    params,
    body: {
      conditions: [
        { id: sent.choice, search_value: [sent.option] },
        { id: sent.amount, search_value: ["5", "5"] },
        { id: "status_id", search_value: [sent.status] },
      ],
      sort_fields: [{ id: sent.tax, order: "desc" }],
      page: 1,
      per_page: 10,
    },
  })
  expect(list).toMatchObject({ items: [{ [stored.label]: "One", [stored.total]: "13" }] })
  const csv = text(
    (await ada.itemList({ params, body: { format: "csv", conditions: [{ id: sent.label, search_value: ["One"] }] } }))
      .body,
  )
  expect(csv.split("\n")[0]).toContain(stored.label)
  const file = new File([csv.normalize(drawn.form === "NFC" ? "NFD" : "NFC")], "items.csv")
  const imported = await ada.importItems({
    params,
    form: { filename: "items.csv", file, key_field_displayid: sent.label },
  })
  expect([imported.status, imported.body]).toEqual([200, expect.anything()])
  const details = await ada.getItemDetails({ params: { ...params, "item-id": iId }, query: { format: "map" } })
  expect(details.body).toMatchObject({ field_values: { [stored.label]: { field_id: stored.label, value: "One" } } })
  return { iId, stored, sent, ada, params }
}

async function throughGraphql(world: World, drawn: Drawn) {
  const stored = parts({ ...drawn, form: "NFC" })
  const { items } = await graphqlClient(world, "ada-token").root("datastoreGetDatastoreItems", {
    getItemsParameters: { page: 1, per_page: 0, use_display_id: true, select_fields: [stored.amount.normalize("NFD")] },
    datastoreId: stored.datastore.normalize("NFD"),
    projectId: stored.application,
  })
  expect(items.map((one: Record<string, unknown>) => one[stored.amount])).toContain("5")
}

async function inProcess(world: World, drawn: Drawn) {
  const stored = parts({ ...drawn, form: "NFC" })
  const place = { application: stored.application.normalize("NFD"), datastore: stored.datastore }
  const ada = world.as("ada@acme.test")
  const { itemId } = await ada.createItem({ ...place, item: { [stored.label.normalize("NFD")]: "Two" } })
  const lookup = await ada.createItem({ ...place, datastore: stored.other, item: { [stored.label]: itemId } })
  expect(await ada.getItemDetails({ ...place, datastore: stored.other, itemId: lookup.itemId })).toMatchObject({
    values: { [stored.label]: { itemId } },
  })
}

function typesOf(world: World, drawn: Drawn) {
  const source = writeTypes(describeWorld(world.view()))
  expect(transformSync(source, { loader: "ts" }).warnings).toEqual([])
  for (const id of Object.values(parts({ ...drawn, form: "NFC" }))) expect(source).toContain(id)
}

describe("drawn display IDs", () => {
  test("work in fixtures, over HTTP and GraphQL, in process, in CSV, types, exports and the kit", async () => {
    let formed = 0
    await fc.assert(
      fc.asyncProperty(schema.filter(keep), async (drawn) => {
        const world = await createWorld({ fixture: fixtureFrom(drawn) })
        await throughHttp(world, drawn)
        await throughGraphql(world, drawn)
        await inProcess(world, drawn)
        typesOf(world, drawn)
        const again = await createWorld({ fixture: JSON.parse(JSON.stringify(dumpFixture(world))) })
        expect(again.hash()).toBe((await createWorld({ fixture: dumpFixture(world) })).hash())
        const kit = await createKit(await createWorld({ fixture: fixtureFrom({ ...drawn, form: "NFC" }) }))
        await kit.check({ numRuns: 1, maxCommands: 15, seed: 92, mustRun: [] })
        if (JSON.stringify(drawn) !== JSON.stringify(drawn).normalize("NFD")) formed += 1
      }),
      { seed: 92, numRuns: 25 },
    )
    expect(formed).toBeGreaterThan(5)
  })

  test("are the same world in every form of Unicode", async () => {
    await fc.assert(
      fc.asyncProperty(schema.filter(keep), async (drawn) => {
        const [composed, decomposed] = await Promise.all(
          (["NFC", "NFD"] as const).map((form) => createWorld({ fixture: fixtureFrom({ ...drawn, form }) })),
        )
        expect(decomposed?.hash()).toBe(composed?.hash())
      }),
      { seed: 93, numRuns: 25 },
    )
  })
})
