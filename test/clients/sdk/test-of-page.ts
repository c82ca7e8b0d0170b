import { HexabaseClient } from "@hexabase/hexabase-js"
import { expect, test } from "vitest"
import { testWorlds } from "../../../dist/worlds.js"

const worlds = testWorlds({ fixture: "/work/wt/rest-52/examples/vitest/shop.yaml" })

test(
  "Bob adds an order",
  worlds.inWorld(async ({ url, as }) => {
    const client = new HexabaseClient({ url: `${url}/graphql`, rest: url, pubsub: `${url}/hub` })
    await client.login({ email: "bob@shop.test", password: "bob" })
    const project = await client.currentWorkspace.project("SHOP")
    const orders = await project.datastore("Orders")
    const order = await orders.item()
    order.set("Total", 12)
    await order.save()
    const { values } = await as("bob@shop.test").getItemDetails({ datastore: "Orders", itemId: order.id })
    expect(values.Total).toBe(12)
  }),
)
