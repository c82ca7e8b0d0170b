import { expect } from "vitest"
import { CREATE, SEARCH } from "./notes.ts"
import { type StoredServer, serve } from "./stored-server.ts"

const CLIENTS = 16

interface Page {
  readonly totalItems: number
  readonly items: readonly { readonly Text: string }[]
}

async function texts({ api }: StoredServer): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await api(SEARCH, { page, per_page: 100, use_display_id: true })
    const { items, totalItems } = body as Page
    expect({ status, page, totalItems }).toEqual({ status: 200, page, totalItems: expect.any(Number) })
    if (items.length === 0) {
      expect(found.length).toBe(totalItems)
      return found
    }
    found.push(...items.map(({ Text }) => Text))
  }
}

/** How often servers are killed. `npm run crash:kills` sets 100. */
export const KILLS = Number(process.env.HEXARIUM_KILLS ?? 1)

/**
 * Serves a folder's `world.yaml` from a store and kills the server in the middle of a load, repeatedly. After each restart, every answered
 * write must exist exactly once, and nothing else. Returns the last server.
 */
export async function killInLoad(folder: string, place: string, kills: number, answers: number): Promise<StoredServer> {
  let server = await serve(folder, "world.yaml", "--data", place)
  const asked = new Set<string>()
  const answered: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const { api, stop } = server
    const end = answered.length + answers
    let gone: Promise<unknown> | undefined
    const client = async (number: number): Promise<void> => {
      for (let each = 0; ; each += 1) {
        const text = `${kill}-${number}-${each}`
        asked.add(text)
        const { status } = await api(CREATE, { item: { Text: text } })
        expect(status).toBe(200)
        answered.push(text)
        if (answered.length === end) gone = stop("SIGKILL")
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, number) => client(number)))
    const reasons = ends.map((end) => String(end.status === "rejected" && end.reason))
    for (const reason of reasons) expect(reason).toMatch(/fetch failed|terminated/)
    // If the test did not kill the server, cut connections say nothing about the stored writes.
    expect(answered.length, `the server was not killed by the test: ${reasons[0]}`).toBeGreaterThanOrEqual(end)
    await gone
    server = await serve(folder, "--data", place)
    const list = await texts(server)
    const { worlds } = await server.ask<{ readonly worlds: readonly { readonly items: number }[] }>("GET", "/worlds")
    expect(worlds[0]?.items, `kill ${kill}: ${JSON.stringify(worlds)}`).toBe(list.length)
    const found = new Set(list)
    expect(found.size).toBe(list.length)
    expect(answered.filter((text) => !found.has(text))).toEqual([])
    expect(list.filter((text) => !asked.has(text))).toEqual([])
  }
  expect(await server.api(CREATE, { item: { Text: "later" } })).toMatchObject({ status: 200 })
  return server
}
