import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { type Answered, apiClient } from "../../conformance.ts"
import { FakeScripts, Rejected } from "../../items/scripts/fake-scripts.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { UNKNOWN_ID } from "./office.ts"

/** Of two faults in one request, the first in the order of errors.md section 2 decides the response. */

const update = { crud_type: "2", pre_script: "no" } as const

const fixture = fixtureOf({
  users: ["ada", "bob", "eve"],
  datastores: {
    Notes: {
      fields: {
        Title: { dataType: "text", as_title: true },
        Count: { dataType: "number" },
        Size: { dataType: "number" },
      },
      actions: {
        Create: { crud_type: "1", default: true, pre_script: "no", roles: ["ADMIN", "MEMBER"] },
        Update: { ...update, default: true, roles: ["ADMIN", "MEMBER"] },
        Secret: { ...update, roles: ["ADMIN"] },
      },
      items: [{ values: { Title: "one", Count: 1 } }],
    },
  },
})

interface Request {
  token: string | undefined
  params: Record<string, string>
  body: Record<string, unknown> | string
}

type Fault = readonly [name: string, status: number, make: (request: Request) => void]

/** Adds members to the body, unless the body is malformed. */
const adds = (more: object) => (request: Request) => {
  if (typeof request.body === "string") return
  const { item, ...rest } = more as { item?: object }
  Object.assign(request.body, rest)
  if (item !== undefined) request.body.item = { ...(request.body.item as object | undefined), ...item }
}

const TOKEN: Fault = [
  "no token",
  401,
  (request) => {
    request.token = undefined
  },
]
const MALFORMED_BODY: Fault = [
  "a malformed body",
  400,
  (request) => {
    request.body = "{"
  },
]
const SCHEMA: Fault = ["a member of the wrong type", 400, adds({ return_item_result: "perhaps" })]
const place = (status: number): Fault => [
  "an unknown datastore",
  status,
  (request) => {
    request.params["datastore-id"] = "Nowhere"
  },
]
const MISSING_PLACE: Fault = [
  "a missing item",
  404,
  (request) => {
    request.params["item-id"] = UNKNOWN_ID
  },
]
const UNKNOWN_USER: Fault = [
  "an unknown user to publish to",
  400,
  adds({ access_key_updates: { users_to_publish: [UNKNOWN_ID] } }),
]
/** A request is refused for an unknown key only if it has no key of a field. */
const KEY: Fault = ["an unknown key alone", 400, adds({ item: { Nme: 1 } })]
const REVISION: Fault = ["a stale revision", 409, adds({ rev_no: 7 })]
const SCRIPT: Fault = ["a pre script that rejects", 400, adds({ item: { Title: "reject" } })]
const VALUE: Fault = ["an invalid value", 400, adds({ item: { Count: "many" } })]

const ACTION_OF_BODY: Fault = ["an action that the roles forbid", 403, adds({ action_id: "Secret" })]
const UNKNOWN_ACTION: Fault = ["an unknown action", 400, adds({ action_id: "nope" })]
const ACTION_OF_PATH: Fault = [
  ACTION_OF_BODY[0],
  403,
  (request) => {
    request.params["action-id"] = "Secret"
  },
]

type Name = "createItem" | "updateItem" | "executeAction"

const FAULTS: Readonly<Record<Name, readonly Fault[]>> = {
  createItem: [TOKEN, place(400), MALFORMED_BODY, SCHEMA, SCRIPT, VALUE],
  updateItem: [TOKEN, place(404), ACTION_OF_BODY, SCHEMA, UNKNOWN_USER, MISSING_PLACE, REVISION, SCRIPT, VALUE],
  executeAction: [TOKEN, place(404), ACTION_OF_PATH, MALFORMED_BODY, SCHEMA, MISSING_PLACE, REVISION, SCRIPT, VALUE],
}

async function start() {
  const scripts = new FakeScripts({
    no: ({ data }) => {
      if (JSON.stringify(data).includes('"reject"')) throw new Rejected("no")
      return null
    },
  })
  const world = await createWorld({ fixture, ports: { scripts }, seed: 1 })
  const app = createApp({ world })
  const { body } = await apiClient(app, "ada-token").itemList({
    params: { "app-id": "APP", "datastore-id": "Notes" },
    body: {} as never,
  })
  const itemId = body.items[0]?.i_id as string
  const send = async (name: Name, faults: readonly Fault[]): Promise<Answered<unknown>> => {
    const request: Request = {
      token: "bob-token",
      params: { "app-id": "APP", "datastore-id": "Notes", "item-id": itemId, "action-id": "Update" },
      body: name === "createItem" ? { item: {} } : { item: {}, rev_no: 1 },
    }
    // A malformed body is made last, because it replaces the others' members.
    for (const [, , make] of faults.filter((fault) => fault !== MALFORMED_BODY)) make(request)
    if (faults.includes(MALFORMED_BODY)) MALFORMED_BODY[2](request)
    const headers = { "content-type": "application/json" }
    return apiClient(app, request.token)[name]({ params: request.params, body: request.body, headers })
  }
  return { world, send }
}

/** Faults of step 5 in pairs that cannot be in the lists above: two faults need other values of the same member. */
const MORE_PAIRS: readonly (readonly [Name, Fault, Fault])[] = [
  ["updateItem", MALFORMED_BODY, MISSING_PLACE],
  ["updateItem", SCHEMA, UNKNOWN_ACTION],
  ["updateItem", UNKNOWN_ACTION, KEY],
  ["updateItem", UNKNOWN_ACTION, MISSING_PLACE],
  ["updateItem", KEY, UNKNOWN_USER],
  ["updateItem", KEY, MISSING_PLACE],
  ["updateItem", KEY, REVISION],
  ["createItem", SCHEMA, KEY],
]

const pairs = (Object.keys(FAULTS) as Name[]).flatMap((name) =>
  FAULTS[name].flatMap((first, at) =>
    FAULTS[name].slice(at + 1).map((second): (typeof MORE_PAIRS)[number] => [name, first, second]),
  ),
)
const namedPairs = [...pairs, ...MORE_PAIRS].map(
  ([name, first, second]) => [name, first[0], second[0], first, second] as const,
)

describe("the first of two faults decides (errors.md section 2)", () => {
  test.each(namedPairs)("%s: %s, before %s", async (name, _first, _second, first, second) => {
    const { world, send } = await start()
    const before = world.hash()
    const alone = await send(name, [first])
    expect(alone.status, JSON.stringify(alone.body)).toBe(first[1])
    const other = await send(name, [second])
    expect(other.status, JSON.stringify(other.body)).toBe(second[1])
    expect(other.body).not.toEqual(alone.body)
    const both = await send(name, [second, first])
    expect({ status: both.status, body: both.body }).toEqual({ status: alone.status, body: alone.body })
    expect(world.hash()).toBe(before)
  })

  test("reports all invalid values, in the order of the request", async () => {
    const { send } = await start()
    const values: Fault = ["two invalid values", 400, adds({ item: { Size: "big", Count: "many" } })]
    const { body } = await send("updateItem", [values])
    expect((body as { error: { description: string }[] }).error.map(({ description }) => description)).toEqual([
      "Size",
      "Count",
    ])
  })
})
