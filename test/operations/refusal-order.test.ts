import { beforeAll, describe, expect, test, vi } from "vitest"
import type * as z from "zod"
import { type OperationName, rows, table } from "../../emulator/api/index.ts"
import type { Operation } from "../../src/engine/index.ts"
import { DomainError, type UId } from "../../src/model/index.ts"
import { operations } from "../../src/operations/calls.ts"
import { actingAs } from "../../src/operations/index.ts"
import { findToken } from "../../src/people/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"
import { demoWorld, namesOf } from "../contract/examples/demo.ts"
import { BEN, EXAMPLES } from "../contract/examples/requests.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

/**
 * Calls in process refuse in the order of errors.md section 2: user, place and privilege come before the other input. Each operation is
 * called with the input of its example, in the state in which the example runs.
 */

type Input = Readonly<Record<string, unknown>>

interface Scene {
  /** E-mail address of the user who runs the example. */
  readonly email: string
  readonly operation: Operation
  readonly world: EngineWorld
  readonly input: Input
  /** A wrong value of a property that isn't part of the place. Empty if the operation has no such property. */
  readonly wrong: Input
}

/** Public operations have neither place nor privilege. GetItemHistoriesOld has the declaration of GetItemHistories. */
const NAMES = rows.flatMap(([name]) =>
  declarationOf(name)?.isPublic === false && name !== "getItemHistoriesOld" ? [name] : [],
)

function declarationOf(name: OperationName): Operation | undefined {
  return (table[name] as { readonly operation?: unknown }).operation as Operation | undefined
}

const scenes = new Map<OperationName, Scene>()

beforeAll(async () => {
  const demo = await demoWorld()
  for (const name of NAMES) scenes.set(name, await sceneOf(demo, name))
})

/** Runs an operation's example over HTTP, and records the input that the pipeline passes to the operation. */
async function sceneOf(demo: EngineWorld, name: OperationName): Promise<Scene> {
  const operation = declarationOf(name)
  const make = EXAMPLES[name]
  if (operation === undefined || make === undefined) throw new Error(`${name} has no declaration or no example`)
  const world = demo.fork()
  const { token = BEN, ...sent } = await make({ ben: apiClient(world, BEN), names: () => namesOf(world) })
  await world.idle()
  const before = world.fork()
  const { email } = before.view().expect("users", findToken(before.view(), token).uId)
  const begin = operation.begin.bind(operation)
  let input: Input | undefined
  const spy = vi.spyOn(operation, "begin").mockImplementation((caller, place) => {
    const started = begin(caller, place)
    return {
      run(read) {
        input = read
        return started.run(read)
      },
    }
  })
  await apiClient(world, token)[name](sent)
  spy.mockRestore()
  if (input === undefined) throw new Error(`the example of ${name} was refused`)
  return { email, operation, world: before, input, wrong: wrongOf(operation) }
}

const WRONG_VALUES = [7, "text"]

function wrongOf({ input, place }: Operation): Input {
  for (const [property, schema] of Object.entries(input().shape as Readonly<Record<string, z.ZodType>>)) {
    if (place.includes(property)) continue
    const wrong = WRONG_VALUES.find((value) => !schema.safeParse(value).success)
    if (wrong !== undefined) return { [property]: wrong }
  }
  return {}
}

function sceneFor(name: OperationName): Scene {
  const scene = scenes.get(name)
  if (scene === undefined) throw new Error(`${name} has no scene`)
  return scene
}

interface Refused {
  readonly status: number
  readonly code: string
  readonly body: unknown
}

/** Calls the operation in a fork and returns its refusal. Null if the call succeeds. */
async function refusal(world: EngineWorld, name: OperationName, email: string, input: Input): Promise<Refused | null> {
  const engine = world.fork()
  const uId = engine.view().list("users", "usersByEmail", email)[0]?.uId ?? ("f".repeat(24) as UId)
  const call = Reflect.get(actingAs({ engine, uId }), name) as (input: Input) => Promise<unknown>
  try {
    await call(input)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { status, code, body } = error
    return { status, code, body }
  }
}

