import { describe, expect, test } from "vitest"
import { type App, createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

const FIXTURE: Fixture = { ...DESK, settings: { app_url: "/app" } }

async function servePages() {
  const world = await createWorld({ fixture: FIXTURE, baseUrl: "http://localhost:7575" })
  const app = createApp({ world })
  return { world, app }
}

const api = (app: App, method: string, path: string, body: object, token?: string, base = "http://localhost:7575") =>
  app.fetch(
    new Request(`${base}/api/v0${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    }),
  )

/** Target of the link in the latest mail, as a browser follows it. */
async function follow(app: App, world = "main"): Promise<{ readonly url: string; readonly page: Response }> {
  const [mail] = app.worlds.require(world).world.mail.list().slice(-1)
  const link = mail?.links[0]?.url ?? ""
  const answer = await app.fetch(new Request(link, { headers: { accept: "text/html" } }))
  const url = answer.headers.get("location") ?? link
  return { url, page: await app.fetch(new Request(url)) }
}

const send = (app: App, url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.fetch(new Request(url, { method: "POST", body: new URLSearchParams(form), headers }))

const login = async (app: App, email: string, password: string, base?: string) =>
  (await api(app, "POST", "/login", { email, password }, undefined, base)).status

describe("links of mails whose management UI is Hexarium's own (control.md section 3, app)", () => {
  test("a forgotten password is set, and a refusal stands at the form", async () => {
    const { app } = await servePages()
    await api(app, "POST", "/users/password/forgot", { email: "bob@acme.test" })
    const { url, page } = await follow(app)
    expect(url).toMatch(/^http:\/\/localhost:7575\/app\/reset_password\//)
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    const html = await page.text()
    expect(html).not.toMatch(/<script|javascript:|https?:\/\/(?!localhost)/)
    expect(html).toMatch(/<label for="new_password">/)
    const style = new URL(/href="([^"]*style\.css)"/.exec(html)?.[1] ?? "", url)
    expect((await app.fetch(new Request(style))).headers.get("content-type")).toMatch(/^text\/css/)
    const refused = await send(app, url, { new_password: "one-Secret-1", confirm_password: "another-1" })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringMatching(/role="alert">[^<]+</)])
    const done = await send(app, url, { new_password: "one-Secret-1", confirm_password: "one-Secret-1" })
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("Your password has been changed")])
    expect(await login(app, "bob@acme.test", "one-Secret-1")).toBe(200)
    const again = await send(app, url, { new_password: "two-Secret-2", confirm_password: "two-Secret-2" })
    expect(again.status).toBe(400)
    expect(app.worlds.main.log.entries().map(({ input }) => input.operation)).toContain("SetNewPassword")
  })

  test("a registration and an invitation are completed", async () => {
    const { app } = await servePages()
    await api(app, "POST", "/users/registration", { email: "new@acme.test", username: 'N"<b>' })
    const registration = await follow(app)
    const html = await registration.page.text()
    expect(html).toContain("new@acme.test")
    expect(html).not.toContain("<b>")
    expect(
      (await send(app, registration.url, { password: "a-Secret-11", username: "New", workspace: "Mine" })).status,
    ).toBe(200)
    expect(await login(app, "new@acme.test", "a-Secret-11")).toBe(200)
    const top = app.worlds.main.world.view().table("groups").toArray()[0]?.gId
    await api(app, "POST", "/users", { email: "guest@acme.test", g_id: top }, "ada-fixed-token-1")
    const invited = await api(
      app,
      "POST",
      "/userinvite",
      { users: [{ email: "guest@acme.test" }], domain: "localhost:7575", invitation_path: "app/confirm_email" },
      "ada-fixed-token-1",
    )
    expect(invited.status).toBe(200)
    const invitation = await follow(app)
    expect(await invitation.page.text()).toContain("guest@acme.test")
    expect((await send(app, invitation.url, { password: "b-Secret-22" })).status).toBe(200)
    expect(await login(app, "guest@acme.test", "b-Secret-22")).toBe(200)
  })

  test("a change of address is made in the world of the mail, which may be a fork", async () => {
    const { app } = await servePages()
    app.worlds.fork({ name: "twin" })
    const base = "http://localhost:7575/w/twin"
    await api(app, "POST", "/users/email", { email: "ada.new@acme.test" }, "ada-fixed-token-1", base)
    const { url, page } = await follow(app, "twin")
    expect(url).toMatch(/^http:\/\/localhost:7575\/w\/twin\/app\/confirm_email\//)
    expect(await page.text()).toContain("ada.new@acme.test")
    expect((await send(app, url, {})).status).toBe(200)
    expect(await login(app, "ada.new@acme.test", "correct-horse-1", base)).toBe(200)
    expect(await login(app, "ada.new@acme.test", "correct-horse-1")).toBe(401)
  })

  test("a link that is unknown or over says so, and changes nothing", async () => {
    const { app, world } = await servePages()
    for (const path of [
      "/app/reset_password/nothing",
      "/app/confirm_email/nothing",
      "/app/x/y/z",
      "/app/%3Cscript%3E",
    ]) {
      const page = await app.fetch(new Request(`http://localhost:7575${path}`))
      expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("does not work")])
    }
    await api(app, "POST", "/users/password/forgot", { email: "bob@acme.test" })
    await world.clock.advance("25h")
    const { page } = await follow(app)
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("This link has expired")])
    expect((await app.fetch(new Request("http://localhost:7575/app"))).status).toBe(200)
  })

  test("a form of a foreign page is refused", async () => {
    const { app } = await servePages()
    await api(app, "POST", "/users/password/forgot", { email: "bob@acme.test" })
    const { url } = await follow(app)
    const form = { new_password: "one-Secret-1", confirm_password: "one-Secret-1" }
    expect((await send(app, url, form, { origin: "https://evil.example" })).status).toBe(403)
    expect(await login(app, "bob@acme.test", "one-Secret-1")).not.toBe(200)
  })
})
