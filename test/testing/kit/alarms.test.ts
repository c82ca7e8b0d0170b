import { describe, expect, test } from "vitest"
import { createWorldFromFiles } from "../../../emulator/node/index.ts"
import { learnCreated, observe } from "../../../emulator/testing/kit/commands/items/observe.ts"
import {
  check,
  createKit,
  type KindName,
  type KitDatastore,
  type KitUser,
  kinds,
  worldTarget,
} from "../../../emulator/testing/kit/index.ts"
import { removeItem } from "../../../emulator/testing/kit/model/links.ts"
import { makeModel } from "../../../emulator/testing/kit/model/make.ts"
import { defaultAction, findDatastore, itemsOf } from "../../../emulator/testing/kit/model/model.ts"
import { create, rename, update } from "../../../emulator/testing/kit/model/writes.ts"
import { Session } from "../../../emulator/testing/kit/session.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { ownKinds } from "./hexarium/index.ts"

const only = (...names: readonly KindName[]) => names.map((name) => kinds[name])
const path = (file: string): string => new URL(`../../../${file}`, import.meta.url).pathname

/** Ada's workspace, and one that Ben also works in. Ben is in both. */
const twoWorkspaces: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: [
    { email: "ada@two.test", password: "pw" },
    { email: "ben@two.test", password: "pw", current_workspace: "Second" },
  ],
  workspaces: ["First", "Second"].map((name): Fixture["workspaces"][number] => ({
    name,
    admins: ["ada@two.test"],
    group: { group_id: "top", name: "Top", members: ["ada@two.test", "ben@two.test"] },
    applications: [
      {
        application_id: "APP",
        name: "App",
        roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@two.test", "ben@two.test"] }],
        datastores: [
          { datastore_id: "D", name: "D", fields: { T: { dataType: "text" } }, items: [{ key: "one", values: {} }] },
        ],
      },
    ],
  })),
}

