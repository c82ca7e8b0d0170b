import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect } from "vitest"
import { test } from "./world.ts"

describe("logs", () => {
  test("are shown as scripts write them, of the user and the project of the channel", async ({ world, terminal }) => {
    const { u_id: uId } = await world.api("GET", "/userinfo")
    const { id: pId } = await world.api("GET", "/applications/ORDERS/setting")
    const logs = terminal.start(["logs:actionscript", `logs_${uId}_${pId}`])
    await logs.shows(`Listening for logs on ${world.url}...`)
    const orders = "/applications/ORDERS/datastores/Orders/items"
    const { items } = await world.api("POST", `${orders}/search`, {
      conditions: [{ id: "Status", search_value: ["Draft"] }],
      page: 1,
      per_page: 1,
    })
    const details = await world.api("GET", `${orders}/details/${items[0].i_id}`)
    const confirm = () =>
      world.api("POST", `${orders}/action/${items[0].i_id}/Confirm`, {
        rev_no: details.rev_no,
        item: { DeliverOn: "2026-02-01" },
      })
    // hx is connected when it shows the log of a script: the pre script of an order, which stops the order.
    const discount = { item: { Goods: 10, Discount: 9 } }
    let isConnected = false
    const connected = logs.shows("goods 10, discount 9").then(() => {
      isConnected = true
    })
    while (!isConnected) {
      await expect(world.api("POST", `${orders}/new`, discount)).rejects.toThrow("PROCESS_STOPPED")
      await sleep(100)
    }
    await connected
    await confirm()
    await logs.shows(`confirmed ${details.title}`)
    expect((await logs.interrupt()).told).toBe("")
  })

  test("are refused for an unknown project", async ({ world, terminal }) => {
    const { u_id: uId } = await world.api("GET", "/userinfo")
    const { code, told } = await terminal.hx(["logs:actionscript", `logs_${uId}_NOWHERE`])
    expect(code).not.toBe(0)
    expect(told).toContain("404")
  })
})
