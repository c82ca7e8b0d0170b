import { describe, expect } from "vitest"
import { accept, choose, fill, type } from "./hx.ts"
import { type DemoWorld, test } from "./world.ts"

const UNCHANGED_ANSWERS = accept

async function customers(world: DemoWorld) {
  const { datastore_id: dId } = await world.datastore("Customers")
  const { roles } = await world.api("GET", "/applications/ORDERS/setting")
  const [admin, sales] = ["ADMIN", "SALES"].map(
    (wanted) => roles.find(({ display_id }: { display_id: string }) => display_id === wanted).role_id as string,
  )
  return { dId, admin: admin ?? "", sales: sales ?? "" }
}

const idIn = (shown: string, name: string): string => new RegExp(`${name}: (\\S+)`).exec(shown)?.[1] ?? ""

describe("actions", () => {
  test.for(["new", "update", "delete", "copy"])(
    "of the operation %s are made",
    async (operation, { world, terminal }) => {
      const { dId, admin, sales } = await customers(world)
      const { code, shown } = await terminal.hx(
        ["actions:create", dId],
        [
          ["Select operation type", choose(operation)],
          ["Add comma-separated role_ids", type(`${admin}, ${sales}`)],
          ["Please provide the name for your action", fill("By hand", "手動")],
        ],
      )
      expect(code).toBe(0)
      expect(shown).toContain("Action successfully created:")
      const made = await world.api("GET", `/datastores/${dId}/actions/${idIn(shown, "action_id")}`)
      expect(made).toMatchObject({
        operation,
        display_id: idIn(shown, "display_id"),
        name: { en: "By hand", ja: "手動" },
        is_status_action: false,
      })
      const executing = made.roles.filter(({ can_execute }: { can_execute: boolean }) => can_execute)
      expect(executing.map(({ display_id }: { display_id: string }) => display_id)).toEqual(["ADMIN", "SALES"])
    },
  )

  test("are changed, what is not answered stays", async ({ world, terminal }) => {
    const { dId, admin } = await customers(world)
    const path = `/datastores/${dId}/actions`
    const { action_id: aId } = await world.api("POST", path, {
      operation: "update",
      name: { en: "Call", ja: "電話" },
      display_id: "Call",
      roles: [admin],
    })
    const before = await world.api("GET", `${path}/${aId}`)
    const kept = await terminal.hx(
      ["actions:update", dId, aId],
      [
        ["Add comma-separated role_ids", UNCHANGED_ANSWERS],
        ["Please provide the display_id and name", accept],
      ],
    )
    expect(kept.shown).toMatch(/Action successfully updated\n$/)
    expect(await world.api("GET", `${path}/${aId}`)).toEqual(before)
    await terminal.hx(
      ["actions:update", dId, aId],
      [
        ["Add comma-separated role_ids", UNCHANGED_ANSWERS],
        ["Please provide the display_id and name", fill("RingUp", "Ring up", "電話する")],
      ],
    )
    expect(await world.api("GET", `${path}/RingUp`)).toEqual({
      ...before,
      display_id: "RingUp",
      name: { en: "Ring up", ja: "電話する" },
    })
  })

  test("are deleted, when confirmed", async ({ world, terminal }) => {
    const { dId, admin } = await customers(world)
    const path = `/datastores/${dId}/actions`
    const before = await world.api("GET", path)
    const { action_id: aId } = await world.api("POST", path, { operation: "update", name: "Call", roles: [admin] })
    const hash = await world.hash()
    const refused = await terminal.hx(["actions:delete", dId, aId], [["Do you want to proceed?", type("n")]])
    expect(refused.shown).toMatch(/Deletion {2}aborted\n$/)
    expect(await world.hash()).toBe(hash)
    const deleted = await terminal.hx(["actions:delete", dId, aId], [["Do you want to proceed?", type("y")]])
    expect(deleted.shown).toMatch(/Action successfully deleted\n$/)
    expect(await world.api("GET", path)).toEqual(before)
    const again = await terminal.hx(["actions:delete", dId, aId, "--yes"])
    expect(again.told).toContain("Request failed with status code 404")
  })
})
