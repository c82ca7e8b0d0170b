import { expect, test } from "vitest"
import { actorOf } from "../../src/access/index.ts"
import { findUserByReference } from "../../src/people/index.ts"
import { itemsTable } from "../../src/state/index.ts"
import { smallWorld } from "./small.ts"

test("the small world is what it says", async () => {
  const world = await smallWorld()
  const view = world.view()
  const actor = (email: string) => {
    const user = findUserByReference(view, email)
    if (user === undefined) throw new Error(email)
    return actorOf(view, user)
  }
  expect(actor("ada@acme.test").isWorkspaceAdmin).toBe(true)
  expect(actor("bob@acme.test").isWorkspaceAdmin).toBe(false)
  const roleNames = (email: string) => [...actor(email).roles].map((rId) => view.expect("roles", rId).displayId).sort()
  expect(roleNames("ada@acme.test")).toEqual(["ADMIN", "MEMBER"])
  expect(roleNames("carol@acme.test")).toEqual(["MEMBER"])
  expect(roleNames("dave@acme.test")).toEqual(["MANAGER", "MEMBER"])
  expect(view.table("tokens").size).toBe(5)
  const types = view
    .table("datastores")
    .toArray()
    .flatMap((datastore) => datastore.fields.map((field) => field.dataType))
  expect(new Set(types).size).toBe(17)
  const deals = view
    .table("datastores")
    .toArray()
    .find((datastore) => datastore.displayId === "Deals")
  const items = view.table(itemsTable(deals?.dId ?? "")).toArray()
  expect(items).toHaveLength(2)
  const no = deals?.fields.find((field) => field.displayId === "No")
  expect(items.map((item) => item.values[no?.fId as never])).toEqual(["D-00001", "D-00002"])
  expect((await smallWorld()).hash()).toBe(world.hash())
})
