import { describe, expect, test } from "vitest"
import { actionIdOf, fieldIdOf, NOWHERE, office, refusal, seeded, unchanged, valuesOf } from "./office.ts"

describe("ExecuteActionByActionID", () => {
  test("runs by internal IDs and answers null", async () => {
    const { world, ada } = await office()
    const { iId, dId } = seeded(world, "Deals", 0)
    const params = { "item-id": iId, "action-id": actionIdOf(world, "Deals", "UpdateDeal") }
    const title = fieldIdOf(world, "Deals", "Title")
    const { status, body } = await ada.executeActionByActionID({
      params,
      body: { datastore_id: dId, rev_no: 1, item: { [title]: "old form" } },
    })
    expect(status).toBe(200)
    expect(body).toBeNull()
    expect(valuesOf(world, "Deals", iId)).toMatchObject({ Title: "old form" })
    expect((await unchanged(world, () => ada.executeActionByActionID({ params, body: { rev_no: 2 } }))).status).toBe(
      400,
    )
    const nowhere = await unchanged(world, () =>
      ada.executeActionByActionID({ params, body: { datastore_id: NOWHERE } }),
    )
    expect(refusal(nowhere)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  })
})
