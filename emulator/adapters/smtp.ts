import type { Mail, MailDelivery } from "../../src/inside.ts"

const TIMEOUT_MS = 10_000
const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * Hands mails on to an SMTP server (`smtp://` or `smtps://`, with user and password where it wants them), one after the other, so
 * that they arrive in the order they were sent. TLS is used where the server offers it; a mail catcher on this machine has no
 * certificate worth checking, any other server must have a good one. Refuses a URL that names no such server.
 */
export function smtpDelivery(url: string): MailDelivery {
  const options = {
    url,
    tls: { rejectUnauthorized: !LOOPBACK.test(hostOf(url)) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
  const connect = async () => (await loadNodemailer()).createTransport(options)
  let transport: ReturnType<typeof connect> | undefined
  const send = async (mail: Mail): Promise<void> => {
    transport ??= connect()
    await (await transport).sendMail(message(mail))
  }
  let turn: Promise<unknown> = Promise.resolve()
  return {
    deliver(mail) {
      const sent = turn.then(() => send(mail))
      turn = sent.catch(() => {})
      return sent
    },
  }
}

/** Loaded when first needed, since few runs send mails; says so where it was left out of an installation. */
export async function loadNodemailer(): Promise<typeof import("nodemailer")> {
  try {
    return await import("nodemailer")
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause
    throw new Error("mails are delivered by nodemailer, which is not installed: npm install nodemailer", { cause })
  }
}

function hostOf(url: string): string {
  const { protocol, hostname } = new URL(url)
  if (!/^smtps?:$/.test(protocol) || hostname === "") throw new TypeError(`expected smtp://host:port, not ${url}`)
  return hostname
}

/** Addresses are passed as objects and not parsed again: whatever one holds, it is one receiver. */
const message = ({ id, at, from, to, subject, text, html }: Mail) => ({
  messageId: `<${id}@hexarium.localhost>`,
  date: new Date(at),
  from: senderOf(from),
  to: { name: "", address: to },
  subject,
  text,
  html,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** `address`, `name <address>` or `"quoted \"name\"" <address>`. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = "", address = from] = /^(.*) <([^<>]*)>$/.exec(from) ?? []
  const quoted = /^"(.*)"$/.exec(name)?.[1]
  return { name: quoted === undefined ? name : quoted.replaceAll(/\\(.)/g, "$1"), address }
}
