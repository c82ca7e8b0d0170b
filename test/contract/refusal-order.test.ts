import { describe, expect, test } from "vitest"
import * as z from "zod"
import { type OperationName, type Row, rows, table } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { apiClient, type Sent } from "../conformance.ts"
import { demoWorld, namesOf } from "./examples/demo.ts"
import { BEN, EXAMPLES, type ExampleRequest } from "./examples/requests.ts"

/**
 * Order of refusals: place, privilege, parameters (errors.md section 2). A request that is refused for its place or caller gets the same
 * refusal if its parameters are faulty, too. Tested with every operation that takes a token and parameters.
 */

type Change = (sent: Sent) => Sent

const demo = await demoWorld()
const world = demo.fork()
const app = createApp({ world })

const CONTAINERS = ["workspace-id", "app-id", "datastore-id", "group-id", "parent-group-id"]

/** Body and form properties that determine place, action or user. They stay correct while others are made faulty. */
const SAYS_WHERE = new Set(["g_id", "user_id", "project_id", "application_id", "datastore_id", "action_id"])

/** Operations whose place is in the body or form. */
const PLACED_IN_BODY: Partial<Record<OperationName, string>> = {
  addUser: "g_id",
  removeUser: "g_id",
  createItemWithItemID: "datastore_id",
  executeActionByActionID: "datastore_id",
  uploadFile: "datastore_id",
}

const withMember = (sent: Sent, member: string, value: string | object): Sent =>
  sent.form === undefined
    ? { ...sent, body: { ...(sent.body as object), [member]: value } }
    : { ...sent, form: { ...sent.form, [member]: String(value) } }

/** Makes a parameter faulty. Undefined if the operation has no such parameter. */
function faultOf(row: Row, sent: Sent): Change | undefined {
  if (row.file !== undefined) return (other) => withMember(other, "file", "no file")
  if (row.body !== undefined && row.method !== "get") {
    const { properties = {} } = z.toJSONSchema(row.body(), { io: "input", unrepresentable: "any" })
    const members = Object.entries(properties as Record<string, { type?: string }>)
      .filter(([member, { type }]) => type !== undefined && !SAYS_WHERE.has(member))
      .sort(([left], [right]) => Number(isSent(sent, left)) - Number(isSent(sent, right)))
    const [member, schema] = members[0] ?? []
    if (member === undefined) return undefined
    return (other) => withMember(other, member, schema?.type === "object" ? "text" : { an: "object" })
  }
  if (row.query !== undefined) {
    const schema = row.query()
    const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
    const query = Object.fromEntries(Object.entries(sent.query ?? {}).map(([name, value]) => [name, String(value)]))
    const wrong = Object.keys(properties).find((name) => !schema.safeParse({ ...query, [name]: "x" }).success)
    if (wrong !== undefined) return (other) => ({ ...other, query: { ...other.query, [wrong]: "x" } })
  }
  return undefined
}

const isSent = (sent: Sent, member: string): boolean => Object.hasOwn((sent.body as object | undefined) ?? {}, member)

/** Sends changed examples of an operation, each to a fresh copy of the world, and returns the responses. */
async function scene(name: OperationName) {
  const make = EXAMPLES[name]
  if (make === undefined) throw new Error(`${name} has no example`)
  const fresh = async (): Promise<ExampleRequest> => {
    await world.idle()
    await world.reset()
    return make({ ben: apiClient(app, BEN), names: () => namesOf(world) })
  }
  const fault = faultOf(table[name], await fresh())
  const answer = async (change: Change, by?: string) => {
    const { token = BEN, ...sent } = await fresh()
    const { status, body } = await apiClient(app, by ?? token)[name](change(sent))
    return { status, body }
  }
  return { fault, answer }
}

const builtNames = rows.flatMap(([name, row]) => (row.auth === "token" && EXAMPLES[name] !== undefined ? [name] : []))

describe("a missing place is told before faulty parameters", () => {
  const inPath = builtNames.flatMap((name) =>
    CONTAINERS.filter((container) => table[name].paths[0].includes(`:${container}`)).map(
      (container) => [name, container] as const,
    ),
  )

  async function placeWins(name: OperationName, nowhere: Change): Promise<void> {
    const { fault, answer } = await scene(name)
    if (fault === undefined) return
    const missing = await answer(nowhere)
    const faulty = await answer(fault)
    expect(faulty.status, JSON.stringify(faulty.body)).toBe(400)
    expect(faulty.body).not.toEqual(missing.body)
    expect(await answer((sent) => fault(nowhere(sent)))).toEqual(missing)
  }

  test.each(inPath)("%s, %s of the path", (name, container) =>
    placeWins(name, (sent) => ({ ...sent, params: { ...sent.params, [container]: "nowhere" } })),
  )

  test.each(Object.entries(PLACED_IN_BODY))("%s, %s of body or form", (name, member) =>
    placeWins(name as OperationName, (sent) => withMember(sent, member, "nowhere")),
  )
})

describe("a missing privilege is told before faulty parameters", () => {
  /** Users who administer nothing and have few roles. */
  const WEAK = ["demo-sofia", "demo-liam", "demo-noor"]

  /** Changes to an operation's example, besides the caller, that make the operation refuse it. */
  const FOREIGN: Partial<Record<OperationName, Change>> = {
    updateUserInfo: (sent) => withMember(sent, "user_id", "f".repeat(24)),
  }

  const FORBIDDEN = new Set<OperationName>([
    "updateUserInfo",
    "resetUserPassword",
    "createNewWorkspace",
    "createGroup",
    "createTopGroup",
    "updateGroup",
    "addUser",
    "userInvite",
    "updateUsersInGroupByAdmin",
    "removeUser",
    "userImport",
    "addRoleToUser",
    "removeRoleFromUser",
    "updateGroupRoles",
    "addGroupRoles",
    "createAction",
    "updateAction",
    "uploadActionScript",
    "createField",
    "updateField",
    "createFieldOptions",
    "updateFieldOptions",
    "deleteFieldOptions",
    "updateAutoActionSettings",
    "saveTemplate",
    "updateItemComment",
  ])

  test.each(builtNames)("%s", async (name) => {
    const { fault, answer } = await scene(name)
    if (fault === undefined) return
    const asked: Change = FOREIGN[name] ?? ((sent) => sent)
    let isForbidden = false
    for (const token of WEAK) {
      const refused = await answer(asked, token)
      if (refused.status !== 403) continue
      isForbidden = true
      expect(await answer((sent) => fault(asked(sent)), token)).toEqual(refused)
    }
    expect(isForbidden).toBe(FORBIDDEN.has(name))
  })
})
