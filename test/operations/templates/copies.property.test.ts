import * as fc from "fast-check"
import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { isItemsTable } from "../../../src/state/index.ts"
import { checkInvariants, createEngineWorld, type EngineWorld, invariants } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { arbitraryFixture } from "../../fixtures/arbitrary-fixture.ts"
import { applicationText } from "./same-application.ts"

/** A user who administers a workspace and all its applications, sees every item and has every saved list. */
async function seeingAll(world: EngineWorld, wId: string): Promise<string | undefined> {
  const view = world.view()
  const user = view.list("users", "usersByWorkspace", wId as never).find((one) => !one.isBot)
  if (user === undefined) return undefined
  await world.commit("Test", null, (tx) => {
    const roles = tx
      .table("roles")
      .toArray()
      .filter((role) => role.wId === wId && role.displayId === "ADMIN")
    tx.patch("users", user.uId, { roles: roles.map(({ rId }) => rId), currentWId: wId as never })
    for (const { qId, ownerUId } of tx.table("queries").toArray()) {
      if (ownerUId !== null) tx.patch("queries", qId, { ownerUId: user.uId })
    }
    tx.patch("workspaces", wId, {
      admins: [...new Set([...tx.expect("workspaces", wId).admins, user.uId])],
      functionality: { ...tx.expect("workspaces", wId).functionality, useCreateApplication: true },
      limits: { users: 0, datastores: 0, storageMb: 0 },
    })
    // Fixtures may let outsiders see items. A copy can't name outsiders.
    const { topGId } = tx.expect("workspaces", wId)
    for (const { uId, isBot, memberships } of tx.table("users").toArray()) {
      if (isBot || memberships.some((membership) => membership.wId === wId)) continue
      tx.patch("users", uId, { memberships: [...memberships, { gId: topGId, wId: wId as never, isSv: false }] })
    }
    for (const name of tx.base.tables.keys()) {
      if (!isItemsTable(name)) continue
      for (const item of tx.table(name).toArray()) {
        tx.patch(name, item.iId, { accessKeys: [...new Set([...item.accessKeys, user.accessKey])].sort() })
      }
    }
    tx.put("tokens", {
      token: "tester",
      uId: user.uId,
      issuedAt: tx.now,
      expiresAt: "9999-01-01T00:00:00.000Z",
      isFixed: true,
    } as never)
  })
  return user.uId
}

/** Checks the invariants that a fixture guarantees. A fixture may give an item an update time before its creation. */
async function soundIn(world: EngineWorld): Promise<string[]> {
  const names: string[] = []
  for (const { name, problems } of invariants) if ((await problems(world)).length === 0) names.push(name)
  return names
}

test("saved, downloaded and uploaded, an application is the same but for its IDs", async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(arbitraryFixture(), async (fixture) => {
      const world = await createEngineWorld({ fixture })
      const sound = await soundIn(world)
      const tester = apiClient(createApp({ world }), "tester")
      for (const { wId } of world.view().table("workspaces").toArray()) {
        if ((await seeingAll(world, wId)) === undefined) continue
        for (const { pId } of world.view().list("applications", "applicationsByWorkspace", wId)) {
          const saved = await tester.saveTemplate({ body: { project_id: pId, name: "Copy", include_histories: true } })
          expect(saved.status, JSON.stringify(saved.body)).toBe(200)
          const params = { "template-id": saved.body.tp_id }
          const { body: archive } = await tester.downloadTemplate({ params })
          const file = new File([archive as Uint8Array<ArrayBuffer>], "copy.zip")
          const uploaded = await tester.uploadTemplate({ form: { name: "Copy", file } })
          expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200)
          const tasks = (await tester.getTasks({ query: { stream_id: uploaded.body.stream_id } })).body
          const copy = Object.values(tasks)[0]?.metadata.p_id ?? ""
          expect(applicationText(world, copy)).toBe(applicationText(world, pId))
          compared += 1
        }
      }
      await checkInvariants(world, { only: sound })
    }),
    { numRuns: 40, seed: 20260105, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(20)
})
