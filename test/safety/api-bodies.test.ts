import { expect, test } from "vitest"
import { routesOf, rows } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { poolsOf } from "../robustness/pools.ts"
import { robustnessWorld } from "../robustness/world.ts"

/** A path of each operation that takes JSON, for existing places that Ada administers. */
async function targets() {
  const world = await robustnessWorld()
  const pools = poolsOf(world)
  const deals = world
    .view()
    .table("datastores")
    .toArray()
    .find(({ displayId }) => displayId === "Deals")
  const item = world.view().table(`items:${deals?.dId}`).toArray()[0]
  const named: Record<string, string | undefined> = {
    "app-id": "CRM",
    "project-id": "CRM",
    "datastore-id": deals?.dId,
    "item-id": item?.iId,
    "link-item-id": item?.iId,
    "field-id": "No",
    "action-id": "UpdateDeal",
    "group-id": "SALES",
    "parent-group-id": "SALES",
    "workspace-id": pools.workspace[0],
    "history-id": pools.history[0],
    "auto-id": pools.auto[0],
    "user-id": pools.user[0],
  }
  const routes = rows
    .filter(([, row]) => row.body !== undefined && row.method !== "get")
    // Takes any body (api.md section 2.5).
    .filter(([name]) => name !== "createConfirmation")
    .map(([name, row]) => {
      const path = routesOf(row)[0]?.path ?? ""
      return {
        name,
        row,
        method: row.method.toUpperCase(),
        path: path.replaceAll(/:([^/]+)/g, (_, key) => named[key] ?? "x"),
      }
    })
  return { world, app: createApp({ world }), routes }
}

const headers = { "content-type": "application/json", authorization: "Bearer ada-token" }

/** Refusals of the parameters, or earlier refusals of the place or the caller. */
const REFUSAL_STATUSES = [400, 403, 404]

test("prototype keys, deep nesting and broken JSON: refused by every operation, and nothing changes", async () => {
  const { world, app, routes } = await targets()
  expect(routes.length).toBeGreaterThan(35)
  const before = world.hash()
  const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
    '{"__proto__":{"polluted":1}}',
    '{"item":{"__proto__":{"polluted":1}}}',
    '{"a":[{"b":{"\\u005f_proto__":{"polluted":1}}}]}',
    `{"item":${"[".repeat(64)}${"]".repeat(64)}}`,
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    '{"item":',
    "nothing",
    new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  ]
  let withParameters = 0
  for (const { name, method, path } of routes) {
    for (const body of bodies) {
      const answer = await app.fetch(new Request(`http://hexarium/api/v0${path}`, { method, headers, body }))
      expect([name, REFUSAL_STATUSES.includes(answer.status), answer.status]).toEqual([name, true, answer.status])
      if (answer.status === 400) withParameters += 1
    }
  }
  expect(world.hash()).toBe(before)
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  expect(withParameters / (routes.length * bodies.length)).toBeGreaterThan(0.7)
})

test("constructor and prototype are ordinary keys that reach no prototype", async () => {
  const { world, app, routes } = await targets()
  const before = world.hash()
  for (const { name, method, path } of routes) {
    for (const body of [
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"prototype":{"polluted":1},"item":{"constructor":1}}',
    ]) {
      const answer = await app.fetch(new Request(`http://hexarium/api/v0${path}`, { method, headers, body }))
      expect([name, answer.status < 500]).toEqual([name, true])
    }
  }
  await world.idle()
  expect(world.hash()).not.toBe(before)
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  expect(Object.keys({})).toEqual([])
  for (const body of [
    { item: { constructor: "x" } },
    { item: { prototype: "x" } },
    { item: {}, related_ds_items: { constructor: [] } },
  ]) {
    await world.reset()
    const answer = await app.fetch(
      new Request("http://hexarium/api/v0/applications/CRM/datastores/Deals/items/new", {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      }),
    )
    expect([body, answer.status < 500]).toEqual([body, true])
  }
})

test("bodies of another kind and bodies that are too large: refused by every operation, and nothing changes", async () => {
  const { world, app, routes } = await targets()
  const before = world.hash()
  const big = new Uint8Array(16 * 1_048_576 + 1).fill(32)
  let tooLarge = 0
  for (const { name, method, path } of routes) {
    const url = `http://hexarium/api/v0${path}`
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", ""]) {
      const answer = await app.fetch(
        new Request(url, { method, headers: { ...headers, "content-type": type }, body: '{"item":{}}' }),
      )
      expect([name, type, REFUSAL_STATUSES.includes(answer.status)]).toEqual([name, type, true])
    }
    for (const length of [undefined, String(big.length)]) {
      const answer = await app.fetch(
        new Request(url, {
          method,
          headers: { ...headers, ...(length === undefined ? {} : { "content-length": length }) },
          body: big,
        }),
      )
      expect([name, [...REFUSAL_STATUSES, 413].includes(answer.status)]).toEqual([name, true])
      if (answer.status === 413) {
        tooLarge += 1
        expect(await answer.json()).toEqual({ error: expect.any(String), error_code: "INVALID_PARAMS" })
      }
    }
  }
  expect(world.hash()).toBe(before)
  expect(tooLarge / (2 * routes.length)).toBeGreaterThan(0.7)
})
