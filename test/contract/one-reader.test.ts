import { describe, expect, test } from "vitest"
import * as z from "zod"
import { type OperationName, rows, table } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { oncePer } from "../../src/model/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { apiClient, type Sent } from "../conformance.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import { demoWorld, namesOf } from "./examples/demo.ts"
import { BEN, EXAMPLES } from "./examples/requests.ts"

/**
 * Properties that an operation does not declare have no effect on authorization or result (api.md section 0). Every operation is sent all
 * properties and aliases of the other operations, by users with and without the right.
 */

const demo = await demoWorld()
const world = demo.fork()
const app = createApp({ world })

/** Every operation that has one spelling also has the other (api.md section 0). */
const TEMPLATE_NAMES = ["email_template_id", "email_templates_id"]

const propertiesOf = (make: (() => z.ZodType) | undefined): string[] => (make === undefined ? [] : namesIn(make()))

/** Property names of an object schema. A named schema is a reference into its own definitions. */
const namesIn = oncePer((made: z.ZodType): string[] => {
  const schema = z.toJSONSchema(made, { io: "input", unrepresentable: "any" })
  const definition = schema.$defs?.[schema.$ref?.split("/").at(-1) ?? ""] ?? schema
  return Object.keys(definition.properties ?? {})
})

const ALL_PROPERTIES = new Set(rows.flatMap(([, { query, body, form }]) => [query, body, form].flatMap(propertiesOf)))

/** The other operations' properties, each with this value. */
function foreignProperties(schema: () => z.ZodType, value: unknown): Record<string, unknown> {
  const own = propertiesOf(schema)
  const isOwn = (name: string) =>
    own.includes(name) || (TEMPLATE_NAMES.includes(name) && own.some((one) => TEMPLATE_NAMES.includes(one)))
  return Object.fromEntries([...ALL_PROPERTIES].filter((name) => !isOwn(name)).map((name) => [name, value]))
}

function withForeign(name: OperationName, sent: Sent, value: unknown): Sent {
  const { query, body, form } = table[name] as { [N in "query" | "body" | "form"]?: () => z.ZodType }
  const text = String(value)
  if (form !== undefined) return { ...sent, form: { ...(foreignProperties(form, text) as object), ...sent.form } }
  if (body !== undefined && table[name].method !== "get") {
    return { ...sent, body: { ...foreignProperties(body, value), ...(sent.body as object | undefined) } }
  }
  const own = query ?? (() => z.object({}))
  return { ...sent, query: { ...(foreignProperties(own, text) as object), ...sent.query } }
}

/** An administrator, and users who administer nothing and have few roles. */
const CALLERS = [undefined, "demo-sofia", "demo-liam"]

const VALUES = ["TASKS", "Tasks", "ORDERS", "ADMIN", namesOf(demo).user("mina@hikari.example"), true, { id: "TASKS" }]

/** All operations except CreateConfirmation, whose response depends on the whole body (api.md section 2.5). */
const triedExamples = Object.entries(EXAMPLES)
  .map(([name, make]) => [name as OperationName, make] as const)
  .filter(([name]) => name !== "createConfirmation")

test.each(triedExamples)("%s takes nothing from properties that it does not have", async (name, make) => {
  const answer = async (caller: string | undefined, change: (sent: Sent) => Sent) => {
    await world.reset()
    const { token = BEN, ...sent } = await make({ ben: apiClient(app, BEN), names: () => namesOf(world) })
    const bearer = table[name].auth === "public" ? undefined : (caller ?? token)
    const { status, body } = await apiClient(app, bearer)[name](change(sent))
    await world.idle()
    return { status, body, hash: world.hash() }
  }
  for (const caller of table[name].auth === "public" ? [undefined] : CALLERS) {
    const expected = await answer(caller, (sent) => sent)
    for (const value of VALUES) {
      expect(await answer(caller, (sent) => withForeign(name, sent, value)), `${caller} ${value}`).toEqual(expected)
    }
  }
})

describe("the action that is checked is the action that runs (model.md section 6)", () => {
  const fixture = fixtureOf({
    datastores: {
      Notes: {
        fields: { Title: { name: "Title", dataType: "text", as_title: true } },
        actions: {
          AdminCreate: { crud_type: "1", default: true, roles: ["ADMIN"] },
          MemberCreate: { crud_type: "1", roles: ["MEMBER"] },
          AdminUpdate: { crud_type: "2", default: true, roles: ["ADMIN"] },
          MemberUpdate: { crud_type: "2", roles: ["MEMBER"] },
          AdminDelete: { crud_type: "3", default: true, roles: ["ADMIN"] },
          MemberDelete: { crud_type: "3", roles: ["MEMBER"] },
        },
        items: [{ values: { Title: "First" } }],
      },
    },
  })
  const place = { "app-id": "APP", "datastore-id": "Notes" }

  async function scene() {
    const world = await createWorld({ fixture, seed: 1 })
    const api = apiClient(world, "bob-token")
    const { items } = await world.as("ada@acme.test").itemList({ application: "APP", datastore: "Notes" })
    return { world, api, params: { ...place, "item-id": items[0]?.itemId ?? "" } }
  }

  test("CreateItem and UpdateItem ignore a_id", async () => {
    const { world, api, params } = await scene()
    const before = world.hash()
    for (const a_id of ["MemberCreate", "MemberUpdate"]) {
      expect((await api.createItem({ params: place, body: { a_id, item: { Title: "x" } } })).status).toBe(403)
      expect((await api.updateItem({ params, body: { a_id, rev_no: 1, item: { Title: "x" } } })).status).toBe(403)
    }
    expect(world.hash()).toBe(before)
    const body = { action_id: "MemberCreate", item: { Title: "x" } }
    expect((await api.createItem({ params: place, body })).status).toBe(200)
  })

  test("DeleteItem runs the action that it checked, whichever of its two names says it", async () => {
    const { world, api, params } = await scene()
    const before = world.hash()
    const forbidden = [
      {},
      { a_id: "" },
      { action_id: "", a_id: "AdminDelete" },
      { action_id: "AdminDelete", a_id: "MemberDelete" },
    ]
    for (const body of forbidden) {
      expect((await api.deleteItem({ params, body })).status, JSON.stringify(body)).toBe(403)
    }
    expect(world.hash()).toBe(before)
    expect((await api.deleteItem({ params, body: { a_id: "MemberDelete" } })).status).toBe(200)
  })
})
