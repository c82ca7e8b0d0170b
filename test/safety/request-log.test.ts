import fc from "fast-check"
import { describe, expect, test, vi } from "vitest"
import { redactedPath, redactedValue } from "../../emulator/control/presenters/secrets.ts"
import { Reply } from "../../emulator/wire/index.ts"
import { RequestEntry } from "../../emulator/worlds/index.ts"
import { LogRoom, RequestLog } from "../../emulator/worlds/log/request-log.ts"
import { desk } from "../control/desk.ts"

const readLog = async (control: Awaited<ReturnType<typeof desk>>["control"]) =>
  (await control("GET", "/worlds/main/requests")).body.requests

/** Limit in ms, far above the time of linear work and far below that of quadratic work. */
const GENEROUS_MS = 2000

const processorMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const began = process.cpuUsage()
  const done = await work()
  expect(processorMs(began)).toBeLessThan(ms)
  return done
}

describe("what a client can make the request log do (control.md section 4)", () => {
  test("beginnings of tokens without end cost time in proportion to their length", async () => {
    // 400 KB take a few ms. Comparing each start with the whole rest would take half a minute.
    const beginnings = "eyJ-".repeat(100_000)
    await within(GENEROUS_MS, async () => redactedValue(beginnings, new Set()))
    await within(GENEROUS_MS, async () => redactedPath(`/${beginnings}`, new Set()))

    const { api, control } = await desk()
    for (let round = 0; round < 30; round += 1) {
      await api("POST", "/login", { email: "eyJ-".repeat(16_000), password: "x" }, {})
    }
    await within(GENEROUS_MS, () => readLog(control))
  })

  test("others have their turn while a full log is searched for a text", async () => {
    const { api, control } = await desk()
    for (let at = 0; at < 64; at += 1) {
      await api("POST", "/login", { email: `${"x".repeat(60_000)}${at === 7 ? "Needle" : ""}`, password: "x" }, {})
    }
    let isOver = false
    const answer = control("GET", "/worlds/main/requests?text=nEEDLE").finally(() => {
      isOver = true
    })
    let turns = 0
    for (; !isOver; turns += 1) await new Promise((resolve) => setTimeout(resolve, 0))
    expect((await answer).body.requests.map(({ id }: { id: string }) => id)).toEqual(["8"])
    // The search reads about four of the 64 bodies per turn, so it takes 16 turns. The loop above counts fewer, because timers may share a turn.
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  test.each(["its client leaves", "its world is deleted"])("a search ends when %s", async (why) => {
    const { app, api, control } = await desk()
    for (let at = 0; at < 64; at += 1) await api("POST", "/login", { email: "x".repeat(60_000), password: "x" }, {})
    const leaving = new AbortController()
    const request = new Request("http://hexarium/_hexarium/worlds/main/requests?text=nothing", leaving)
    let read = 0
    const { stringify } = JSON
    const written = vi.spyOn(JSON, "stringify").mockImplementation((value: unknown) => {
      if (typeof value === "object" && value !== null && "effects" in value) read += 1
      if (read === 8) {
        if (why === "its client leaves") leaving.abort()
        else app.worlds.main.log.close()
      }
      return stringify(value)
    })
    await app.fetch(request)
    written.mockRestore()
    expect(read).toBeGreaterThanOrEqual(8)
    expect(read).toBeLessThan(16)
    expect((await control("GET", "/worlds/main/requests?limit=1")).status).toBe(200)
  })

  test("a path is kept up to 2 KB, and ends before the part in which it was cut", async () => {
    const { api, control } = await desk()
    const secret = "a-token-of-my-own-7"
    const room = 2048 - "/api/v0/".length
    await api("GET", `/${"eyJ-".repeat(4000)}`)
    await api("GET", `/${"a".repeat(room - 20)}/${secret}-${secret}`, undefined, { authorization: `Bearer ${secret}` })
    await api("GET", `/nowhere?q=${"b".repeat(1000)}&token=${secret}${"c".repeat(3000)}`)
    await api("GET", `/${"d".repeat(room)}`)
    const paths = (await readLog(control)).map(({ path }: { path: string }) => path)
    expect(paths).toEqual([
      "/api/v0/…",
      `/api/v0/${"a".repeat(room - 20)}/…`,
      `/api/v0/nowhere?q=${"b".repeat(1000)}…`,
      `/api/v0/${"d".repeat(room)}`,
    ])
  })

  test("the log has only the sizes of a request with more than a hundred secrets", async () => {
    const { api, control } = await desk()
    const passwords = (count: number) => Array.from({ length: count }, (_, at) => `secret-${at}`)
    await api("POST", "/login", { email: "secret-1", password: passwords(100) }, {})
    await api("POST", "/login", { email: "secret-1", password: passwords(4000) }, {})
    const [few, many] = await within(GENEROUS_MS, () => readLog(control))
    expect(few.request).toEqual({ email: "***", password: Array.from({ length: 100 }, () => "***") })
    expect([many.request, Object.keys(many.response)]).toEqual([
      { bytes: expect.any(Number) },
      ["bytes", "content_type"],
    ])
  })

  test("a body that is nested too deep to be looked into is reported by its size", async () => {
    const { api, control } = await desk()
    const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`
    await api("POST", "/login", deep, {})
    expect((await readLog(control))[0]).toMatchObject({ status: 400, request: { bytes: deep.length } })
  })

  test("tokens are hidden wherever they stand among words and dots", async () => {
    const word = fc.stringMatching(/^[a-z-]{0,4}$/)
    const token = fc
      .tuple(fc.stringMatching(/^[\w-]{5,9}$/), fc.stringMatching(/^[\w-]{1,9}$/), fc.stringMatching(/^[\w-]{0,9}$/))
      .map(([head, body, tail]) => `eyJ${head}.${body}.${tail}`)
    const piece = fc.oneof(word, token, fc.constantFrom(".", "..", " ", "/", "eyJ", "eyJhbGciOi.", "-eyJhbGciOi"))
    const { api, control, app } = await desk()
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))
    await fc.assert(
      fc.asyncProperty(text, async (subject) => {
        app.worlds.main.log.clear()
        await api("POST", "/login", { email: subject, password: "none of these words" }, {})
        const [{ request }] = await readLog(control)
        // The simplest expression for it, which takes quadratic time.
        expect(request.email).toBe(subject.replaceAll(/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, "***"))
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  test("long texts of a form are reported by their size", async () => {
    const { app, control } = await desk()
    const form = new FormData()
    form.set("file", new Blob(["x"]), "x.txt")
    form.set("note", "n".repeat(100_000))
    const headers = { authorization: "Bearer ada-fixed-token-1" }
    await app.fetch(new Request("http://hexarium/api/v0/files", { method: "POST", headers, body: form }))
    const [{ request }] = await readLog(control)
    expect(request).toEqual({ bytes: expect.any(Number), content_type: "multipart/form-data" })
  })
})

describe("what the request log hides (control.md section 3, request log)", () => {
  test("IDs of confirmations, in paths, queries and bodies, and what they are called elsewhere", async () => {
    const { api, control } = await desk()
    const { confirmation_id: id } = (await api("POST", "/users/registration", { email: "new@acme.test" }, {})).body
    expect(id).toMatch(/^.{20,}$/)
    await api("GET", `/users/registration/confirm?id=${id}`, undefined, {})
    await api("GET", `/users/password/validate?id=${id}`, undefined, {})
    await api("PUT", "/users/password/forgot", { id, new_password: "x-1", confirm_password: "x-2" }, {})
    await api("GET", `/users/confirmations/${id}`)
    await api("POST", "/users/confirmations", { confirmation_id: id })
    const text = JSON.stringify(await readLog(control))
    expect(text).not.toContain(id)
    expect(text).toContain("/users/registration/confirm?id=***")
  })

  test("passwords of a query, under their names and wherever else they stand", async () => {
    const { api, control } = await desk()
    await api("GET", "/nowhere/hunter-2?password=hunter-2&x=hunter-2&pwd=Se%63ret-3")
    await api("GET", "/applications/hunter-2/datastores?password=hunter-2")
    const requests = await readLog(control)
    expect(JSON.stringify(requests)).not.toMatch(/hunter-2|Secret-3|Se%63ret/)
    expect(requests[0].path).toBe("/api/v0/nowhere/***?password=***&x=***&pwd=***")
  })

  test("short secrets, where they stand by themselves, and everything under a name of one", async () => {
    const { api, control } = await desk()
    await api("POST", "/login", { email: "a@b.test", password: "p4s", note: "it is p4s, not ap4s" }, {})
    await api(
      "POST",
      "/login",
      { email: "a@b.test", pass: "one-1", pwd: "two-2", key: "three-3", api_key: "four-4" },
      {},
    )
    await api("POST", "/login", { email: "a@b.test", tokens: [["five-5"], { n: 6_666_666 }], branch_key: "TKY" }, {})
    const requests = (await readLog(control)).map(({ request }: { request: unknown }) => request)
    expect(requests[0]).toMatchObject({ password: "***", note: "it is ***, not ap4s" })
    expect(requests[1]).toEqual({ email: "a@b.test", pass: "***", pwd: "***", key: "***", api_key: "***" })
    expect(requests[2]).toEqual({ email: "a@b.test", tokens: [["***"], { n: "***" }], branch_key: "TKY" })
  })
})

describe("what all request logs of a server hold together (control.md section 4)", () => {
  const body = "x".repeat(1000)
  const answered = (log: RequestLog): RequestEntry => {
    const entry = new RequestEntry(log, "2026-01-01T00:00:00.000Z", { ...HEAD })
    entry.receivedBody(new TextEncoder().encode(body))
    entry.answered(new Reply(200, {}, body), null)
    return entry
  }
  const HEAD = { method: "GET", path: "/api/v0/x", isPathCut: false, operation: null, token: null }

  test("never goes beyond their room: the oldest, of whichever world, keep their lines and sizes", () => {
    const room = new LogRoom(10_000)
    const [one, other] = [new RequestLog(100, room), new RequestLog(100, room)]
    const first = answered(one)
    for (let at = 0; at < 50; at += 1) {
      answered(at % 2 === 0 ? other : one)
      expect(room.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(one.entries()[0]).toBe(first)
    expect([first.status, first.body?.content, first.answer?.content]).toEqual([200, 1000, 1000])
    expect(other.entries().at(-1)?.answer?.content).toBe(body)
  })

  test("is 16 MiB", () => {
    const room = new LogRoom()
    const log = new RequestLog(20_000, room)
    for (let at = 0; at < 10_000; at += 1) answered(log)
    expect(room.bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
    expect(room.bytes).toBeGreaterThan(16 * 1024 * 1024 - 2000)
  })

  test("is one room for all worlds of a server", async () => {
    const { app, api } = await desk()
    const held = vi.spyOn(LogRoom.prototype, "hold")
    app.worlds.fork({ name: "twin" })
    await api("POST", "/login", { email: "nobody@acme.test" })
    const body = JSON.stringify({ email: "nobody@acme.test" })
    await app.fetch(new Request("http://hexarium/w/twin/api/v0/login", { method: "POST", body }))
    expect(held.mock.contexts).toHaveLength(2)
    expect(held.mock.contexts[0]).toBe(held.mock.contexts[1])
    held.mockRestore()
  })

  test("shrinks when entries are overwritten or forgotten, and when their world is deleted", () => {
    const room = new LogRoom(1_000_000)
    const log = new RequestLog(3, room)
    for (let at = 0; at < 10; at += 1) answered(log)
    expect(room.bytes).toBe(6000)
    log.clear()
    expect(room.bytes).toBe(0)
    answered(log)
    log.close()
    expect(room.bytes).toBe(0)
  })
})
