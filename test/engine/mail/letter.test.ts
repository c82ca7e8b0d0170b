import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { fromOf, notificationLetter, putMail } from "../../../src/engine/index.ts"
import { fillTemplate } from "../../../src/engine/mail/letter.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import type { Mail } from "../../../src/model/records/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { people, peopleFixture } from "../../sample-worlds/people.ts"

const HOSTILE_TEXT = `<script>alert("1")</script> & 'x'`

/** One mail of every kind, to and about users with hostile names. */
async function everyKind(): Promise<Mail[]> {
  const { world } = await people()
  const ada = world.raw.as("ada@acme.test")
  await world.raw.public.userRegistration({ email: "new@x.test", username: HOSTILE_TEXT })
  await ada.updateUserInfo({ username: HOSTILE_TEXT })
  await world.raw.public.forgotPassword({ email: "ada@acme.test" })
  await ada.updateUserEmailRequest({ email: "next@x.test" })
  await ada.addUser({ email: "new@x.test", group: "SUPPORT", notify: true })
  await ada.userInvite({ users: [{ email: "new@x.test" }], domain: "my.test" })
  await world.commit("Test", null, (tx) => {
    const users = tx.table("users").toArray().slice(0, 2)
    const letter = notificationLetter({
      username: HOSTILE_TEXT,
      action: HOSTILE_TEXT,
      datastore: "Deals\r\nBcc: x@y",
      title: HOSTILE_TEXT,
      comment: HOSTILE_TEXT,
    })
    for (const { email } of users) putMail(tx, "notification", email, fromOf(), letter)
  })
  return world.mail.list()
}

describe("mails (model.md section 13)", () => {
  test("every kind has a default, plain and decent HTML", async () => {
    const mails = await everyKind()
    expect(mails.map((mail) => mail.kind)).toEqual([
      "registration",
      "password",
      "email",
      "completion",
      "invitation",
      "notification",
      "notification",
    ])
    for (const mail of mails) {
      expect(mail.subject).not.toBe("")
      expect(mail.text).not.toContain("<p>")
      expect(mail.html).toMatch(/^<!doctype html>/)
      expect(mail.html).not.toContain("<script>")
      expect(mail.html).not.toMatch(/src=|<style|@import|url\(/)
      expect(mail.html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;")
      expect(mail.subject).not.toMatch(/[\r\n]/)
    }
  })

  test("a link is in the text on a line of its own, in the HTML to click on, and as data", async () => {
    for (const mail of await everyKind()) {
      const linked = ["registration", "password", "email", "invitation"].includes(mail.kind)
      expect(mail.links).toHaveLength(linked ? 1 : 0)
      for (const { url, confirmationId } of mail.links) {
        expect(url).toContain(confirmationId)
        expect(mail.text.split("\n")).toContain(url)
        expect(mail.html).toContain(`<a href="${url}"`)
      }
    }
  })

  test("a fixture with a line break in a user's name, which would break a header, is refused", async () => {
    const fixture: Fixture = {
      ...peopleFixture,
      users: peopleFixture.users.map((user) => ({ ...user, username: `${user.username}\r\nBcc: x@y.test` })),
    }
    await expect(people({}, fixture)).rejects.toThrow("users[0].username: must not contain line breaks")
  })

  test("no value of a template breaks the HTML", async () => {
    const { world } = await people()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        fc.pre(!/[\r\n\0]/.test(text))
        const twin: EngineWorld = world.fork()
        await twin.raw.public.forgotPassword({ email: "ada@acme.test" })
        const id = twin.mail.list()[0]?.links[0]?.confirmationId ?? ""
        await twin.raw.public.setNewPassword({
          id,
          newPassword: "p",
          confirmPassword: "p",
          sendPasswordToEmail: true,
          mail: { templateId: "T-DONE", data: { plan: { name: text }, count: text } },
        })
        const mail = twin.mail.list({ kind: "completion" })[0]
        expect(mail?.subject).toBe(`Done ${text}`)
        expect(mail?.text).toBe(`Ada: ${text} ${text}`)
        expect(mail?.html).toMatch(/^<b>[^<>"']*<\/b>$/)
      }),
      { numRuns: 100, seed: 5 },
    )
  })

  test("a link is put into a text-only template as it is, whatever stands in it", () => {
    const template = {
      id: "T",
      kind: "invitation" as const,
      subject: "S",
      text: "to {{link}}!",
      html: null,
      ordinal: 0,
    }
    const link = "https://my.test/$&/$1/<x>?a=1&b=2"
    const escaped = "https://my.test/$&amp;/$1/&lt;x&gt;?a=1&amp;b=2"
    const letter = fillTemplate(template, { own: { link } })
    expect(letter.text).toBe(`to ${link}!`)
    expect(letter.html).toBe(`<p>to <a href="${escaped}">${escaped}</a>!</p>`)
  })

  test.each([
    [{}, "no-reply@localhost"],
    [{ address: "", name: "" }, "no-reply@localhost"],
    [{ address: "It@Acme.test" }, "It@Acme.test"],
    [{ name: "The Desk" }, "The Desk <no-reply@localhost>"],
    [{ name: "Ünï", address: "a@b" }, "Ünï <a@b>"],
    [{ name: "Desk, Acme", address: "a@b" }, '"Desk, Acme" <a@b>'],
    [{ name: '<x@y> "\\', address: "a@b" }, '"<x@y> \\"\\\\" <a@b>'],
  ])("%j is from %s", (sender, from) => {
    expect(fromOf(sender)).toBe(from)
  })
})
