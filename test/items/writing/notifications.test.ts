import { expect, test } from "vitest"
import { at, expectUnchanged, fixtureItem, office } from "../../operations/items/office.ts"

/** Deals whose updates notify managers and members. */
const notifyingOffice = () =>
  office(({ deals, lines }) => {
    deals.actions = {
      ...deals.actions,
      UpdateDeal: { name: "Update deal", crud_type: "2", default: true, notify: ["MANAGER", "MEMBER"] },
      TellManagers: { name: "Tell managers", crud_type: "1", notify: ["MANAGER"] },
      DeleteDeal: { name: "Delete deal", crud_type: "3", default: true, notify: ["MANAGER"] },
    }
    lines.actions = { CreateItem: { crud_type: "1", notify: ["MANAGER"] } }
  })

const mails = (world: Awaited<ReturnType<typeof office>>["world"]) =>
  world
    .view()
    .table("mails")
    .toArray()
    .map(({ kind, to }) => `${kind} ${to}`)
    .sort()

test("the holders of the notify roles who see the item get a mail each, its author excepted", async () => {
  const { world, ada } = await notifyingOffice()
  await ada.updateItem({
    params: at("Deals", fixtureItem(world, "Deals", 0).iId),
    body: { rev_no: 1, comment: "look" },
  })
  expect(mails(world)).toEqual([
    "notification bob@acme.test",
    "notification carol@acme.test",
    "notification dave@acme.test",
  ])
  const [mail] = world.view().table("mails").toArray()
  expect(mail?.subject).toContain("First deal")
  expect(mail?.text).toContain("Update deal")
  expect(mail?.text).toContain("look")
})

test("whoever does not see the item gets none", async () => {
  const { world, ada } = await notifyingOffice()
  const { body } = await ada.createItem({
    params: at("Deals"),
    body: {
      action_id: "TellManagers",
      access_key_updates: { ignore_action_settings: true, groups_to_publish: ["SUPPORT"] },
    },
  })
  expect(body.error).toBeNull()
  expect(mails(world)).toEqual([])
})

test("a refused write sends none, a delete does", async () => {
  const { world, ada } = await notifyingOffice()
  const { iId } = fixtureItem(world, "Deals", 0)
  await expectUnchanged(world, () => ada.updateItem({ params: at("Deals", iId), body: { rev_no: 9 } }))
  await ada.deleteItem({ params: at("Deals", iId) })
  expect(mails(world)).toEqual(["notification dave@acme.test"])
})

test("related items notify with exec_children_post_procs only", async () => {
  for (const exec_children_post_procs of [true, false]) {
    const { world, ada } = await notifyingOffice()
    await ada.createItem({
      params: at("Deals"),
      body: { exec_children_post_procs, related_ds_items: { Lines: [{ operation: 1, item: {} }] } },
    })
    expect(mails(world)).toEqual(exec_children_post_procs ? ["notification dave@acme.test"] : [])
  }
})

test("an action leaves its history unread for everybody else who sees the item", async () => {
  const { world, ada, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await bob.updateItem({ params: at("Deals", iId), body: { rev_no: 1 } })
  const unread = async (who: typeof ada) => (await who.getItemHistories({ params: at("Deals", iId) })).body.unread
  expect([await unread(bob), await unread(ada), await unread(ada)]).toEqual([0, 1, 0])
})
