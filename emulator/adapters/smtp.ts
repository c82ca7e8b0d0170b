import { createTransport } from "nodemailer"
import type { MailDelivery } from "../../src/index.ts"

const TIMEOUT_MS = 10_000

/**
 * Hands mails on to an SMTP server (`smtp://` or `smtps://`, with user and password where it wants them). A local mail catcher
 * has no certificate worth checking, so TLS is used where it is offered and not insisted on.
 */
export function smtpDelivery(url: string): MailDelivery {
  const transport = createTransport({
    url,
    tls: { rejectUnauthorized: false },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    async deliver({ id, at, from, to, subject, text, html }) {
      await transport.sendMail({
        messageId: `<${id}@hexarium.localhost>`,
        date: new Date(at),
        from,
        to,
        subject,
        text,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
  }
}
