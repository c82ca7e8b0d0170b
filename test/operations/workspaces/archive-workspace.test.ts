import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { checkInvariants, createWorld, dumpFixture, type World } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { ACME, BETA, twoWorkspaces } from "../../sample-worlds/two-workspaces.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"
const BOB = "bob@acme.test"

const current = (world: World, email: string) =>
  world
    .view()
    .all("users")
    .find((user) => user.email === email)?.currentWId

describe("an archived workspace", () => {
  test("is in no list, cannot be selected, and nothing in it is found", async () => {
    const world = await twoWorkspaces()
    const ada = world.as(ADA)
    await ada.archiveWorkspace({ workspace: ACME, archived: true })
    const { workspaces, currentWId } = await ada.getWorkspaces()
    expect(workspaces.map(({ wId }) => wId)).toEqual([BETA])
    expect(currentWId).toBe(BETA)
    await expectUnchanged(world, async () => {
      const refused = [
        ada.selectWorkspace({ workspace: ACME }),
        ada.getPasswordPolicy({ workspace: ACME }),
        ada.getWorkspaceUsage({ workspace: ACME }),
        ada.getApplicationsAndDatastores({ workspace: ACME }),
        ada.getApplicationSettings({ application: "First" }),
      ]
      for (const one of refused) await expect(one).rejects.toMatchObject({ code: "NOT_FOUND" })
    })
    await checkInvariants(world)
  })

  test("is nobody's current workspace: the oldest remaining one becomes current, or none", async () => {
    const world = await twoWorkspaces()
    await world.as(BOB).archiveWorkspace({ workspace: BETA, archived: true })
    expect(current(world, BOB)).toBeNull()
    expect(current(world, "eve@acme.test")).toBeNull()
    expect(current(world, ADA)).toBe(ACME)
    await world.as(ADA).archiveWorkspace({ workspace: ACME, archived: true })
    expect(current(world, ADA)).toBeNull()
    await expect(world.as(ADA).getCurrentWorkspace()).rejects.toMatchObject({ code: "NOT_FOUND" })
    await checkInvariants(world)
  })

  test("comes back, also by an administrator who has no other workspace", async () => {
    const world = await twoWorkspaces()
    const before = world.hash()
    const bob = world.as(BOB)
    await bob.archiveWorkspace({ workspace: BETA, archived: true })
    await bob.archiveWorkspace({ workspace: BETA, archived: false })
    expect(world.hash()).toBe(before)
    expect((await bob.getCurrentWorkspace()).wId).toBe(BETA)
  })

  test("rests its auto actions, and restarts them from the time of its return", async () => {
    const { world } = await workshop()
    const ned = world.as("ned@acme.test")
    const [{ wId } = { wId: "" }] = (await ned.getWorkspaces()).workspaces
    await ned.archiveWorkspace({ workspace: wId, archived: true })
    expect((await world.clock.advance("48h")).fired).toEqual([])
    await checkInvariants(world)
    await ned.archiveWorkspace({ workspace: wId, archived: false })
    const { fired } = await world.clock.advance("24h")
    expect(fired.map(({ name, at }) => [name, at])).toEqual([["Nightly recall", "2026-01-08T01:00:00.000Z"]])
  })

  test("refuses calls without a token, and tokens of its users stay valid", async () => {
    const world = await twoWorkspaces()
    await world.as(ADA).archiveWorkspace({ workspace: ACME, archived: true })
    const ada = apiClient(createApp({ world }), "ada-token")
    expect((await ada.getCurrentWorkspace()).body).toMatchObject({ workspace_id: BETA })
  })

  test("remains archived in an export", async () => {
    const world = await twoWorkspaces()
    await world.as(ADA).archiveWorkspace({ workspace: ACME, archived: true })
    const copy = await createWorld({ fixture: dumpFixture(world) })
    expect(copy.view().get("workspaces", ACME)?.isArchived).toBe(true)
    expect(current(copy, ADA)).toBe(BETA)
    await checkInvariants(copy)
  })
})

describe("ArchiveWorkspace", () => {
  test("needs an administrator of the workspace", async () => {
    const world = await twoWorkspaces()
    await expectUnchanged(world, async () => {
      const ada = world.as(ADA).archiveWorkspace({ workspace: BETA, archived: true })
      await expect(ada).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
      const nowhere = world.as(ADA).archiveWorkspace({ workspace: "f".repeat(24), archived: true })
      await expect(nowhere).rejects.toMatchObject({ code: "NOT_FOUND" })
    })
    await world.as(BOB).archiveWorkspace({ workspace: BETA, archived: true })
    const ada = world.as(ADA).archiveWorkspace({ workspace: BETA, archived: false })
    await expect(ada).rejects.toMatchObject({ code: "NOT_FOUND" })
  })

  test("changes nothing when the workspace already is as asked", async () => {
    const world = await twoWorkspaces()
    await expectUnchanged(world, () => world.as(ADA).archiveWorkspace({ workspace: ACME, archived: false }))
  })
})

describe("fixtures", () => {
  test("the current workspace of a user must not be archived", async () => {
    const fixture: Fixture = {
      version: 1,
      users: [{ email: ADA, current_workspace: "Acme" }],
      workspaces: [{ name: "Acme", archived: true, admins: [ADA], group: { group_id: "TOP", name: "Top" } }],
    }
    await expect(createWorld({ fixture })).rejects.toThrow(/users\[0\]\.current_workspace.*archived/s)
  })
})
