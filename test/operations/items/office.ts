import { expect } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { Ports } from "../../../src/engine/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import type { Datastore, Item } from "../../../src/model/records/index.ts"

import { itemsTable } from "../../../src/state/index.ts"
import { createEngineWorld, type EngineWorld, type World } from "../../../src/world/index.ts"
import { type Answered, type ApiClient, apiClient } from "../../conformance.ts"
import { smallFixture } from "../../sample-worlds/small.ts"

/** An ID that no record has. */
export const UNKNOWN_ID = "0".repeat(24)

/** Matches any internal ID. */
export const ANY_ID = expect.stringMatching(/^[0-9a-f]{24}$/)

/** The small world with clients for four users, and functions that read its state. */
export interface Office {
  readonly world: EngineWorld
  /** Has ADMIN and MEMBER, in the top group. */
  readonly ada: ApiClient
  /** Has MEMBER, in the top group. */
  readonly bob: ApiClient
  /** Has MEMBER, in Tokyo, two levels below the top. */
  readonly carol: ApiClient
  /** Has MEMBER and MANAGER, in Sales, one level below the top. */
  readonly dave: ApiClient
}

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T

/** The parts of the small world's fixture that tests change. */
export interface OfficeFixture {
  readonly fixture: Mutable<Fixture>
  readonly deals: MutableDatastore
  readonly customers: MutableDatastore
  readonly lines: MutableDatastore
}

type MutableDatastore = Mutable<
  NonNullable<NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["datastores"]>[number]>
>

/** Loads the small world, with changes to its fixture. */
export async function office(
  vary: (parts: OfficeFixture) => void = () => {},
  ports: Partial<Ports> = {},
): Promise<Office> {
  const fixture = structuredClone(smallFixture) as Mutable<Fixture>
  const [customers, deals, lines] = fixture.workspaces[0]?.applications?.[0]?.datastores ?? []
  if (customers === undefined || deals === undefined || lines === undefined) throw new Error("small world changed")
  vary({ fixture, deals, customers, lines })
  const world = await createEngineWorld({ fixture: fixture as Fixture, ports })
  const app = createApp({ world })
  const client = (name: string) => apiClient(app, `${name}-token`)
  return { world, ada: client("ada"), bob: client("bob"), carol: client("carol"), dave: client("dave") }
}

/** Path parameters of a datastore of CRM and, optionally, an item and an action. */
export const at = (datastore: string, itemId?: string, actionId?: string) => ({
  "app-id": "CRM",
  "datastore-id": datastore,
  ...(itemId === undefined ? {} : { "item-id": itemId }),
  ...(actionId === undefined ? {} : { "action-id": actionId }),
})

export function datastoreOf(world: World, displayId: string): Datastore {
  const found = world
    .view()
    .table("datastores")
    .toArray()
    .find((datastore) => datastore.displayId === displayId)
  if (found === undefined) throw new Error(`no datastore ${displayId}`)
  return found
}

/** All items of a datastore in creation order, regardless of visibility. */
export const itemsOf = (world: World, datastore: string): Item[] =>
  world
    .view()
    .table(itemsTable(datastoreOf(world, datastore).dId))
    .toArray()

/** An item of the fixture by its position in the file. */
export function fixtureItem(world: World, datastore: string, position: number): Item {
  const item = itemsOf(world, datastore)[position]
  if (item === undefined) throw new Error(`no item ${position} in ${datastore}`)
  return item
}

export function itemOf(world: World, datastore: string, iId: string): Item | undefined {
  return world.view().get(itemsTable(datastoreOf(world, datastore).dId), iId)
}

/** Stored values of an item by the field's display ID. */
export function valuesOf(world: World, datastore: string, iId: string): Record<string, unknown> {
  const item = itemOf(world, datastore, iId)
  if (item === undefined) throw new Error(`no item ${iId}`)
  return Object.fromEntries(
    datastoreOf(world, datastore).fields.flatMap(({ fId, displayId }) =>
      item.values[fId] === undefined ? [] : [[displayId, item.values[fId]]],
    ),
  )
}

export const fieldIdOf = (world: World, datastore: string, displayId: string): string =>
  datastoreOf(world, datastore).fields.find((field) => field.displayId === displayId)?.fId ?? ""

export const actionIdOf = (world: World, datastore: string, displayId: string): string =>
  datastoreOf(world, datastore).actions.find((action) => action.displayId === displayId)?.aId ?? ""

export const statusIdOf = (world: World, datastore: string, displayId: string): string =>
  datastoreOf(world, datastore).statuses.find((status) => status.displayId === displayId)?.sId ?? ""

export const statusOf = (world: World, datastore: string, iId: string): string | undefined => {
  const sId = itemOf(world, datastore, iId)?.statusId
  return datastoreOf(world, datastore).statuses.find((status) => status.sId === sId)?.displayId
}

/** Links between items as `from>to:type`, sorted. */
export const linksOf = (world: World): string[] =>
  world
    .view()
    .table("links")
    .toArray()
    .map(({ fromIId, toIId, type }) => `${fromIId}>${toIId}:${type}`)
    .sort()

/** Status and error body of a response, of any shape. */
export const refusal = (answered: Answered<unknown>): { status: number; body: Record<string, unknown> } => ({
  status: answered.status,
  body: answered.body as Record<string, unknown>,
})

/** Elements of the response's `error` array. */
export const elements = (answered: Answered<unknown>): Record<string, unknown>[] => {
  const { error } = answered.body as { error: unknown }
  if (!Array.isArray(error)) throw new Error(`no elements: ${JSON.stringify(answered.body)}`)
  return error
}

/** Runs a function and checks that the world does not change. */
export async function expectUnchanged<T>(world: World, run: () => Promise<T>): Promise<T> {
  const before = world.hash()
  const result = await run()
  await world.idle()
  if (world.hash() !== before) throw new Error("the refused request changed the world")
  return result
}
