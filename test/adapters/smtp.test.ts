import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { afterEach, describe, expect, test } from "vitest"
import { smtpDelivery } from "../../emulator/adapters/smtp.ts"
import { createWorld, type MailDelivery } from "../../src/index.ts"

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly isSecure: boolean
  readonly user: unknown
  readonly source: string
}

const servers: SMTPServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(done))
})

/** A real SMTP server on a free port, and what it got. */
async function catcher(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map((address) => address.address),
          isSecure: session.secure,
          user: session.user,
          source: Buffer.concat(chunks).toString("utf8"),
        })
        done()
      })
    },
    ...options,
  })
  server.on("error", () => {})
  servers.push(server)
  const port = await new Promise<number>((done) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address()
      done(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
  return { received, port }
}

const world = (mailDelivery: MailDelivery) =>
  createWorld({ ports: { mailDelivery }, clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" } })

/** Quoted-printable and encoded words undone, as far as these mails use them. */
const decode = (source: string): string => {
  const text = source.replaceAll(/=\r\n/g, "")
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8")
}

describe("SMTP delivery", () => {
  test("brings each mail of the outbox to a server, in order, over TLS where it is offered", async () => {
    const { received, port } = await catcher()
    const { public: anybody, mail, idle } = await bound(smtpDelivery(`smtp://127.0.0.1:${port}`))
    const { confirmationId } = await anybody.userRegistration({
      email: "ada@acme.test",
      username: "Ädä",
      mail: { sender: { address: "it@acme.test", name: 'IT "Desk", Acme' } },
    })
    for (const name of ["bob", "carol", "dave"]) await anybody.userRegistration({ email: `${name}@acme.test` })
    await idle()
    expect(mail.failures).toEqual([])
    expect(received.map((one) => one.to)).toEqual([
      ["ada@acme.test"],
      ["bob@acme.test"],
      ["carol@acme.test"],
      ["dave@acme.test"],
    ])
    const [first] = received
    expect(first).toMatchObject({ from: "it@acme.test", isSecure: true })
    const source = decode(first?.source ?? "")
    const [outbox] = mail.list()
    expect(source).toContain("Subject: Confirm your registration\r\n")
    expect(source).toContain('From: "IT \\"Desk\\", Acme" <it@acme.test>\r\n')
    expect(source).toContain("To: ada@acme.test\r\n")
    expect(source).toContain(`Message-ID: <${outbox?.id}@hexarium.localhost>\r\n`)
    expect(source).toContain("Date: Mon, 05 Jan 2026 09:00:00 +0000\r\n")
    expect(source).toContain("Content-Type: text/plain")
    expect(source).toContain("Content-Type: text/html")
    expect(source).toContain("Hello Ädä,")
    expect(source).toContain(`href="http://hexarium/api/v0/users/registration/confirm?id=${confirmationId}"`)
  })

  test("whatever stands in an address, it is one receiver", async () => {
    const { received, port } = await catcher()
    const { public: anybody, idle, mail } = await bound(smtpDelivery(`smtp://127.0.0.1:${port}`))
    await anybody.userRegistration({ email: "a,b<c>@acme.test" })
    await idle()
    const receivers = received.map((one) => one.to.length)
    expect(mail.failures.length + receivers.length).toBe(1)
    for (const count of receivers) expect(count).toBe(1)
  })

  test("logs in where the server wants it", async () => {
    const { received, port } = await catcher({
      authOptional: false,
      onAuth: (auth, _, done) => done(auth.password === "p@ss" ? null : new Error("no"), { user: auth.username }),
    })
    const { public: anybody, idle, mail } = await bound(smtpDelivery(`smtp://mailer:p%40ss@127.0.0.1:${port}`))
    await anybody.userRegistration({ email: "ada@acme.test" })
    await idle()
    expect(received.map((one) => one.user)).toEqual(["mailer"])
    const wrong = await bound(smtpDelivery(`smtp://mailer:wrong@127.0.0.1:${port}`))
    await wrong.public.userRegistration({ email: "ada@acme.test" })
    await wrong.idle()
    expect(mail.failures).toEqual([])
    expect(wrong.mail.failures).toMatchObject([{ to: "ada@acme.test", error: expect.stringContaining("535") }])
  })

  test("a server that refuses or is not there fails nothing but the delivery", async () => {
    const { port } = await catcher({ onRcptTo: (_, __, done) => done(new Error("nobody of that name")) })
    const refusing = await bound(smtpDelivery(`smtp://127.0.0.1:${port}`))
    await refusing.public.userRegistration({ email: "ada@acme.test" })
    await refusing.idle()
    expect(refusing.mail.list()).toHaveLength(1)
    expect(refusing.mail.failures).toMatchObject([
      {
        at: "2026-01-05T09:00:00.000Z",
        to: "ada@acme.test",
        mailId: refusing.mail.list()[0]?.id,
        error: expect.stringContaining("nobody of that name"),
      },
    ])
    const gone = await catcher()
    await new Promise<void>((done) => servers.pop()?.close(done))
    const dead = await bound(smtpDelivery(`smtp://127.0.0.1:${gone.port}`))
    await dead.public.userRegistration({ email: "ada@acme.test" })
    await dead.idle()
    expect(dead.mail.failures).toMatchObject([{ error: expect.stringContaining("ECONNREFUSED") }])
  })

  test.each(["http://localhost:25", "smtp://", "localhost:25", "nonsense"])("refuses %s", (url) => {
    expect(() => smtpDelivery(url)).toThrow()
  })
})

/** The parts of a world, to be taken apart. */
async function bound(delivery: MailDelivery) {
  const made = await world(delivery)
  return { public: made.public, mail: made.mail, idle: () => made.idle() }
}
