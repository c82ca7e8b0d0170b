import { describe, expect, test } from "vitest"
import { putMail } from "../../src/engine/mail/queue-mail.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import { desk } from "./desk.ts"

const mail = (world: EngineWorld, to: string, kind: "email" | "password" = "email") =>
  world.commit("Test", null, (tx) =>
    putMail(tx, kind, to, "no-reply@localhost", { subject: "Hi", text: "t", html: "<p>t</p>" }),
  )

const MAILS = "/worlds/main/mails"

describe("mails (control.md section 3)", () => {
  test("are listed oldest first, one by one, and deleted", async () => {
    const { world, control } = await desk()
    const first = await mail(world, "ada@acme.test")
    const second = await mail(world, "bob@acme.test", "password")
    expect((await control("GET", MAILS)).body.mails).toEqual([
      {
        id: first.id,
        at: "2026-01-05T09:00:00.000Z",
        kind: "email",
        to: "ada@acme.test",
        from: "no-reply@localhost",
        subject: "Hi",
        text: "t",
        html: "<p>t</p>",
        links: [],
      },
      expect.objectContaining({ id: second.id, to: "bob@acme.test" }),
    ])
    expect((await control("GET", `${MAILS}/${second.id}`)).body.id).toBe(second.id)
    expect(await control("DELETE", `${MAILS}/${first.id}`)).toMatchObject({ status: 200, body: null })
    expect((await control("GET", `${MAILS}/${first.id}`)).status).toBe(404)
    expect((await control("DELETE", `${MAILS}/${first.id}`)).status).toBe(404)
    expect(await control("DELETE", MAILS)).toMatchObject({ status: 200, body: null })
    expect((await control("GET", MAILS)).body).toEqual({ mails: [] })
  })

  test("to, kind and since choose; since also counts from a deleted mail", async () => {
    const { world, control } = await desk()
    const first = await mail(world, "ada@acme.test")
    const second = await mail(world, "bob@acme.test", "password")
    const third = await mail(world, "ada@acme.test", "password")
    const ids = async (query: string) =>
      (await control("GET", `${MAILS}?${query}`)).body.mails.map(({ id }: { id: string }) => id)
    expect(await ids("to=Ada@acme.test")).toEqual([first.id, third.id])
    expect(await ids("kind=password")).toEqual([second.id, third.id])
    expect(await ids(`since=${first.id}`)).toEqual([second.id, third.id])
    expect(await ids(`since=${first.id}&to=ada@acme.test`)).toEqual([third.id])
    await control("DELETE", `${MAILS}/${second.id}`)
    expect(await ids(`since=${second.id}`)).toEqual([third.id])
    for (const query of ["kind=letter", "since=yesterday", "wait_ms=30001", "wait_ms=x", "wait_ms=-1"]) {
      expect((await control("GET", `${MAILS}?${query}`)).status).toBe(400)
    }
  })

  test("wait_ms returns as soon as a mail matches, at once if there is one, and without a mail at the end of the time", async () => {
    const { world, control } = await desk()
    const waiting = control("GET", `${MAILS}?to=bob@acme.test&wait_ms=30000`)
    await mail(world, "ada@acme.test")
    const wanted = await mail(world, "bob@acme.test")
    expect((await waiting).body.mails).toEqual([expect.objectContaining({ id: wanted.id })])
    expect((await control("GET", `${MAILS}?to=bob@acme.test&wait_ms=30000`)).body.mails).toHaveLength(1)
    expect((await control("GET", `${MAILS}?to=carol@acme.test&wait_ms=10`)).body).toEqual({ mails: [] })
  })

  test("waiting ends with the client, the world and the app", async () => {
    const { app, control } = await desk()
    app.worlds.fork({ name: "twin" })
    const ofTwin = control("GET", "/worlds/twin/mails?wait_ms=30000")
    const ofMain = control("GET", `${MAILS}?wait_ms=30000`)
    const gone = new AbortController()
    const ofClient = app.fetch(new Request(`http://hexarium/_hexarium${MAILS}?wait_ms=30000`, { signal: gone.signal }))
    await control("DELETE", "/worlds/twin")
    expect((await ofTwin).body).toEqual({ mails: [] })
    gone.abort()
    expect(await (await ofClient).json()).toEqual({ mails: [] })
    app.close()
    expect((await ofMain).body).toEqual({ mails: [] })
  })
})
