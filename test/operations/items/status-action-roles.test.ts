import { expect, test } from "vitest"
import type { Answered } from "../../conformance.ts"
import { at, expectUnchanged, fixtureItem, office, refusal, UNKNOWN_ID } from "./office.ts"

test("a status action that the roles forbid returns 403 before parameters and item are checked (model.md section 6)", async () => {
  const { world, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const reopen = (itemId: string) => at("Deals", itemId, "Reopen")
  const bad = { item: { Nope: 1 } }
  const runs = [
    () => bob.executeAction({ params: reopen(iId), body: bad }),
    () => bob.executeAction({ params: reopen(UNKNOWN_ID) }),
    () => bob.updateItem({ params: at("Deals", UNKNOWN_ID), body: { ...bad, action_id: "Reopen" } }),
    () => bob.executeBulkAction({ params: at("Deals", undefined, "Reopen"), body: { ...bad, max_items: 7 } }),
  ]
  for (const run of runs) {
    const refused = refusal(await expectUnchanged<Answered<unknown>>(world, run))
    expect([refused.status, refused.body.error_code]).toEqual([403, "NO_PRIVILEGES"])
  }
})
