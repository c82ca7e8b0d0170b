import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { startServer } from "../../../emulator/node/index.ts"
import { memoryBlobs } from "../../../src/ports/index.ts"
import { createEngineWorld, dumpFixture } from "../../../src/world/index.ts"
import { DESK } from "../../control/desk.ts"
import { until } from "../../until.ts"

/** An in-process server, uploads to its worlds, and the blobs that it keeps. */
async function office(history = 0) {
  const world = await createEngineWorld({ fixture: DESK })
  const { blobs } = world.ports
  const app = createApp({ world, history })
  const send = (path: string, init: RequestInit) => app.fetch(new Request(`http://hexarium${path}`, init))
  return {
    app,
    world,
    control: async (method: string, path: string, body?: unknown) => {
      const headers = { "x-hexarium": "1", "content-type": "application/json" }
      const answer = await send(`/_hexarium/worlds${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect(answer.ok).toBe(true)
      return answer.json()
    },
    /** Uploads a text to a world and returns the key of its blob. */
    upload: async (text: string, base = "") => {
      const body = new FormData()
      body.set("file", new Blob([text]), "note.txt")
      const headers = { authorization: "Bearer ada-fixed-token-1" }
      expect((await send(`${base}/api/v0/files`, { method: "POST", headers, body })).status).toBe(200)
      return createHash("sha256").update(text).digest("hex")
    },
    isKept: (key: string) => {
      blobs.sweep?.()
      return blobs.get(key) !== undefined
    },
  }
}

describe('the bytes of uploads (architecture.md, "Ports")', () => {
  test("are freed with the world that was deleted, unless another has them", async () => {
    const { control, upload, isKept } = await office()
    await control("POST", "", { name: "one" })
    const shared = await upload("shared", "/w/one")
    await control("POST", "", { name: "two", from: "one" })
    const own = await upload("own", "/w/one")
    expect([isKept(shared), isKept(own)]).toEqual([true, true])
    await control("DELETE", "/one")
    expect([isKept(shared), isKept(own)]).toEqual([true, false])
    await control("DELETE", "/two")
    expect(isKept(shared)).toBe(false)
  })

  test("stay as long as their world, also those of templates", async () => {
    const { world, control, isKept } = await office()
    const { tpId } = await world.raw.as("ada@acme.test").saveTemplate({ application: "DESK", name: "Desk" })
    const archive = world.view().get("templates", tpId)?.blob ?? ""
    expect(isKept(archive)).toBe(true)
    await control("POST", "/main/reset")
    expect(isKept(archive)).toBe(false)
  })

  test("are kept by the versions of the past until the history drops them (insight.md section 1)", async () => {
    const { world, control, upload, isKept } = await office(2)
    const key = await upload("old")
    await control("POST", "/main/reset")
    expect(isKept(key)).toBe(true)
    const [workspace] = world.view().all("workspaces")
    for (const name of ["One", "Two", "Three"])
      await world.as("ada@acme.test").createTopGroup({ workspace: workspace?.wId ?? "", name })
    expect(isKept(key)).toBe(false)
  })

  test("are freed by a reset, and kept by the origin that a reset leads to", async () => {
    const { control, upload, isKept } = await office()
    const before = await upload("before")
    await control("POST", "", { name: "twin" })
    const after = await upload("after", "/w/twin")
    await control("POST", "/main/reset")
    expect([isKept(before), isKept(after)]).toEqual([true, true])
    await control("POST", "/twin/reset")
    expect([isKept(before), isKept(after)]).toEqual([true, false])
    // Only the original world has the upload. An upload that no item refers to expires after a day.
    await control("POST", "/twin/clock", { advance: "25h" })
    expect(isKept(before)).toBe(true)
  })

  test("are kept by a snapshot until it is deleted, taken again, or its world is deleted", async () => {
    const { control, upload, isKept } = await office()
    const keys: string[] = []
    for (const [name, end] of [
      ["deleted", () => control("DELETE", "/main/snapshots/deleted")],
      ["anew", () => control("PUT", "/main/snapshots/anew")],
    ] as const) {
      keys.push(await upload(name))
      await control("PUT", `/main/snapshots/${name}`)
      await control("POST", "/main/reset")
      expect(isKept(keys.at(-1) ?? "")).toBe(true)
      await end()
      expect(isKept(keys.at(-1) ?? "")).toBe(false)
    }
    await control("POST", "", { name: "twin" })
    const key = await upload("in a world", "/w/twin")
    await control("PUT", "/twin/snapshots/s")
    await control("POST", "/twin/reset")
    expect(isKept(key)).toBe(true)
    await control("DELETE", "/twin")
    expect(isKept(key)).toBe(false)
  })

  test("are freed when no item has named them for a day, and by an import", async () => {
    const { world, control, upload, isKept } = await office()
    const expired = await upload("expired")
    await control("POST", "/main/clock", { advance: "25h" })
    expect(isKept(expired)).toBe(false)
    const replaced = await upload("replaced")
    await control("POST", "/main/import", dumpFixture(world))
    expect(isKept(replaced)).toBe(false)
  })

  test("are freed where nobody asks for it, when many have come, and not before their caller could name them", async () => {
    const blobs = memoryBlobs()
    const MANY = 20 * 1_048_576
    const keys = [1, 2].map((fill) => blobs.put(new Uint8Array(MANY).fill(fill)))
    expect(keys.map((key) => blobs.get(key)?.length)).toEqual([MANY, MANY])
    const [, second = ""] = keys
    const kept = blobs.retain?.([[second]])
    await Promise.resolve()
    expect(keys.map((key) => blobs.get(key)?.length)).toEqual([undefined, MANY])
    kept?.release()
  })

  test("a snapshot in process is kept as long as somebody holds it", async () => {
    const { world, upload, isKept } = await office()
    const key = await upload("held")
    const snapshot = world.snapshot()
    await world.reset()
    expect(isKept(key)).toBe(true)
    await world.restore(snapshot)
    expect(isKept(key)).toBe(true)
  })
})

test("a server frees them by itself", async () => {
  const world = await createEngineWorld({ fixture: DESK })
  const server = await startServer({ world, port: 0 })
  const key = world.ports.blobs.put(new TextEncoder().encode("nobody's"))
  await until(() => expect(world.ports.blobs.get(key)).toBeUndefined())
  await server.close()
})