test("covers every operation that needs a user and has a path", () => {
  const withoutPath = Object.keys(operations).filter((name) => !Object.hasOwn(table, name))
  expect(new Set([...NAMES, ...withoutPath])).toEqual(new Set(Object.keys(operations)))
  expect(NAMES.length).toBeGreaterThan(100)
})

test.each(NAMES)("%s refuses an unknown user before wrong input", async (name) => {
  const { world, input, wrong } = sceneFor(name)
  const refused = await refusal(world, name, "nobody@nord.example", input)
  expect(refused?.status).toBe(401)
  expect(await refusal(world, name, "nobody@nord.example", { ...input, ...wrong })).toEqual(refused)
})

/** Properties that name a container. Other properties of a place, such as `itemId`, may name records that `execute` looks up. */
const CONTAINERS = ["workspace", "application", "datastore", "group"]

const placeProperties = NAMES.flatMap((name) =>
  CONTAINERS.filter((property) => declarationOf(name)?.place.includes(property)).map(
    (property) => [name, property] as const,
  ),
)

test.each(placeProperties)("%s refuses an unknown %s before wrong input", async (name, property) => {
  const { world, email, input, wrong } = sceneFor(name)
  const elsewhere = { ...input, [property]: "nowhere" }
  const refused = await refusal(world, name, email, elsewhere)
  expect(refused).not.toBeNull()
  if (Object.keys(wrong).length === 0) return
  const faulty = await refusal(world, name, email, { ...input, ...wrong })
  expect(faulty?.status).toBe(400)
  const both = await refusal(world, name, email, { ...elsewhere, ...wrong })
  // Only status and code are compared, because some texts quote a property that the other request does not have.
  expect({ status: both?.status, code: both?.code }).toEqual({ status: refused?.status, code: refused?.code })
  expect(both?.body).not.toEqual(faulty?.body)
})

describe("a missing privilege is refused before wrong input", () => {
  /** Users with few roles and no administration rights. */
  const WEAK = ["sofia@nord.example", "liam@hikari.example", "noor@hikari.example"]

  /** Changes to the inputs of examples, for operations that users may otherwise call about themselves. */
  const FOREIGN: Partial<Record<OperationName, Input>> = { updateUserInfo: { userId: "f".repeat(24) } }

  const FORBIDDEN = new Set<OperationName>([
    ...(["updateUserInfo", "resetUserPassword", "createNewWorkspace", "createGroup", "createTopGroup"] as const),
    ...(["updateGroup", "addUser", "userInvite", "updateUsersInGroupByAdmin", "getUsersInWorkspace"] as const),
    ...(["getUserInfoByAdmin", "removeUser", "userImport", "addRoleToUser", "removeRoleFromUser"] as const),
    ...([
      "updateGroupRoles",
      "addGroupRoles",
      "executeFunction",
      "saveTemplate",
      "createField",
      "updateField",
    ] as const),
    ...(["createFieldOptions", "updateFieldOptions", "deleteFieldOptions", "createAction", "updateAction"] as const),
    ...(["uploadActionScript", "updateAutoActionSettings", "updateItemComment", "deleteItemComment"] as const),
  ])

  test.each(NAMES)("%s", async (name) => {
    const { world, input, wrong } = sceneFor(name)
    if (Object.keys(wrong).length === 0) return
    let isForbidden = false
    for (const user of WEAK) {
      const asked = { ...input, ...FOREIGN[name] }
      const refused = await refusal(world, name, user, asked)
      if (refused?.status !== 403) continue
      isForbidden = true
      expect(await refusal(world, name, user, { ...asked, ...wrong })).toEqual(refused)
    }
    expect(isForbidden).toBe(FORBIDDEN.has(name))
  })

  const NOTES = { application: "APP", datastore: "Notes" }

  test.each<[OperationName, Input]>([
    ["createItem", { ...NOTES, actionId: "Create", item: 7 }],
    ["createItemWithItemID", { ...NOTES, actionId: "Create", itemId: 7 }],
    ["updateItem", { ...NOTES, actionId: "Update", itemId: 7 }],
    ["executeAction", { ...NOTES, actionId: "Update", itemId: 7 }],
    ["executeActionByActionID", { datastore: "Notes", actionId: "Update", itemId: "free", revNo: "7" }],
    ["executeBulkAction", { ...NOTES, actionId: "Update", conditions: 7 }],
    ["deleteItem", { ...NOTES, actionId: "Delete", itemId: 7 }],
  ])("the action of %s", async (name, input) => {
    const admin = { default: true, roles: ["ADMIN"] }
    const fixture = fixtureOf({
      datastores: {
        Notes: {
          fields: { Title: { name: "Title", dataType: "text", as_title: true } },
          actions: {
            Create: { crud_type: "1", ...admin },
            Update: { crud_type: "2", ...admin },
            Delete: { crud_type: "3", ...admin },
          },
        },
      },
    })
    const world = await createEngineWorld({ fixture, seed: 1 })
    expect((await refusal(world, name, "ada@acme.test", input))?.status).toBe(400)
    expect((await refusal(world, name, "bob@acme.test", input))?.status).toBe(403)
  })
})

