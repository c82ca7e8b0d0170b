import { describe, expect, test, vi } from "vitest"
import { until } from "../../until.ts"
import { desk } from "../desk.ts"

const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"

interface Told {
  readonly name: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: data of many shapes, compared as wholes
  readonly data: any
}

const eventsIn = (text: string): Told[] =>
  text
    .split("\n\n")
    .filter((event) => event.includes("data: "))
    .map((event) => ({
      name: /^event: (.*)$/m.exec(event)?.[1] ?? "message",
      id: /^id: (.*)$/m.exec(event)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? ""),
    }))

/** Reads this many events after the greeting. */
async function readEvents(answer: Response, count: number): Promise<Told[]> {
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let text = ""
  while ((text.match(/^id: /gm) ?? []).length < count) {
    const { done, value } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value)
  }
  await reader.cancel()
  return eventsIn(text)
}

type Desk = Awaited<ReturnType<typeof desk>>

const listen = (app: Desk["app"], query = "", headers: Record<string, string> = {}) =>
  app.fetch(new Request(`http://hexarium/_hexarium/worlds/main/events${query}`, { headers }))

const requests = async (control: Desk["control"], query = "") =>
  (await control("GET", `/worlds/main/requests${query}`)).body.requests

describe("server-sent events (control.md section 3, events)", () => {
  test("may be many, and requests that wait for mails too, without Node taking them for a leak", async () => {
    const warned: Error[] = []
    const note = (warning: Error) => warned.push(warning)
    process.on("warning", note)
    const { app, control } = await desk()
    const streams = await Promise.all(Array.from({ length: 30 }, () => listen(app)))
    const waits = Array.from({ length: 30 }, () => control("GET", "/worlds/main/mails?wait_ms=50"))
    await Promise.all(waits)
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off("warning", note)
    expect(warned).toEqual([])
    await Promise.all(streams.map((stream) => stream.body?.cancel()))
  })

  test.each(["GET", "HEAD"])("have headers that keep others from buffering them (%s)", async (method) => {
    const { app } = await desk()
    const { headers, body } = await app.fetch(
      new Request("http://hexarium/_hexarium/worlds/main/events", { method, headers: { "x-hexarium": "1" } }),
    )
    await body?.cancel()
    expect(headers.get("content-type")).toBe("text/event-stream")
    expect(headers.get("cache-control")).toBe("no-store, no-transform")
    expect(headers.get("x-accel-buffering")).toBe("no")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  })

  test("hold everything that happens, each with its number", async () => {
    const { app, api, control } = await desk()
    await api("GET", "/before")
    const answer = await listen(app)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"])
    const events = readEvents(answer, 18)
    await api("POST", NEW_TICKET, { item: { Subject: "Hello" } })
    await control("POST", "/worlds/main/clock", { advance: "1h" })
    await control("POST", "/worlds/main/faults", { operation: "CreateItem", status: 503 })
    await api("POST", NEW_TICKET, { item: { Subject: "Hello" } })
    await control("PUT", "/worlds/main/snapshots/s")
    await control("POST", "/worlds", { name: "twin" })
    await control("POST", "/worlds/main/snapshots/s/restore")
    await control("DELETE", "/worlds/main/snapshots/s")
    await api("POST", "/users/password/forgot", { email: "bob@acme.test" }, {})
    const told = await events
    expect(told[0]).toMatchObject({ name: "hello", id: undefined, data: { world: "main", sequence: 1, missed: null } })
    const numbered = told.slice(1)
    expect(numbered.map(({ id }) => Number(id))).toEqual(numbered.map((_, at) => at + 2))
    const summary = numbered.map(({ name, data }) => `${name} ${data.what ?? data.operation ?? ""}`.trim())
    expect(summary).toEqual([
      ...["change CreateItem", "request CreateItem", "change Clock", "clock"],
      ...["change PlanFault", "fault planned", "change UseFault", "fault used", "request CreateItem"],
      ...["snapshot taken", "world made", "snapshot restored", "world restored", "clock", "snapshot deleted"],
      ...["change ForgotPassword", "mail sent", "request ForgotPassword"],
    ])
    const [, request] = numbered
    expect([request?.data]).toEqual(await requests(control, "?since=1&limit=1&status=200&operation=CreateItem"))
    expect(numbered[0]?.data.records.map(({ table }: { table: string }) => table.replace(/:.*/, ""))).toContain("items")
    expect(numbered[16]?.data.mail).toMatchObject({ kind: "password", to: "bob@acme.test" })
  })

  test("events continue after a number, by query or Last-Event-ID, and report how many were missed", async () => {
    const { app, api } = await desk()
    for (const path of ["/a", "/b", "/c"]) await api("GET", path)
    for (const answer of [await listen(app, "?since=1"), await listen(app, "", { "last-event-id": "1" })]) {
      const [hello, ...events] = await readEvents(answer, 2)
      expect(hello?.data).toMatchObject({ sequence: 3, missed: 2 })
      expect(events.map(({ data }) => data.path)).toEqual(["/api/v0/b", "/api/v0/c"])
    }
    expect((await listen(app, "?since=x")).status).toBe(400)
  })

  test("a client that misses events gets a notice", async () => {
    const { app, api } = await desk()
    await api("GET", "/a")
    const [ofAnother] = await readEvents(await listen(app, "?since=77"), 1)
    expect(ofAnother?.data.missed).toBe("unknown")
    for (let at = 0; at < 2100; at += 1) app.worlds.main.events.add({ kind: "clock" })
    const [tooLate, first] = await readEvents(await listen(app, "?since=1"), 1)
    expect([tooLate?.data.missed, first?.id]).toEqual(["unknown", "102"])
    const other = await desk()
    const [hello] = await readEvents(await listen(other.app, "?since=0"), 0)
    expect(hello?.data.stream).not.toBe(tooLate?.data.stream)
  })

  test("can be asked for by kind, and without a stream", async () => {
    const { app, api, control } = await desk()
    await api("POST", NEW_TICKET, { item: { Subject: "Hello" } })
    await api("GET", "/nowhere")
    const [, ...events] = await readEvents(await listen(app, "?since=0&kinds=request"), 2)
    expect(events.map(({ name }) => name)).toEqual(["request", "request"])
    expect((await listen(app, "?kinds=nonsense")).status).toBe(400)
    const { body } = await control("GET", "/worlds/main/event-log?since=1")
    expect(body).toMatchObject({ sequence: 3, is_incomplete: false })
    expect(body.events.map(({ sequence, kind }: { sequence: number; kind: string }) => [sequence, kind])).toEqual([
      [2, "request"],
      [3, "request"],
    ])
    expect(body.events[0].data).toEqual(events[0]?.data)
    expect((await control("GET", "/worlds/main/event-log?since=99")).body).toMatchObject({ is_incomplete: true })
  })

  test("never hold a token", async () => {
    const { api, control } = await desk()
    const { body: issued } = await control("POST", "/worlds/main/tokens", { user: "bob@acme.test" })
    const login = await api("POST", "/login", { email: "bob@acme.test", password: "bobs-own-secret-2" }, {})
    await api("POST", "/users/password/forgot", { email: "bob@acme.test" }, {})
    const text = JSON.stringify((await control("GET", "/worlds/main/event-log?since=0")).body)
    for (const secret of [issued.token, login.body.token, "bobs-own-secret-2"]) expect(text).not.toContain(secret)
    const [mail] = (await control("GET", "/worlds/main/mails")).body.mails
    expect(text).not.toContain(mail.links[0].confirmation_id)
  })

  test("give others their turn while a long log is read", async () => {
    const { app, api } = await desk()
    for (let at = 0; at < 200; at += 1) await api("GET", `/${"long".repeat(400)}`)
    const answer = await listen(app, "?since=0")
    const turn = vi.fn()
    const turns = setInterval(turn, 0)
    const [, ...events] = await readEvents(answer, 200)
    clearInterval(turns)
    expect(events).toHaveLength(200)
    expect(turn).toHaveBeenCalled()
  })

  test("end with their client, and are not begun for HEAD", async () => {
    const { app, control } = await desk()
    const ended = vi.fn()
    const subscribe = vi.spyOn(app.worlds.main.events, "subscribe").mockReturnValue(ended)
    const begun = vi.spyOn(globalThis, "setInterval")
    const stopped = vi.spyOn(globalThis, "clearInterval")
    const head = await control("HEAD", "/worlds/main/events")
    expect([head.status, head.headers.get("content-type"), head.body]).toEqual([200, "text/event-stream", null])
    expect([subscribe.mock.calls.length, begun.mock.calls.length]).toEqual([0, 0])
    const answer = await listen(app)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    expect(ended).not.toHaveBeenCalled()
    await reader.cancel()
    await until(() => expect(ended).toHaveBeenCalledOnce())
    expect(stopped).toHaveBeenCalledWith(begun.mock.results[0]?.value)
    vi.restoreAllMocks()
  })

  test.each([
    ["a thousand requests", 1100, "short"],
    ["1 MiB of them", 60, "long ".repeat(10_000)],
  ])("end when %s wait for a client that does not read, which goes on from its last one", async (_, count, Subject) => {
    const { app, api } = await desk()
    const written = vi.spyOn(TextEncoder.prototype, "encode")
    const unread = await listen(app, "?kinds=request")
    const before = written.mock.calls.length
    for (let at = 0; at < count; at += 1) await api("POST", NEW_TICKET, { item: { Subject } })
    const events = written.mock.calls.slice(before).filter(([text]) => text?.startsWith("event: request"))
    expect(events.length).toBeLessThanOrEqual(1)
    written.mockRestore()
    expect(eventsIn(await unread.text()).map(({ name }) => name)).toEqual(["hello"])
    const kept = Math.min(count, 1000)
    const resumed = await readEvents(await listen(app, "?kinds=request", { "last-event-id": "0" }), kept)
    // Each ticket's first event is its change.
    expect(resumed.slice(1).map(({ id }) => Number(id))).toEqual(
      Array.from({ length: kept }, (_, at) => 2 * (count - kept + at + 1)),
    )
    expect(resumed[0]?.data.missed).toBe(count > 1000 ? "unknown" : 2 * count)
  })

  test("are written out once for all who listen", async () => {
    const { app, api } = await desk()
    const readers = await Promise.all(
      Array.from({ length: 5 }, async () => ((await listen(app)).body as ReadableStream<Uint8Array>).getReader()),
    )
    // The stream's description and the greeting.
    for (const reader of readers) for (let part = 0; part < 2; part += 1) await reader.read()
    const written = vi.spyOn(TextEncoder.prototype, "encode")
    const events = readers.map((reader) => reader.read())
    await api("GET", "/nowhere")
    expect(new Set((await Promise.all(events)).map(({ value }) => String(value)))).toHaveProperty("size", 1)
    expect(written.mock.calls.filter(([text]) => text?.startsWith("event: request"))).toHaveLength(1)
    written.mockRestore()
    await Promise.all(readers.map((reader) => reader.cancel()))
  })

  test("share the bytes of a long event among all its readers, also of a log", async () => {
    const { app, api } = await desk()
    await api("POST", "/login", { email: "x".repeat(60_000) })
    await api("POST", "/login", { email: "y" })
    const readers = await Promise.all(
      Array.from({ length: 5 }, async () =>
        ((await listen(app, "?since=0")).body as ReadableStream<Uint8Array>).getReader(),
      ),
    )
    const longOnes = readers.map(async (reader) => {
      for (;;) {
        const { value } = await reader.read()
        if (value === undefined || value.length > 60_000) return value
      }
    })
    const [first, ...others] = await Promise.all(longOnes)
    expect(eventsIn(new TextDecoder().decode(first))).toHaveLength(1)
    for (const other of others) expect(other).toBe(first)
    await Promise.all(readers.map((reader) => reader.cancel()))
  })

  test("reach many who listen some at a time, and those of a burst together", async () => {
    const { app, api } = await desk()
    const listeners = 100
    const writes = 20
    const streams = await Promise.all(Array.from({ length: listeners }, () => listen(app)))
    const all = streams.map((stream) => readEvents(stream, 2 * writes))
    await new Promise((resolve) => setTimeout(resolve, 0))
    let ofTurn = 0
    const turns: number[] = []
    const sent = vi.spyOn(ReadableStreamDefaultController.prototype, "enqueue")
    const { setTimeout: later } = globalThis
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((callback: () => void, ms?: number) =>
      later(() => {
        ofTurn = sent.mock.calls.length
        callback()
        turns.push(sent.mock.calls.length - ofTurn)
      }, ms)) as typeof setTimeout)
    await Promise.all(Array.from({ length: writes }, () => api("POST", NEW_TICKET, { item: { Subject: "x" } })))
    const told = await Promise.all(all)
    const count = sent.mock.calls.length
    vi.restoreAllMocks()
    const ids = (events: readonly Told[]) => events.filter(({ id }) => id !== undefined).map(({ id }) => Number(id))
    for (const events of told) expect(ids(events)).toEqual(Array.from({ length: 2 * writes }, (_, at) => at + 1))
    expect(Math.max(...turns)).toBeLessThanOrEqual(32)
    expect(count).toBeLessThan((listeners * 2 * writes) / 5)
  })

  test("end with the world and with the app", async () => {
    const { app, control } = await desk()
    app.worlds.fork({ name: "twin" })
    const ofTwin = await app.fetch(new Request("http://hexarium/_hexarium/worlds/twin/events"))
    const ofMain = await listen(app)
    await control("DELETE", "/worlds/twin")
    const told = eventsIn(await ofTwin.text())
    expect(told.map(({ name, data }) => `${name} ${data.what ?? ""}`.trim())).toEqual(["hello", "world deleted"])
    app.close()
    expect(await ofMain.text()).toMatch(/^:/)
  })
})
