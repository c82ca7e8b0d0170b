import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { people } from "../../sample-worlds/people.ts"

type Body = string | Uint8Array<ArrayBuffer>

const JSON_TYPE = "application/json"

async function start(path = "") {
  const scene = await people()
  const app = createApp({ world: scene.world })
  const send = async (body?: Body, contentType?: string, to = "/confirmations") => {
    const headers = contentType === undefined ? {} : { "content-type": contentType }
    const request = new Request(`http://hexarium${path}/api/v0${to}`, { method: "POST", headers, body: body ?? null })
    const response = await app.fetch(request)
    return { status: response.status, body: (await response.json()) as { confirmation_id: string } }
  }
  const create = async (...given: Parameters<typeof send>) => {
    const { status, body } = await send(...given)
    expect([status, Object.keys(body)]).toEqual([200, ["confirmation_id"]])
    return body.confirmation_id
  }
  return { ...scene, app, send, create }
}

describe("CreateConfirmation (api.md section 2.5)", () => {
  test("returns 72 letters and digits for any body, without a token", async () => {
    const { create } = await start()
    const bodies: readonly [Body?, string?][] = [
      [],
      ["{}", JSON_TYPE],
      ['{"email":"ada@acme.test"}', JSON_TYPE],
      ["{not JSON", JSON_TYPE],
      ["[1,2]", JSON_TYPE],
      ["email=ada", "application/x-www-form-urlencoded"],
      [new Uint8Array([0, 255, 128]), "application/octet-stream"],
      ["--x\r\nbroken", "multipart/form-data; boundary=x"],
    ]
    for (const [body, type] of bodies) expect(await create(body, type)).toMatch(/^[A-Za-z0-9]{72}$/)
  })

  test("returns another ID for another body and for another request", async () => {
    const { create } = await start()
    const ids = [await create("a"), await create("b"), await create("a"), await create(), await create()]
    expect(new Set(ids).size).toBe(ids.length)
  })

  test("stores nothing and draws nothing: the world and the next mailed ID stay as they are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 4 }), async (bodies) => {
        const [quiet, busy] = [await start(), await start()]
        const before = busy.world.hash()
        for (const body of bodies) await busy.create(body)
        expect(busy.world.hash()).toBe(before)
        const mailed = []
        for (const { anybody, world } of [quiet, busy]) {
          await anybody.forgotPassword({ body: { email: "ada@acme.test" } })
          mailed.push(world.mail.list({ kind: "password" }).at(-1)?.links[0]?.confirmationId)
        }
        expect(mailed[1]).toBe(mailed[0])
      }),
      { seed: 98, numRuns: 5 },
    )
  })

  test("does not depend on the world's seed", async () => {
    const [one, other] = [await start(), await start()]
    await other.world.as("ada@acme.test").createNewWorkspace({ name: "Other" })
    expect(await one.create("same")).toBe(await other.create("same"))
  })

  test("returns an ID that no operation accepts, before and after ForgotPassword has received it", async () => {
    const { anybody, create, send, world } = await start()
    const id = await create('{"email":"ada@acme.test"}', JSON_TYPE)
    const refusals = async () => {
      const password = { new_password: "taken", confirm_password: "taken" }
      const before = world.hash()
      const all = [
        await anybody.validatePassword({ query: { id } }),
        await anybody.setNewPassword({ body: { id, ...password } }),
        await anybody.confirmRegistration({ query: { id } }),
        await anybody.registerUser({
          body: { confirmation_id: id, password: "taken", confirm_password: "taken" } as never,
        }),
        await anybody.confirmUserEmail({ params: { confirmation_id: id } }),
        await anybody.updateUserEmail({ body: { confirmation_id: id } }),
      ]
      expect(world.hash()).toBe(before)
      return all.map(({ status }) => status)
    }
    const refused = [expect.any(Number), 400, expect.any(Number), 400, expect.any(Number), expect.any(Number)]
    expect(await refusals()).toEqual(refused)
    const sent = JSON.stringify({ email: "ada@acme.test", confirmation_id: id })
    expect(await send(sent, JSON_TYPE, "/users/password/forgot")).toMatchObject({
      status: 200,
      body: { valid_email: true },
    })
    expect((await refusals()).every((status) => status >= 400)).toBe(true)
    const mailed = world.mail.list({ kind: "password" }).at(-1)?.links[0]?.confirmationId
    expect(mailed).not.toBe(id)
    expect((await anybody.validatePassword({ query: { id: mailed ?? "" } })).status).toBeLessThan(400)
    expect((await anybody.login({ body: { email: "ada@acme.test", password: "ada-pass" } })).status).toBe(200)
  })

  test("refuses a body above the limit of all JSON bodies", async () => {
    const { send } = await start()
    expect((await send("x".repeat(16 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test("returns the ID in process, too", async () => {
    const { world } = await start()
    const { confirmationId } = await world.public.createConfirmation({ body: new Uint8Array([1]) })
    expect(confirmationId).toMatch(/^[A-Za-z0-9]{72}$/)
  })
})
