import { SMTPServer } from "smtp-server"
import { afterEach, describe, expect, test } from "vitest"
import { smtpDelivery } from "../../emulator/adapters/smtp.ts"
import { putMail } from "../../src/engine/mail/queue-mail.ts"
import { createEngineWorld } from "../../src/world/index.ts"

const servers: SMTPServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
})

/** Starts an SMTP server that stores the mails it receives. */
async function catcher(refuse = false) {
  const letters: { from: string; to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let source = ""
      stream.on("data", (chunk) => {
        source += chunk
      })
      stream.on("end", () => {
        if (refuse) return done(new Error("the mailbox is full"))
        const { mailFrom, rcptTo } = session.envelope
        letters.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
        })
        done()
      })
    },
  })
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const { port } = server.server.address() as { port: number }
  return { letters, url: `smtp://127.0.0.1:${port}` }
}

const send = async (url: string, subject = "Grüße") => {
  const world = await createEngineWorld({
    clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
    ports: { mailDelivery: smtpDelivery(url) },
  })
  const mail = await world.commit("Test", null, (tx) =>
    putMail(tx, "email", "ada@acme.test", '"Acme" <no-reply@acme.test>', {
      subject,
      text: "Hello\n",
      html: "<p>Hello</p>",
    }),
  )
  await world.idle()
  return { world, mail }
}

describe("SMTP delivery", () => {
  test("hands over what the outbox holds", async () => {
    const { letters, url } = await catcher()
    const { world, mail } = await send(url)
    expect(world.mail.failures).toEqual([])
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ from: "no-reply@acme.test", to: ["ada@acme.test"] })
    const { source = "" } = letters[0] ?? {}
    expect(source).toMatch(/^To: ada@acme\.test/m)
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(source).toContain(`Message-ID: <${mail.id}@hexarium.localhost>`)
    expect(source).toContain("Date: Mon, 05 Jan 2026 09:00:00 +0000")
    expect(source).toContain("<p>Hello</p>")
  })

  test("a server that refuses, or none at all, is noted and changes nothing", async () => {
    const { letters, url } = await catcher(true)
    const refused = await send(url)
    expect(letters).toEqual([])
    expect(refused.world.mail.list()).toHaveLength(1)
    expect(refused.world.mail.failures).toEqual([
      {
        at: "2026-01-05T09:00:00.000Z",
        mailId: refused.mail.id,
        to: "ada@acme.test",
        error: expect.stringMatching(/full/),
      },
    ])
    const nobody = await send("smtp://127.0.0.1:1")
    expect(nobody.world.mail.list()).toHaveLength(1)
    expect(nobody.world.mail.failures).toHaveLength(1)
  })
})
