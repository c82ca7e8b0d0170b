import { expect, test } from "vitest"
import { runAction } from "../../../src/items/index.ts"
import { datastoreOf, fixtureItem, itemOf, office, statusOf } from "../../operations/items/office.ts"

test("runs an action as the bot, whatever the keys, roles and revision, at its own instant", async () => {
  const { world } = await office(({ deals }) => {
    deals.items?.push({ values: { Title: "secret" }, status: "Done", access: { groups: ["SUPPORT"] }, rev_no: 7 })
  })
  const item = fixtureItem(world, "Deals", 2)
  const deals = datastoreOf(world, "Deals")
  const reopen = deals.actions.find(({ displayId }) => displayId === "Reopen")
  if (reopen === undefined) throw new Error("no action")
  const { botUId } = world.view().expect("workspaces", deals.wId)
  const run = {
    operation: "AutoAction",
    dId: deals.dId,
    aId: reopen.aId,
    comment: "by night",
    at: "2026-01-07T00:00:00.000Z",
  }
  const caller = { engine: world, uId: botUId }
  const { main } = await runAction(caller, { ...run, iId: item.iId })
  expect(statusOf(world, "Deals", item.iId)).toBe("New")
  expect(itemOf(world, "Deals", item.iId)).toMatchObject({ revNo: 8, updatedAt: run.at, updatedBy: botUId })
  expect(main.history).toMatchObject({ uId: botUId, comment: "by night", createdAt: run.at })
  await expect(runAction(caller, { ...run, iId: item.iId })).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
})