describe("differences that were the model's mistake", () => {
  test("the model was wrong: who works in another workspace sees nothing of this one", async () => {
    const world = await createWorld({ fixture: twoWorkspaces })
    const { GetUserInfo, SelectWorkspace, AddGroupRoles } = ownKinds(world)
    const commands = [kinds.GetItemDetails, kinds.CreateItem, GetUserInfo, SelectWorkspace, AddGroupRoles]
    const report = await check(world, { commands, numRuns: 40, seed: 1 })
    expect(Object.keys(report.runs).sort()).toEqual(commands.map(({ name }) => name).sort())
  })

  test("the model was wrong: who leaves the last group works elsewhere, and may come back", async () => {
    const world = await createWorld({ fixture: twoWorkspaces })
    const { RemoveUser, AddUser, GetUserInfo, DeleteGroup } = ownKinds(world)
    const commands = [RemoveUser, RemoveUser, AddUser, GetUserInfo, kinds.GetItemDetails, DeleteGroup]
    const report = await check(world, { commands, numRuns: 60, seed: 1 })
    expect(report.sequences).toBe(60)
  })

  test("the model was wrong: of related items that look alike, it took one for the other", async () => {
    const world = await createWorldFromFiles([path("examples/vitest/shop.yaml")])
    const kit = await createKit(world)
    const target = await kit.open()
    const session = new Session(target)
    const model = makeModel(kit.schema, await target.now(), await target.schedule())
    const [salaries, orders, lines] = ["Salaries", "Orders", "Lines"].map((name) => kit.datastore(name))
    if (salaries === undefined || orders === undefined || lines === undefined) throw new Error("not this shop")
    const line = { operation: 1, item: {}, link_to_parent: false }
    const body = {
      item: {},
      related_ds_items: {
        [orders.dId]: [{ ...line, related_ds_items: { [lines.dId]: [line] } }],
        [lines.dId]: [line],
      },
    }
    const ada = kit.schema.users.find(({ username }) => username === "Ada") as KitUser
    const write = create(model, ada.uId, salaries, body)
    const answer = await session.expect(
      {
        operation: "createItem",
        user: ada.reference,
        params: { "app-id": "SHOP", "datastore-id": "Salaries" },
        body,
      },
      write.prediction,
    )
    if (write.item === null) throw new Error("nothing was created")
    rename(model, write.item, answer.body.item_id)
    await learnCreated(model, session, ada, write.created)
    for (const item of write.created) await observe(model, session, ada, item)
    expect(write.created).toHaveLength(4)
  })

  test("the model was wrong: an empty search value with include_null asks for empty values, alone", async () => {
    const fixture = fixtureOf({
      datastores: {
        Orders: {
          fields: { Price: { dataType: "number" } },
          items: [
            { key: "one", values: { Price: 3 } },
            { key: "two", values: {} },
          ],
        },
      },
      application: {
        auto_actions: [
          {
            name: "tidy",
            datastore_id: "Orders",
            action_id: "UpdateItem",
            conditions: [{ id: "Price", include_null: true, search_value: [] }],
            action_schedule: { time_type: "hr", time_value: "1" },
          },
        ],
      },
    })
    const world = await createWorld({ fixture })
    const report = await check(world, { commands: only("AdvanceClock"), numRuns: 5, seed: 1 })
    expect(report.sequences).toBe(5)
  })

  test("the model was wrong: a bulk action that fits more than 100 items runs on none", async () => {
    const items = Array.from({ length: 101 }, (_, at) => ({ key: `n${at}`, values: { T: "alpha" } }))
    const fixture = fixtureOf({
      datastores: { D: { fields: { T: { dataType: "text" } }, items } },
    })
    const report = await check(await createWorld({ fixture }), {
      commands: only("ExecuteBulkAction"),
      numRuns: 30,
      maxCommands: 2,
      seed: 1,
    })
    expect(report.sequences).toBe(30)
  })

  test("the model was wrong: a lookup is empty once its item is deleted, so its ID is no value that is there", async () => {
    const fixture = fixtureOf({
      datastores: {
        Goods: { fields: { Name: { dataType: "text" } }, items: [{ key: "one", values: {} }] },
        Lines: {
          fields: { Good: { dataType: "dslookup", dslookup: { datastore: "Goods", field: "Name" } } },
          items: [{ key: "line", values: { Good: "@one" } }],
        },
      },
    })
    const kit = await createKit(await createWorld({ fixture }))
    const model = makeModel(kit.schema, kit.schema.now, [])
    const [good, line] = ["APP/Goods", "APP/Lines"].map(
      (name) => itemsOf(model, findDatastore(model, name) as KitDatastore)[0],
    )
    if (good === undefined || line === undefined) throw new Error("not this fixture")
    removeItem(model, good)
    const [user] = kit.schema.users
    const action = defaultAction(line.datastore, "2")
    const body = { rev_no: line.rev, item: { Good: good.iId } }
    const { prediction } = update(model, user?.uId ?? "", line.datastore, line.iId, action, body)
    const session = new Session(await kit.open())
    const params = { "app-id": "APP", "datastore-id": "Goods", "item-id": good.iId }
    const reference = user?.reference ?? ""
    await session.expect({ operation: "deleteItem", user: reference, params, body: {} }, { status: 200 })
    const own = { "app-id": "APP", "datastore-id": "Lines", "item-id": line.iId }
    await session.expect({ operation: "updateItem", user: reference, params: own, body }, prediction)
    expect(prediction).toMatchObject({ status: 400, codes: ["INVALID_VALUE"] })
  })

  test("the model was wrong: what was uploaded for an item dies with it", async () => {
    const fixture = fixtureOf({
      datastores: { D: { fields: { Scan: { dataType: "file" } }, items: [{ key: "one", values: {} }] } },
    })
    const names: readonly KindName[] = ["UploadFile", "DeleteItem", "GetFile", "DeleteFile"]
    const report = await check(await createWorld({ fixture }), { commands: only(...names), numRuns: 30, seed: 1 })
    expect(Object.keys(report.runs).sort()).toEqual([...names].sort())
  })

  test("the model was wrong: with a clock that runs, how long a sequence took decided what was due", async () => {
    const kit = await createKit(await createWorld({ fixture: { ...twoWorkspaces, clock: { mode: "real" } } }))
    const target = await kit.open()
    const before = await target.now()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await target.now()).toBe(before)
  })

  test("the model was wrong: what was done to the world after the kit was made is not in its sequences", async () => {
    const world = await createWorld({ fixture: twoWorkspaces })
    const kit = await createKit(world)
    const target = worldTarget(world)
    const { status } = await target.call({
      operation: "deleteItem",
      user: "ada@two.test",
      params: { "app-id": "APP", "datastore-id": "D", "item-id": kit.datastore("APP/D").items[0]?.iId ?? "" },
      body: {},
    })
    expect(status).toBe(200)
    const report = await kit.check({ commands: only("GetItemDetails"), numRuns: 5, seed: 1 })
    expect(report.runs.GetItemDetails).toBeGreaterThan(0)
  })
})
