import { describe, expect, test } from "vitest"
import { DomainError } from "../../../src/model/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type Answered, type ApiClient, apiClient } from "../../conformance.ts"
import { smallWorld } from "../../sample-worlds/small.ts"
import { office } from "../items/office.ts"

/** Tests errors.md section 1, "In process". */

const DEALS = { application: "CRM", datastore: "Deals" }
const WIRE_DEALS = { "app-id": "CRM", "datastore-id": "Deals" }

type Door = ReturnType<World["raw"]["as"]>

interface Refused {
  readonly inProcess: (bob: Door) => Promise<unknown>
  readonly overHttp: (bob: ApiClient) => Promise<Answered<unknown>>
  readonly message: string
}

const refusals: Readonly<Record<string, Refused>> = {
  "a value that is wrong": {
    inProcess: (bob) => bob.createItem({ ...DEALS, item: { Title: "First", Amount: "many", Stage: "won" } }),
    overHttp: (bob) =>
      bob.createItem({ params: WIRE_DEALS, body: { item: { Title: "First", Amount: "many", Stage: "won" } } }),
    message:
      "CreateItem in CRM/Deals as bob@acme.test: Amount: expected a number; Stage: unknown option: won (INVALID_VALUE, 400)",
  },
  "a datastore that is not there, whatever the operation's words are": {
    inProcess: (bob) => bob.createItem({ application: "CRM", datastore: "Nope", item: {} }),
    overHttp: (bob) => bob.createItem({ params: { ...WIRE_DEALS, "datastore-id": "Nope" }, body: { item: {} } }),
    message:
      "CreateItem in CRM/Nope as bob@acme.test: datastore not found: Nope; available: Customers, Deals, Lines (INVALID_PARAMS, 400)",
  },
  "a datastore that is misspelt": {
    inProcess: (bob) => bob.getItemDetails({ application: "CRM", datastore: "Deels", itemId: "x" }),
    overHttp: (bob) => bob.getItemDetails({ params: { ...WIRE_DEALS, "datastore-id": "Deels", "item-id": "x" } }),
    message:
      "GetItemDetails in CRM/Deels as bob@acme.test: datastore not found: Deels; did you mean Deals? (NOT_FOUND, 404)",
  },
  "an application that is misspelt": {
    inProcess: (bob) => bob.createItem({ application: "CRN", datastore: "Deals", item: {} }),
    overHttp: (bob) => bob.createItem({ params: { ...WIRE_DEALS, "app-id": "CRN" }, body: { item: {} } }),
    message:
      "CreateItem in CRN/Deals as bob@acme.test: application not found: CRN; did you mean CRM? (INVALID_PARAMS, 400)",
  },
  "an item that is not there": {
    inProcess: (bob) => bob.getItemDetails({ ...DEALS, itemId: "nope" }),
    overHttp: (bob) => bob.getItemDetails({ params: { ...WIRE_DEALS, "item-id": "nope" } }),
    message: "GetItemDetails in CRM/Deals as bob@acme.test: item not found for i_id:nope (NOT_FOUND, 404)",
  },
  "a group that is not there": {
    inProcess: (bob) => bob.getGroup({ group: "NOPE" }),
    overHttp: (bob) => bob.getGroup({ params: { "group-id": "NOPE" } }),
    message: "GetGroup in group NOPE as bob@acme.test: group not found: NOPE (NOT_FOUND, 404)",
  },
  "a privilege that is missing": {
    inProcess: (bob) => bob.addRoleToUser({ application: "CRM", role: "MEMBER", uId: "bob@acme.test" }),
    overHttp: (bob) =>
      bob.addRoleToUser({ params: { "app-id": "CRM" }, body: { role_id: "MEMBER", user_id: "bob@acme.test" } }),
    message:
      "AddRoleToUser in CRM as bob@acme.test: No privileges to the Application (NO_PRIVILEGES, 403): the operation needs an administrator of the workspace or of the application CRM; Bob is not one",
  },
  "a comment on an item that is not there": {
    inProcess: (bob) => bob.postItemComment({ ...DEALS, itemId: "nope", comment: "Hm" }),
    overHttp: (bob) => bob.postItemComment({ params: { ...WIRE_DEALS, "item-id": "nope" }, body: { comment: "Hm" } }),
    message: "PostItemComment in CRM/Deals as bob@acme.test: item not found for i_id:nope (NOT_FOUND, 404)",
  },
}

