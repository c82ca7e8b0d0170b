import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { openControl } from "../ask.ts"
import { DESK } from "../desk.ts"

test("a letter is shown with a policy of its own that runs and loads nothing (control.md section 3, mail-html)", async () => {
  const html =
    '<p onclick="alert(1)">Hi {{username}}</p><script>alert(2)</script><img src="https://evil.example/x.png">'
  const fixture: Fixture = {
    ...DESK,
    mail_templates: [{ id: "T", kind: "password", subject: "Reset", text: "Reset <b>{{link}}</b>", html }],
  }
  const { api, control } = await openControl(fixture)
  await api(null, "POST", "/users/password/forgot", { email: "bob@acme.test", email_template_id: "T" })
  const [mail] = (await control("GET", "/worlds/main/mails")).body.mails
  const page = await control("GET", `/worlds/main/mails/${mail.id}/html`)
  expect([page.status, page.body]).toEqual([200, `<base target="_blank">${mail.html}`])
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  })
  expect((await control("GET", "/worlds/main/mails/none/html")).status).toBe(404)
  // Hexarium's own mails begin with a document type. It must stay first, or else browsers use quirks mode.
  await api(null, "POST", "/users/password/forgot", { email: "bob@acme.test" })
  const [, own] = (await control("GET", "/worlds/main/mails")).body.mails
  expect((await control("GET", `/worlds/main/mails/${own.id}/html`)).body).toBe(
    own.html.replace("<!doctype html>", '<!doctype html><base target="_blank">'),
  )
})

test("mails are found by their text, the latest first if asked so (control.md section 3, mails)", async () => {
  const { api, control } = await openControl(DESK)
  for (const email of ["bob@acme.test", "ada@acme.test"]) await api(null, "POST", "/users/password/forgot", { email })
  const found = async (query: string) =>
    (await control("GET", `/worlds/main/mails?${query}`)).body.mails.map(({ to }: { to: string }) => to)
  expect(await found("text=ADA@")).toEqual(["ada@acme.test"])
  expect(await found("text=nothing+of+it")).toEqual([])
  expect(await found("limit=1")).toEqual(["bob@acme.test"])
  expect(await found("limit=1&order=latest")).toEqual(["ada@acme.test"])
})
