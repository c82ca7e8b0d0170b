import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK, desk } from "./desk.ts"

const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"

describe("export and import (control.md section 3)", () => {
  test("an export holds the world as it is now, and imports to a world with an equal export", async () => {
    const { api, control } = await desk()
    await api("POST", NEW_TICKET, { item: { Subject: "Made later" } })
    const exported = (await control("GET", "/worlds/main/export")).body
    expect(JSON.stringify(exported)).toContain("Made later")
    await control("POST", "/worlds", { name: "copy" })
    await control("POST", "/worlds/main/reset")
    const answer = await control("POST", "/worlds/copy/import", exported)
    expect([answer.status, answer.body]).toMatchObject([200, { name: "copy", items: 2 }])
    expect((await control("GET", "/worlds/copy/export")).body).toEqual(exported)
  })

  test("reset leads to what was imported, and the logs of the old world are forgotten", async () => {
    const { api, control } = await desk()
    await api("GET", "/nowhere")
    const imported = (await control("POST", "/worlds/main/import", DESK)).body
    expect((await control("GET", "/worlds/main/requests")).body).toEqual({ requests: [] })
    await api("POST", NEW_TICKET, { item: {} })
    expect((await control("POST", "/worlds/main/reset")).body).toMatchObject({ hash: imported.hash, items: 1 })
    const empty = (await control("POST", "/worlds/main/import", { version: 1, users: [], workspaces: [] })).body
    expect(empty.items).toBe(0)
    expect((await api("GET", "/userinfo")).status).toBe(401)
  })

  test("the same fixture and seed give an equal hash", async () => {
    const { control } = await desk()
    const { hash } = (await control("POST", "/worlds/main/import", DESK)).body
    expect(hash).toBe((await createWorld({ fixture: DESK })).hash())
  })

  test("a faulty fixture: 400 with every mistake, nothing changed", async () => {
    const { control, world } = await desk()
    const before = world.hash()
    const faulty = { ...DESK, version: 2, users: [{ email: "nonsense" }], extra: 1 }
    const { status, body } = await control("POST", "/worlds/main/import", faulty)
    expect([status, body]).toMatchObject([400, { error: expect.any(String), error_code: "INVALID_PARAMS" }])
    const paths = body.errors.map(({ path }: { path: string }) => path)
    for (const path of ["version", "users[0].email", "extra"]) expect(paths).toContain(path)
    for (const { path, message } of body.errors) expect([typeof path, typeof message]).toEqual(["string", "string"])
    expect(world.hash()).toBe(before)
    for (const nothing of [undefined, [], null, "{"]) {
      expect((await control("POST", "/worlds/main/import", nothing)).status).toBe(400)
    }
    expect(world.hash()).toBe(before)
  })

  test("an import keeps the source of numbers in texts, or refuses them, and refuses a key that occurs twice", async () => {
    const text = (subject: string) => {
      const fixture = structuredClone(DESK) as {
        workspaces: { applications: { datastores: { items: object[] }[] }[] }[]
      }
      const [datastore] = fixture.workspaces[0]?.applications[0]?.datastores ?? []
      Object.assign(datastore ?? {}, { items: [{ values: { Subject: "@@" } }] })
      return JSON.stringify(fixture).replace('{"Subject":"@@"}', subject)
    }
    const send = async (subject: string) => {
      const app = createApp({ world: await createWorld({ fixture: DESK }) })
      const headers = { "content-type": "application/json", "x-hexarium": "1" }
      const answer = await app.fetch("/_hexarium/worlds/main/import", { method: "POST", headers, body: text(subject) })
      return { status: answer.status, error: ((await answer.json()) as { error?: string }).error ?? "" }
    }
    for (const number of ["1.10", "1e3", "12345678901234567890", "-0", "1.0"]) {
      expect(await send(`{"Subject":${number}}`)).toMatchObject({
        status: 400,
        error: expect.stringContaining(`quote it: "${number}"`),
      })
    }
    expect((await send('{"Subject":"a","Sub\\u006aect":"b"}')).error).toBe(
      'the key "Subject" occurs twice in an object (line 1); remove one',
    )
    expect((await send('{"Subject":7}')).status).toBe(200)
    expect((await send('{"Subject":"1.10"}')).status).toBe(200)
  })

  test("an imported fixture reaches no file of the machine", async () => {
    const { control, world } = await desk()
    const before = world.hash()
    for (const profile_pic of ["/etc/hostname", "../package.json", "file:///etc/hostname"]) {
      const users = [{ email: "a@b.test", profile_pic }]
      expect((await control("POST", "/worlds/main/import", { version: 1, users, workspaces: [] })).status).toBe(400)
    }
    const datastore = { datastore_id: "D", name: "D", fields: { T: { dataType: "text" } }, items_file: "/etc/hostname" }
    const workspaces = [
      {
        name: "W",
        admins: ["a@b.test"],
        group: { group_id: "G", name: "G" },
        applications: [{ application_id: "A", name: "A", datastores: [datastore] }],
      },
    ]
    const answer = await control("POST", "/worlds/main/import", {
      version: 1,
      users: [{ email: "a@b.test" }],
      workspaces,
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain("items_file")
    expect(world.hash()).toBe(before)
  })

  test("an export of any size and depth comes back, whatever the limits of other requests are", async () => {
    const { api, control, world } = await desk()
    const LEVELS = 60 // With the body around it, this is almost the maximum depth of a request.
    let nested: object = {}
    for (let at = 1; at < LEVELS; at += 1) nested = { nested }
    expect((await api("PUT", "/userinfo", { additional_info: { nested } })).status).toBe(200)
    const exported = (await control("GET", "/worlds/main/export")).body
    const text = "x".repeat(17 * 1_048_576)
    exported.mail_templates = [{ id: "long", kind: "email", subject: "s", text }]
    expect((await control("POST", "/worlds/main/import", exported)).status).toBe(200)
    expect((await control("GET", "/worlds/main/export")).body).toEqual(exported)
    const before = world.hash()
    expect((await control("POST", "/worlds", { name: text })).status).toBe(413)
    const tooDeep = `{"version":${"[".repeat(100)}${"]".repeat(100)}}`
    const { status, body } = await control("POST", "/worlds/main/import", tooDeep)
    expect([status, body]).toMatchObject([400, { error: "the body must have at most 80 levels of nesting" }])
    expect(world.hash()).toBe(before)
  })

  test("the route refuses a body larger than any export before it reads the body", async () => {
    const { control, world } = await desk()
    const before = world.hash()
    const answer = await control("POST", "/worlds/main/import", "{}", { "content-length": String(501 * 1_048_576) })
    expect([answer.status, answer.body]).toEqual([
      413,
      { error: "the request is larger than 500 MiB", error_code: "INVALID_PARAMS" },
    ])
    expect(world.hash()).toBe(before)
  })

  test("how many mails a world keeps is its own, whatever is imported", async () => {
    const world = await createWorld({ fixture: DESK, mailboxSize: 1 })
    const app = createApp({ world })
    const post = (path: string, body: object) =>
      app.fetch(
        new Request(`http://hexarium${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-hexarium": "1" },
          body: JSON.stringify(body),
        }),
      )
    await post("/_hexarium/worlds/main/import", DESK)
    for (const email of ["ada@acme.test", "bob@acme.test"]) await post("/api/v0/users/password/forgot", { email })
    expect(world.mail.list().map(({ to }) => to)).toEqual(["bob@acme.test"])
    await world.reset()
    expect(world.state.scalars.settings.mailboxSize).toBe(1)
  })
})