const refusalOf = (call: Promise<unknown>): Promise<DomainError> =>
  call.then(
    () => expect.fail("it was not refused"),
    (error: unknown) => (error instanceof DomainError ? error : expect.fail(`it threw ${String(error)}`)),
  )

describe.each(Object.entries(refusals))("%s", (_, { inProcess, overHttp, message }) => {
  test("rejects in process with a message of one line, and the status, code and body of the wire", async () => {
    const world = await smallWorld()
    const error = await refusalOf(inProcess(world.raw.as("bob@acme.test")))
    const answer = await overHttp(apiClient(world, "bob-token"))
    expect(error.status).toBe(answer.status)
    expect(JSON.parse(JSON.stringify(error.body))).toEqual(answer.body)
    expect(error.message).not.toContain("\n")
    expect(error.message).toBe(message)
    const told = `(${error.code}, ${error.status})`
    const { why = "" } = error
    expect([told, `${told}: ${why}`].some((end) => error.message.endsWith(end))).toBe(true)
    expect(error.message).toContain(why)
  })
})

test("a place of another workspace and a place that no role shows have different causes", async () => {
  const { world } = await office(({ customers }) => {
    customers.roles = ["ADMIN"]
  })
  const told = async (application: string, datastore: string): Promise<string> => {
    const error = await refusalOf(world.as("bob@acme.test").createItem({ application, datastore, item: {} }))
    expect(error.text).toContain("no available actions")
    return error.message
  }
  expect(await told("HR", "People")).toBe(
    'CreateItem in HR/People as bob@acme.test: application not found: HR; the application is in the workspace "Globex", but bob@acme.test works in "Acme" (INVALID_PARAMS, 400)',
  )
  expect(await told("CRM", "Customers")).toMatch(
    /\(INVALID_PARAMS, 400\): no role of Bob shows the datastore Customers: it needs role ADMIN; Bob has MEMBER$/,
  )
})

test("findings name the faulty fields in order", async () => {
  const world = await smallWorld()
  const bob = world.raw.as("bob@acme.test")
  const error = await refusalOf(bob.createItem({ ...DEALS, item: { Nope: 1, Never: 2 } }))
  expect(error.findings.map(({ description, errorCode }) => [description, errorCode])).toEqual([
    ["unknown field: Nope", "INVALID_PARAMS"],
    ["unknown field: Never", "INVALID_PARAMS"],
  ])
})

test("nobody is named where the request has no logged-in user, and IDs are reported as display IDs", async () => {
  const world = await smallWorld()
  const login = await refusalOf(world.raw.public.login({ email: "bob@acme.test", password: "wrong" }))
  expect(login.message).toMatch(/^Login: .* \(\w+, 40[01]\): the password is not the one of Bob$/)
  const { datastores } = await world.raw.as("ada@acme.test").getDatastores({ application: "CRM" })
  const dId = datastores.find(({ displayId }) => displayId === "Deals")?.dId ?? ""
  const error = await refusalOf(world.raw.as("ada@acme.test").getItemDetails({ datastore: dId, itemId: "nope" }))
  expect(error.message).toMatch(/^GetItemDetails in CRM\/Deals as ada@acme\.test: /)
})

test("its stack says the same, and leads to who called", async () => {
  const bob = (await smallWorld()).as("bob@acme.test")
  const refused: DomainError[] = []
  async function whoeverCalls(): Promise<void> {
    try {
      await bob.createItem({ ...DEALS, item: { Title: 1, Nope: 1 } })
    } catch (error) {
      if (error instanceof DomainError) refused.push(error)
    }
  }
  await whoeverCalls()
  const [{ message, stack = "" } = expect.unreachable()] = refused
  expect(stack.startsWith(`DomainError: ${message}\n`)).toBe(true)
  expect(stack.split("\n").slice(1, 6).join("\n")).toContain("whoeverCalls")
})