describe("operations without a path refuse place and privilege before wrong input", () => {
  const TASKS = { application: "TASKS" }
  const DATASTORE = { ...TASKS, datastore: "Tasks" }
  const NOWHERE = { application: "nowhere", datastore: "nowhere", workspace: "nowhere", group: "nowhere" }
  /** A place of the demo that Ben administers and Sofia does not, and a wrong value of another property. */
  const CALLS: readonly (readonly [name: string, place: Input, wrong: Input])[] = [
    ["archiveWorkspace", {}, { archived: "perhaps" }],
    ["updateWorkspaceSettings", {}, { name: 7 }],
    ["addGroupTree", {}, { name: 7 }],
    ["updateProjectName", TASKS, { displayId: 7 }],
    ["updateProjectTheme", TASKS, { theme: 7 }],
    ["deleteProject", TASKS, {}],
    ["createDatastoreFromTemplate", TASKS, { template: 7 }],
    ["updateDatastoreSetting", DATASTORE, { displayId: 7 }],
    ["deleteDatastore", DATASTORE, {}],
  ]
  const OPEN = ["deleteStorage", "getProjectRolesAndMember", "getReports", "validateDatastoreDisplayID"]

  test("all of them are here, but for those that every member may call", () => {
    const withoutPath = Object.keys(operations).filter((name) => !Object.hasOwn(table, name))
    expect([...CALLS.map(([name]) => name), ...OPEN].sort()).toEqual(withoutPath.sort())
  })

  test.each(CALLS)("%s", async (name, given, wrong) => {
    const world = await demoWorld()
    const wId = world
      .view()
      .all("applications")
      .find(({ displayId }) => displayId === "TASKS")?.wId
    const place = Object.keys(given).length === 0 ? { workspace: wId } : given
    const statusOf = async (email: string, input: Input) =>
      (await refusal(world, name as OperationName, email, input))?.status
    const nowhere = Object.fromEntries(Object.keys(place).map((property) => [property, Reflect.get(NOWHERE, property)]))
    if (Object.keys(wrong).length > 0) {
      expect(await statusOf("ben@nord.example", { ...place, ...wrong })).toBe(400)
    }
    expect(await statusOf("sofia@nord.example", { ...place, ...wrong })).toBe(403)
    expect(await statusOf("ben@nord.example", { ...nowhere, ...wrong })).toBe(404)
    expect(await statusOf("nobody@nord.example", { ...place, ...wrong })).toBe(401)
  })
})
