import { describe, expect, test } from "vitest"
import type { World } from "../../../src/world/index.ts"
import { at, elements, expectUnchanged, fixtureItem, itemOf, office, refusal } from "../../operations/items/office.ts"

/** Keys of an item, by their owners' names. */
function keysOf(world: World, datastore: string, iId: string): string[] {
  const view = world.view()
  const owners = new Map<string, string>()
  for (const user of view.table("users").toArray()) owners.set(user.accessKey, user.username)
  for (const group of view.table("groups").toArray()) owners.set(group.accessKey, `group ${group.displayId}`)
  for (const role of view.table("roles").toArray()) owners.set(role.accessKey, `role ${role.displayId}`)
  return (itemOf(world, datastore, iId)?.accessKeys ?? []).map((key) => owners.get(key) ?? "?").sort()
}

const groupId = (world: World, displayId: string) =>
  world
    .view()
    .table("groups")
    .toArray()
    .find((group) => group.displayId === displayId)?.gId ?? ""

const userId = async (world: World, email: string) => (await world.raw.as(email).getUserInfo()).user.uId

const warning = (kind: string, id: string) => ({
  description: `no privileges to publish to ${kind} ${id}`,
  error: "no privileges",
  error_code: "NO_PRIVILEGES",
  error_level: "WARN",
  reference_id: id,
})

test("a create gives the creator's key and, by default, those of ADMIN and MEMBER", async () => {
  const { world, carol } = await office()
  const { body } = await carol.createItem({ params: at("Deals") })
  expect(keysOf(world, "Deals", body.item_id)).toEqual(["Carol", "role ADMIN", "role MEMBER"])
})

test("an update adds the updater's key, and what its action publishes", async () => {
  const { world, carol, dave } = await office(({ deals }) => {
    deals.actions = {
      ...deals.actions,
      Publish: { crud_type: "2", publish: { groups: true, roles: ["MANAGER"] } },
      Quiet: { crud_type: "1", publish: {} },
    }
  })
  const { body } = await carol.createItem({ params: at("Deals"), body: { action_id: "Quiet" } })
  const params = at("Deals", body.item_id)
  expect(keysOf(world, "Deals", body.item_id)).toEqual(["Carol"])
  expect((await dave.updateItem({ params, body: { rev_no: 1 } })).status).toBe(404)
  await carol.updateItem({ params, body: { rev_no: 1, action_id: "Publish" } })
  expect(keysOf(world, "Deals", body.item_id)).toEqual(["Carol", "group TOKYO", "role MANAGER"])
  await dave.updateItem({ params, body: { rev_no: 2 } })
  expect(keysOf(world, "Deals", body.item_id)).toEqual(["Carol", "Dave", "group TOKYO", "role MANAGER"])
})

test("users fields publish to whom they name where their setting says so", async () => {
  const { world, ada } = await office()
  const bob = await userId(world, "bob@acme.test")
  const make = (datastore: string, item: object) =>
    ada.createItem({ params: at(datastore), body: { item, access_key_updates: {} } })
  const published = await make("Customers", { Owner: [bob] })
  expect(keysOf(world, "Customers", published.body.item_id)).toContain("Bob")
  const silent = await make("Deals", { Team: [bob] })
  expect(keysOf(world, "Deals", silent.body.item_id)).not.toContain("Bob")
})

