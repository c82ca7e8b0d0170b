import { expect, test } from "vitest"
import { isItemsTable, itemsTable } from "../../../src/state/index.ts"
import { peopleFixture } from "../../sample-worlds/people.ts"
import { smallFixture } from "../../sample-worlds/small.ts"
import { openControl } from "../ask.ts"

interface Told {
  readonly user: string
  readonly sees: boolean
  readonly reasons: readonly { readonly kind: string; readonly id: string; readonly through: string | null }[]
  readonly says: string
}

test("the users who see an item are those to whom the API returns it (control.md section 3, access)", async () => {
  const { api, control, world } = await openControl(smallFixture)
  const tokens: Record<string, string> = {}
  for (const { email = "", token = "" } of smallFixture.users ?? []) tokens[email] = token
  await world.commit("Test", null, (tx) => {
    const [carol] = tx
      .table("users")
      .toArray()
      .filter(({ email }) => email === "carol@acme.test")
    const customers = itemsTable(tx.table("datastores").toArray()[0]?.dId ?? "")
    for (const { iId } of tx.table(customers).toArray().slice(1))
      tx.patch(customers, iId, { accessKeys: carol === undefined ? [] : [carol.accessKey] })
  })
  const view = world.view()
  let seen = 0
  let hidden = 0
  for (const table of view.base.tables.keys()) {
    if (!isItemsTable(table)) continue
    for (const { iId, dId } of view.table(table).toArray()) {
      const datastore = view.expect("datastores", dId)
      const { displayId: application } = view.expect("applications", datastore.pId)
      const { body } = await control("GET", `/worlds/main/items/${iId}/access`)
      const people = body.people as Told[]
      expect(people.map(({ sees }) => sees)).toEqual([...people.map(({ sees }) => sees)].sort().reverse())
      for (const { user, sees, reasons, says } of people) {
        const path = `/applications/${application}/datastores/${datastore.displayId}/items/details/${iId}`
        const { status } = await api(tokens[user] ?? "", "GET", path)
        expect([user, iId, sees, sees ? reasons.length > 0 : says !== ""]).toEqual([user, iId, status === 200, true])
        if (sees) seen += 1
        else hidden += 1
      }
    }
  }
  expect([seen > 5, hidden > 0]).toEqual([true, true])
})

test("the reason names the group or role by which somebody holds a key", async () => {
  const { control, world } = await openControl(smallFixture)
  const view = world.view()
  const [tokyo] = view
    .table("groups")
    .toArray()
    .filter(({ displayId }) => displayId === "TOKYO")
  const [item] = view.table(itemsTable(view.table("datastores").toArray()[0]?.dId ?? "")).toArray()
  if (item === undefined || tokyo === undefined) throw new Error("no item, no group")
  await world.commit("Test", null, (tx) => tx.patch(itemsTable(item.dId), item.iId, { accessKeys: [tokyo.accessKey] }))
  const { body } = await control("GET", `/worlds/main/items/${item.iId}/access`)
  expect(body.keys).toEqual([{ kind: "group", id: "TOKYO", name: "Tokyo" }])
  const told = Object.fromEntries((body.people as Told[]).map((one) => [one.user, one]))
  expect(told["carol@acme.test"]?.reasons).toEqual([
    { kind: "group", id: "TOKYO", name: "Tokyo", through: "TOKYO", says: "the user is a member of the group Tokyo" },
  ])
  expect(told["dave@acme.test"]?.reasons).toMatchObject([{ id: "TOKYO", through: "SALES" }])
  const { body: one } = await control("GET", `/worlds/main/items/${item.iId}/access?user=carol@acme.test`)
  expect(one.people).toEqual([told["carol@acme.test"]])
  expect((await control("GET", "/worlds/main/items/nothing/access")).status).toBe(404)
  expect((await control("GET", `/worlds/main/items/${item.iId}/access?user=x@y.z`)).status).toBe(404)
})

test("people, groups and roles are reported without secrets, and nothing changes (control.md section 3, people)", async () => {
  const { control, world } = await openControl(peopleFixture)
  const before = world.hash()
  const { body } = await control("GET", "/worlds/main/users")
  expect(body.users.map(({ user }: Told) => user)).toEqual(
    expect.arrayContaining(["ada@acme.test", "bob@acme.test#B-1", "shared@acme.test#S-2"]),
  )
  const [ada] = body.users
  expect(ada).toMatchObject({ username: "Ada", tokens: 1, confirmed: true })
  expect(ada.workspaces).toMatchObject([{ name: "Acme", is_admin: true, is_current: true }])
  const { body: found } = await control("GET", "/worlds/main/users?text=CAROL")
  expect(found.users.map(({ user }: Told) => user)).toEqual(["carol@acme.test"])
  const { body: carol } = await control("GET", "/worlds/main/users/carol@acme.test")
  expect(carol.person).toEqual(found.users[0])
  expect(carol.token_list).toMatchObject([{ is_fixed: true, expires_at: null }])
  expect((await control("GET", "/worlds/main/users/nobody@acme.test")).status).toBe(404)
  const { body: groups } = await control("GET", "/worlds/main/groups")
  const tokyo = groups.groups.find(({ name }: { name: string }) => name === "Tokyo")
  expect([tokyo.depth, tokyo.members]).toEqual([2, 2])
  const { body: roles } = await control("GET", "/worlds/main/roles")
  expect(roles.roles.length).toBeGreaterThan(2)
  const text = JSON.stringify([body, found, carol, groups, roles])
  for (const { token, password } of peopleFixture.users ?? []) {
    for (const secret of [token, password]) if (secret !== undefined) expect(text).not.toContain(`"${secret}"`)
  }
  expect(text).not.toMatch(/scrypt|passwordHash|access_key"/i)
  expect(world.hash()).toBe(before)
})
