import { itemsTable } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import type { Ending } from "./checker.ts"

/** The final tasks and members of a world. */
export function endingOf(world: World, datastoreId: string, groupId: string): Ending {
  const view = world.view()
  const datastore = view
    .table("datastores")
    .toArray()
    .find(({ displayId }) => displayId === datastoreId)
  const group = view
    .table("groups")
    .toArray()
    .find(({ displayId }) => displayId === groupId)
  if (datastore === undefined || group === undefined) throw new Error("not a world of tasks")
  const [no, text] = ["No", "Text"].map((name) => datastore.fields.find(({ displayId }) => displayId === name)?.fId)
  if (no === undefined || text === undefined) throw new Error("not a world of tasks")
  return {
    items: view
      .table(itemsTable(datastore.dId))
      .toArray()
      .map(({ iId, revNo, values }) => ({
        itemId: iId,
        no: Number(String(values[no]).replace("T-", "")),
        rev: revNo,
        text: String(values[text]),
      })),
    members: view
      .table("users")
      .toArray()
      .filter(({ memberships }) => memberships.some(({ gId }) => gId === group.gId))
      .map(({ email }) => email),
  }
}
