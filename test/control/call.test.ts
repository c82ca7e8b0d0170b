import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK, desk } from "./desk.ts"

const CALL = "/worlds/main/call"
const TICKETS = { application: "DESK", datastore: "TICKETS" }
const ADA = "ada@acme.test"

const multipart = (parts: Readonly<Record<string, string | File>>): RequestInit => {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return { method: "POST", headers: { "x-hexarium": "1" }, body: form }
}

const PNG = new Uint8Array([137, 80, 78, 71, 0, 255])

describe("calls in natural words (control.md section 3, call)", () => {
  test("run as a user, as world.as does, by either spelling of the operation", async () => {
    const { control, world } = await desk()
    const twin = world.fork()
    const input = { ...TICKETS, item: { Subject: "No paper" }, returnItemResult: true }
    const made = await control("POST", CALL, { operation: "createItem", as: ADA, input })
    const expected = await twin.as(ADA).createItem(input)
    expect([made.status, made.body]).toEqual([200, { result: JSON.parse(JSON.stringify(expected)) }])
    expect(world.hash()).toBe(twin.hash())
    const listed = await control("POST", CALL, { operation: "ItemList", as: "ADA@acme.test", input: TICKETS })
    expect(listed.body.result.items.map(({ title }: { title: string }) => title).sort()).toEqual(["D-00001", "D-00002"])
  })

  test("public operations need no user, and operations without a result return null", async () => {
    const { control } = await desk()
    const login = { email: ADA, password: "correct-horse-1" }
    const { status, body } = await control("POST", CALL, { operation: "login", input: login })
    expect([status, body]).toEqual([200, { result: { token: expect.any(String) } }])
    const { token } = body.result
    expect((await control("POST", CALL, { operation: "logout", as: ADA, input: { token } })).body).toEqual({
      result: null,
    })
  })

  test("a file comes in a form, and bytes are answered with their type and name", async () => {
    const { app, world } = await desk()
    const call = async (parts: Parameters<typeof multipart>[0]) =>
      app.fetch(`http://hexarium/_hexarium${CALL}`, multipart(parts))
    const named = { as: ADA, input: "{}" }
    const file = new File([PNG], "übersicht.png", { type: "image/png" })
    const uploaded = await call({ ...named, operation: "uploadFileDetached", file })
    const { result } = (await uploaded.json()) as { result: object }
    expect([uploaded.status, result]).toEqual([200, { fileId: expect.any(String) }])
    const got = await call({ operation: "getFile", as: ADA, input: JSON.stringify(result) })
    expect(got.headers.get("content-type")).toBe("image/png")
    expect(got.headers.get("content-disposition")).toContain("%C3%BCbersicht.png")
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(PNG)

    expect((await call({ ...named, operation: "uploadUserProfilePicture", file })).status).toBe(200)
    const { uId } = await world.as(ADA).getUserInfo()
    expect(await world.public.getUserProfilePicture({ userId: uId })).toEqual({ contentType: "image/png", bytes: PNG })
    const astray = await call({ ...named, operation: "getGroup", file })
    expect([astray.status, ((await astray.json()) as { error: Error }).error.message]).toEqual([
      400,
      expect.stringContaining("file"),
    ])
    const two = multipart({ ...named, operation: "uploadFileDetached", file })
    ;(two.body as FormData).append("file", file)
    expect((await app.fetch(`http://hexarium/_hexarium${CALL}`, two)).status).toBe(400)
  })

  test("a refusal has the status, code and reason of the engine's, and says what was asked", async () => {
    const { control, world } = await desk()
    const input = { ...TICKETS, itemId: "0123456789abcdef01234567" }
    const refused = await control("POST", CALL, { operation: "getItemDetails", as: ADA, input })
    const error = await world
      .as(ADA)
      .getItemDetails(input)
      .then(
        () => expect.unreachable(),
        (reason: unknown) => reason,
      )
    const { code, reason, status, message } = error as { [N in "code" | "reason" | "status" | "message"]: unknown }
    expect([refused.status, refused.body]).toEqual([
      404,
      { error: { code, reason, status, message, details: expect.any(Object) } },
    ])
    const faulty = { ...TICKETS, item: { Nope: 12 } }
    const wrong = await control("POST", CALL, { operation: "createItem", as: ADA, input: faulty })
    expect(wrong.body.error).toMatchObject({
      status: 400,
      details: { findings: [{ description: "unknown field: Nope", errorLevel: "ERROR" }] },
    })
  })

  test.each([
    [{ operation: "creatItem", as: ADA }, /unknown operation "creatItem"; did you mean createItem\?/],
    [{ operation: "constructor", as: ADA }, /unknown operation "constructor"/],
    [{ operation: "getGroup", as: "adda@acme.test" }, /unknown user adda@acme.test; did you mean ada@acme.test\?/],
    [{ operation: "getGroup" }, /getGroup needs a user/],
    [{ operation: "itemList", as: ADA, input: { ...TICKETS, perPag: 2 } }, /perPag.*did you mean perPage\?/],
    [{ operation: "itemList", as: ADA, input: { ...TICKETS, sortFields: [{ idd: "No" }] } }, /idd.*did you mean id\?/],
    [
      { operation: "addItemLink", as: ADA, input: { ...TICKETS, itemId: "x", link: "y" } },
      /AddItemLink.*link: expected an object, got a string/,
    ],
  ])("%j is 400, with what was meant", async (body, message) => {
    const { control, world } = await desk()
    const before = world.hash()
    const refused = await control("POST", CALL, body)
    expect([refused.status, refused.body.error]).toEqual([
      400,
      {
        code: "INVALID_PARAMS",
        reason: "params",
        status: 400,
        message: expect.stringMatching(message),
        details: expect.anything(),
      },
    ])
    expect(world.hash()).toBe(before)
  })

  test.each([
    [{}],
    [{ operation: 1 }],
    [{ operation: "getGroup", as: ADA, inptu: {} }],
    [{ operation: "x", input: [] }],
  ])("%j is no call", async (body) => {
    const { control } = await desk()
    expect(await control("POST", CALL, body)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
  })

  test("planned faults are met: refused, cut or answered", async () => {
    const { app, control, world } = await desk()
    const call = { operation: "getGroup", as: ADA, input: {} }
    await world.faults.plan({ operation: "GetGroup", status: 503 })
    expect(await control("POST", CALL, call)).toMatchObject({ status: 503, body: { error: { status: 503 } } })
    await world.faults.plan({ operation: "*", status: 200, body: { group: null } })
    expect((await control("POST", CALL, call)).body).toEqual({ result: { group: null } })
    await world.faults.plan({ operation: "GetGroup", disconnect: true })
    await expect(control("POST", CALL, call)).rejects.toThrow("planned fault closed the connection")
    expect(app.worlds.main.log.entries().map(({ status }) => status)).toEqual([503, 200, 0])
    expect((await control("POST", CALL, call)).status).toBe(200)
  })

  test("each call is an entry of the request log, with its effects and without secrets", async () => {
    const { control } = await desk()
    const item = { Subject: "No ink" }
    await control("POST", CALL, { operation: "CreateItem", as: ADA, input: { ...TICKETS, item } })
    const login = { email: ADA, password: "correct-horse-1" }
    const { token } = (await control("POST", CALL, { operation: "login", input: login })).body.result
    await control("POST", CALL, {
      operation: "setNewPassword",
      input: { id: "a-secret-id-1", newPassword: "x1", confirmPassword: "x1" },
    })
    await control("POST", CALL, { operation: "nonsense" })
    const { requests } = (await control("GET", "/worlds/main/requests")).body
    expect(requests.map(({ operation, user, status }: Record<string, unknown>) => [operation, user, status])).toEqual([
      ["CreateItem", ADA, 200],
      ["Login", null, 200],
      ["SetNewPassword", null, expect.any(Number)],
      [null, null, 400],
    ])
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: `/_hexarium${CALL}`,
      request: { as: ADA, input: { item } },
      effects: ["auto number TICKETS.No 1→2", "item D-00002 created in Tickets"],
    })
    const text = JSON.stringify(requests)
    for (const secret of ["correct-horse-1", token, "a-secret-id-1"]) expect(text).not.toContain(secret)
  })

  test("a strict server refuses what others refuse", async () => {
    const app = createApp({ world: await createWorld({ fixture: DESK }), strict: true })
    const ask = (input: object) =>
      app.fetch(`http://hexarium/_hexarium${CALL}`, {
        method: "POST",
        headers: { "x-hexarium": "1", "content-type": "application/json" },
        body: JSON.stringify({ operation: "getGroup", as: ADA, input }),
      })
    expect([(await ask({})).status, (await ask({ grup: "ALL" })).status]).toEqual([200, 400])
  })
})