describe("access_key_updates", () => {
  test("append to the item's keys, or with overwrite take their place", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: { access_key_updates: { groups_to_publish: ["TOKYO"] } },
    })
    const iId = body.item_id
    expect(body.error).toBeNull()
    expect(keysOf(world, "Deals", iId)).toEqual(["Ada", "group TOKYO", "role ADMIN", "role MEMBER"])
    const update = (access_key_updates: object) =>
      ada.updateItem({ params: at("Deals", iId), body: { is_force_update: true, access_key_updates } })
    await update({ roles_to_publish: ["ADMIN"], users_to_publish: [await userId(world, "bob@acme.test")] })
    expect(keysOf(world, "Deals", iId)).toEqual(["Ada", "Bob", "group TOKYO", "role ADMIN", "role MEMBER"])
    await update({ overwrite: true, groups_to_publish: ["SALES"] })
    expect(keysOf(world, "Deals", iId)).toEqual(["Ada", "group SALES"])
    await update({ overwrite: true })
    expect(keysOf(world, "Deals", iId)).toEqual(["Ada"])
  })

  test("an update that would leave no key at all keeps those there were, with a WARN", async () => {
    const { world, ada } = await office()
    const { iId } = fixtureItem(world, "Deals", 0)
    const before = keysOf(world, "Deals", iId)
    const none = { overwrite: true, ignore_action_settings: true }
    const update = (access_key_updates: object, rest: object = {}) =>
      ada.updateItem({ params: at("Deals", iId), body: { is_force_update: true, access_key_updates, ...rest } })
    const refused = await update({ ...none, groups_to_publish: ["NOPE"] })
    expect(refused.status).toBe(200)
    expect(elements(refused)).toEqual([warning("group", "NOPE")])
    expect(keysOf(world, "Deals", iId)).toEqual(before)
    const kept = {
      description: `an item can't be without any key: ${iId} keeps those it had`,
      error: "no privileges",
      error_code: "NO_PRIVILEGES",
      error_level: "WARN",
      reference_id: iId,
    }
    const bare = await update(none)
    expect(elements(bare)).toEqual([kept])
    expect(keysOf(world, "Deals", iId)).toEqual(before)
    const line = fixtureItem(world, "Lines", 0)
    const entry = { operation: 2, i_id: line.iId, item: {} }
    const related = await update({ ...none, apply_related_ds: true }, { related_ds_items: { Lines: [entry] } })
    expect(elements(related)).toEqual([kept])
    expect(keysOf(world, "Lines", line.iId)).not.toEqual([])
    const own = await update({}, { related_ds_items: { Lines: [{ ...entry, access_key_updates: none }] } })
    expect(elements(own)).toEqual([expect.objectContaining({ error_level: "WARN", reference_id: line.iId })])
    expect((await ada.getItemDetails({ params: at("Lines", line.iId) })).status).toBe(200)
  })

  test("are the only granted keys with ignore_action_settings, and a new item without any keeps its creator", async () => {
    const { world, ada } = await office()
    const make = (access_key_updates: object) => ada.createItem({ params: at("Deals"), body: { access_key_updates } })
    const only = await make({ ignore_action_settings: true, groups_to_publish: ["TOKYO"] })
    expect(keysOf(world, "Deals", only.body.item_id)).toEqual(["group TOKYO"])
    const none = await make({ ignore_action_settings: true })
    expect(keysOf(world, "Deals", none.body.item_id)).toEqual(["Ada"])
    const owner = await userId(world, "bob@acme.test")
    const published = await ada.createItem({
      params: at("Customers"),
      body: {
        item: { Owner: [owner] },
        access_key_updates: { ignore_action_settings: true, roles_to_publish: ["ADMIN"] },
      },
    })
    expect(keysOf(world, "Customers", published.body.item_id)).toEqual(["role ADMIN"])
    await ada.updateItem({
      params: at("Deals", only.body.item_id),
      body: {
        is_force_update: true,
        access_key_updates: { ignore_action_settings: true, groups_to_publish: ["SALES"] },
      },
    })
    expect(keysOf(world, "Deals", only.body.item_id)).toEqual(["group SALES", "group TOKYO"])
  })

  test("down the tree is allowed, up or aside is a warning, and the write goes on", async () => {
    const { world, dave, carol } = await office()
    const down = await dave.createItem({
      params: at("Deals"),
      body: { access_key_updates: { groups_to_publish: ["TOKYO", "SALES"] } },
    })
    expect(down.body.error).toBeNull()
    expect(keysOf(world, "Deals", down.body.item_id)).toEqual([
      "Dave",
      "group SALES",
      "group TOKYO",
      "role ADMIN",
      "role MEMBER",
    ])
    const up = await carol.updateItem({
      params: at("Deals", down.body.item_id),
      body: {
        item: { Title: "kept" },
        rev_no: 1,
        use_display_id: true,
        access_key_updates: {
          groups_to_publish: ["SALES", "TOKYO", "SUPPORT", "ACME", "Nope"],
          roles_to_publish: ["ADMIN", "MEMBER", "Nope"],
        },
      },
    })
    expect(up.status).toBe(200)
    expect(up.body.error).toEqual([
      ...["SALES", "SUPPORT", "ACME", "Nope"].map((id) => warning("group", id)),
      ...["ADMIN", "Nope"].map((id) => warning("role", id)),
    ])
    expect(up.body.rev_no.rev_no).toBe(2)
    const own = await carol.createItem({
      params: at("Deals"),
      body: { access_key_updates: { groups_to_publish: ["ACME"] } },
    })
    expect(own.body.error).toEqual([warning("group", "ACME")])
    expect(keysOf(world, "Deals", own.body.item_id)).toEqual(["Carol", "role ADMIN", "role MEMBER"])
  })

  test("groups by g_id, also in groups_to_publish beside them", async () => {
    const { world, ada } = await office()
    const iId = fixtureItem(world, "Deals", 0).iId
    const { body } = await ada.updateItem({
      params: at("Deals", iId),
      body: {
        rev_no: 1,
        groups_to_publish: [groupId(world, "SUPPORT")],
        access_key_updates: { groups_to_publish: [groupId(world, "TOKYO")] },
      },
    })
    expect(body.error).toBe("")
    expect(keysOf(world, "Deals", iId)).toEqual(expect.arrayContaining(["group SUPPORT", "group TOKYO"]))
  })

  test("are refused if one request has both kinds, wherever they are, and an ID of nothing has no kind", async () => {
    const { world, ada } = await office()
    const tokyo = groupId(world, "TOKYO")
    const bodies = [
      { access_key_updates: { groups_to_publish: ["SALES", tokyo] } },
      {
        access_key_updates: { groups_to_publish: ["SALES"] },
        related_ds_items: { Lines: [{ operation: 1, item: {}, access_key_updates: { groups_to_publish: [tokyo] } }] },
      },
    ]
    for (const body of bodies) {
      const refused = await expectUnchanged(world, () => ada.createItem({ params: at("Deals"), body }))
      expect(refused.status).toBe(400)
      expect(elements(refused)).toEqual([
        expect.objectContaining({ error_code: "INVALID_PARAMS", error_level: "ERROR" }),
      ])
    }
    const nothing = await ada.createItem({
      params: at("Deals"),
      body: { access_key_updates: { groups_to_publish: [tokyo, "nothing"] } },
    })
    expect(nothing.body.error).toEqual([warning("group", "nothing")])
  })

  test("are refused for users outside the workspace, also in an entry, and nothing is written", async () => {
    const { world, ada } = await office()
    const olga = await userId(world, "olga@globex.test")
    const bob = await userId(world, "bob@acme.test")
    const keys = { users_to_publish: [bob, olga] }
    const element = {
      description: `user_id not found in the workspace: ${olga}`,
      error: "invalid users_to_publish",
      error_code: "INVALID_PARAMS",
      error_level: "ERROR",
      reference_id: olga,
    }
    const bodies = [
      { access_key_updates: keys },
      { related_ds_items: { Lines: [{ operation: 1, item: {}, access_key_updates: keys }] } },
      {
        related_ds_items: {
          Lines: [
            {
              operation: 1,
              item: {},
              related_ds_items: { Customers: [{ operation: 1, item: {}, access_key_updates: keys }] },
            },
          ],
        },
      },
    ]
    for (const body of bodies) {
      const refused = await expectUnchanged(world, () => ada.createItem({ params: at("Deals"), body }))
      expect(refusal(refused)).toEqual({ status: 400, body: { error: [element] } })
    }
  })

  test("apply_related_ds carries them to related items; an entry's own win; refusals are reported once", async () => {
    const { world, carol } = await office()
    const { body } = await carol.createItem({
      params: at("Deals"),
      body: {
        access_key_updates: {
          apply_related_ds: true,
          ignore_action_settings: true,
          groups_to_publish: ["TOKYO", "ACME"],
        },
        related_ds_items: {
          Lines: [
            {
              operation: 1,
              item: { Product: "inherits" },
              related_ds_items: { Customers: [{ operation: 1, item: { Name: "deep" } }] },
            },
            { operation: 1, item: { Product: "own" }, access_key_updates: { groups_to_publish: ["SALES"] } },
          ],
        },
      },
    })
    expect(body.error).toEqual([warning("group", "ACME"), warning("group", "SALES")])
    const keys = (datastore: string, at: number) => keysOf(world, datastore, fixtureItem(world, datastore, at).iId)
    expect(keys("Lines", 2)).toEqual(["group TOKYO"])
    expect(keys("Customers", 3)).toEqual(["group TOKYO"])
    expect(keys("Lines", 3)).toEqual(["Carol", "role ADMIN", "role MEMBER"])
  })

  test("apply_related_ds passes an entry that has its own, unless those are to apply below it too", async () => {
    const { world, bob } = await office()
    const below = (name: string, own: object) => ({
      operation: 1,
      item: {},
      access_key_updates: { groups_to_publish: ["SALES"], ...own },
      related_ds_items: { Customers: [{ operation: 1, item: { Name: name } }] },
    })
    await bob.createItem({
      params: at("Deals"),
      body: {
        access_key_updates: { apply_related_ds: true, ignore_action_settings: true, groups_to_publish: ["TOKYO"] },
        related_ds_items: {
          Lines: [below("passed", {}), below("stopped", { apply_related_ds: true, ignore_action_settings: true })],
        },
      },
    })
    const keys = (position: number) => keysOf(world, "Customers", fixtureItem(world, "Customers", position).iId)
    expect(keys(3)).toEqual(["group TOKYO"])
    expect(keys(4)).toEqual(["group SALES"])
  })

  describe("apply_related_ds with a related datastore of another application", () => {
    const start = () =>
      office(({ fixture }) => {
        const [workspace] = fixture.workspaces
        const [crm] = workspace?.applications ?? []
        if (workspace?.applications === undefined || crm?.datastores === undefined)
          throw new Error("small world changed")
        workspace.applications.push({
          application_id: "WARE",
          name: "Ware",
          roles: [
            { role_id: "ADMIN", name: "Admin", users: ["dave@acme.test"] },
            { role_id: "MEMBER", name: "Member", users: ["dave@acme.test"] },
            { role_id: "PACKER", name: "Packer", users: ["dave@acme.test"] },
          ],
          datastores: [
            { datastore_id: "Boxes", name: "Boxes", fields: { Product: { dataType: "text", as_title: true } } },
          ],
        })
        for (const one of crm.datastores) if (one.datastore_id === "Deals") one.relations = ["WARE/Boxes"]
      })

    test("looks roles up in the application of the item that gets them", async () => {
      const { world, dave } = await start()
      const boxes =
        world
          .view()
          .all("datastores")
          .find(({ displayId }) => displayId === "Boxes")?.dId ?? ""
      const entry = { operation: 1, item: {} }
      const { body } = await dave.createItem({
        params: at("Deals"),
        body: {
          access_key_updates: {
            apply_related_ds: true,
            ignore_action_settings: true,
            roles_to_publish: ["MANAGER", "PACKER", "ADMIN"],
          },
          related_ds_items: { [boxes]: [entry] },
        },
      })
      expect(body.error).toEqual([warning("role", "PACKER"), warning("role", "ADMIN"), warning("role", "MANAGER")])
      expect(keysOf(world, "Boxes", fixtureItem(world, "Boxes", 0).iId)).toEqual(["role ADMIN", "role PACKER"])
    })
  })

  test("stay with the main item without apply_related_ds", async () => {
    const { world, ada } = await office()
    await ada.createItem({
      params: at("Deals"),
      body: {
        access_key_updates: { groups_to_publish: ["TOKYO"] },
        related_ds_items: { Lines: [{ operation: 1, item: {} }] },
      },
    })
    expect(keysOf(world, "Lines", fixtureItem(world, "Lines", 2).iId)).toEqual(["Ada", "role ADMIN", "role MEMBER"])
  })
})
