import { WorkQueue } from "../../src/model/index.ts"
import type { Mail } from "../../src/model/records/index.ts"
import type { MailDelivery } from "../../src/ports/index.ts"
import { smtpUrlFault } from "./smtp-url.ts"

const TIMEOUT_MS = 10_000
const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * Delivers mails to an SMTP server, one at a time and in order. `url` is `smtp://` or `smtps://`, with user and
 * password if needed; throws for any other URL. Uses TLS if the server offers it. Checks the certificate unless the
 * server is on the loopback.
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
  const queue = new WorkQueue()
  return { deliver: (mail) => queue.run(() => send(mail)) }
}

/** Loads nodemailer on first use. If it is not installed, throws an error that explains how to install it. */
export async function loadNodemailer(): Promise<typeof import("nodemailer")> {
  try {
    return await import("nodemailer")
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause
    throw new Error("mail delivery needs the package nodemailer; run npm install nodemailer", { cause })
  }
}

function hostOf(url: string): string {
  const fault = smtpUrlFault(url)
  if (fault !== undefined) throw new TypeError(`smtp: expected ${fault}`)
  return new URL(url).hostname
}

/** Converts a mail for nodemailer. Addresses are objects, so that nodemailer does not split or parse them. */
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

/** Parses a sender: `address`, `name <address>` or `"quoted \"name\"" <address>`. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = "", address = from] = /^(.*) <([^<>]*)>$/.exec(from) ?? []
  const quoted = /^"(.*)"$/.exec(name)?.[1]
  return { name: quoted === undefined ? name : quoted.replaceAll(/\\(.)/g, "$1"), address }
}
