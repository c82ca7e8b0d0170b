import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { Webhooks } from "../../../src/ports/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { itemsOf } from "../../operations/items/office.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { FakeScripts } from "./fake-scripts.ts"

const access = { roles: ["MEMBER"] }

const fixture = fixtureOf({
  datastores: {
    Vault: {
      fields: { Name: { dataType: "text", as_title: true } },
      roles: ["ADMIN"],
      items: [{ key: "gold", values: {}, access }],
    },
    Notes: { fields: { Name: { dataType: "text", as_title: true } }, items: [{ key: "note", values: {}, access }] },
    Deals: {
      fields: {
        Title: { dataType: "text", as_title: true },
        Secret: { dataType: "text", as_title: true, roles: ["ADMIN"] },
        Cost: { dataType: "number", roles: ["ADMIN"] },
        Twice: { dataType: "calc", calc: { formula: "Cost * 2" } },
      },
      actions: {
        Update: {
          crud_type: "2",
          default: true,
          pre_script: "look",
          post_script: { code: "look", sync: true },
          webhooks: ["https://hook.test/"],
        },
      },
      items: [{ values: { Title: "Deal", Secret: "s3", Cost: 4 }, access, links: ["Vault@gold", "Notes@note"] }],
    },
  },
})

async function asBob() {
  const scripts = new FakeScripts({ look: () => null })
  const posted: unknown[] = []
  const webhooks: Webhooks = {
    async post(_, body) {
      posted.push(body)
      return 200
    },
  }
  const world = await createWorld({ fixture, ports: { scripts, webhooks } })
  const bob = apiClient(createApp({ world }), "bob-token")
  const place = { "app-id": "APP", "datastore-id": "Deals", "item-id": itemsOf(world, "Deals")[0]?.iId ?? "" }
  const { body } = await bob.updateItem({
    params: place,
    body: { rev_no: 1, return_item_result: true, use_display_id: true, item: { Title: "Deal 2" } },
  })
  await world.idle()
  const idsIn = (datastore: string) => {
    const items = itemsOf(world, datastore)
    return { d_id: items[0]?.dId, i_ids: items.map(({ iId }) => iId) }
  }
  return { world, bob, place, body, idsIn, scripts, posted }
}

test("links of return_item_result leave out datastores that the caller's roles hide (model.md section 5.5)", async () => {
  const { body, idsIn } = await asBob()
  expect(body.item?.links).toEqual([idsIn("Notes")])
  expect(body.item).not.toHaveProperty("Secret")
  expect(body.item?.title).toBe("Deal 2")
})

test("scripts and webhooks receive the stored item, with hidden fields and links (model.md section 9)", async () => {
  const { scripts, posted, idsIn } = await asBob()
  const given = [...scripts.runs.map(({ data }) => data), (posted[0] as { data: Record<string, unknown> }).data]
  expect(given.map(({ title }) => title)).toEqual(["Deal s3", "Deal 2 s3", "Deal 2 s3"])
  for (const data of given) {
    expect(data.fields_data).toMatchObject({ Secret: { value: "s3" }, Cost: { value: 4 } })
    expect(data.item_links).toEqual([idsIn("Vault"), idsIn("Notes")])
  }
})

test("a calc field shows its value to everybody who may see the field (model.md section 5.2)", async () => {
  const { bob, place, body } = await asBob()
  expect(body.item?.Twice).toBe(8)
  const { body: details } = await bob.getItemDetails({ params: place, query: { use_display_id: true } })
  const values = details.field_values as Record<string, { value: unknown }>
  expect(values.Twice?.value).toBe(8)
  expect(values).not.toHaveProperty("Cost")
})
