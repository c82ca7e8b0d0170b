import { expect, test } from "vitest"
import { describeChanges } from "../../../emulator/worlds/index.ts"
import type { Change } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

async function changesOf(world: World, run: () => Promise<unknown>): Promise<string[]> {
  const changes: Change[] = []
  const stop = world.onChange((change) => changes.push(change))
  await run()
  stop()
  return describeChanges(world.view(), changes)
}

test("an archived workspace, and its return", async () => {
  const { world, application } = await workshop()
  const { wId: workspace } = application("SHOP")
  const ned = world.as("ned@acme.test")
  expect(await changesOf(world, () => ned.archiveWorkspace({ workspace, archived: true }))).toContain(
    "workspace Acme archived",
  )
  expect(await changesOf(world, () => ned.archiveWorkspace({ workspace, archived: false }))).toContain(
    "workspace Acme restored",
  )
})

test("an archived history of an action", async () => {
  const { world } = await workshop()
  const ada = world.as("ada@acme.test")
  const place = { application: "SHOP", datastore: "Orders" }
  const { itemId, historyId } = await ada.createItem({ ...place, item: { Title: "Third" } })
  const lines = await changesOf(world, () =>
    ada.deleteItemComment({ ...place, itemId, historyId, archiveActions: true }),
  )
  expect(lines).toEqual(["history of item Third archived"])
})

test("a deleted application: its datastores, items and roles, each in words", async () => {
  const { world } = await workshop()
  const lines = await changesOf(world, () => world.as("ada@acme.test").deleteProject({ application: "SHOP" }))
  for (const line of [
    "datastore Orders deleted",
    "auto action Nightly recall deleted",
    "role CLERK deleted",
    "application SHOP deleted",
  ]) {
    expect(lines).toContain(line)
  }
  expect(lines.filter((line) => /^item .* deleted/.test(line))).toHaveLength(2)
})
